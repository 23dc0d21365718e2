"""Profiled programs, and `allocsite serve`, for tests that watch them."""

import atexit
import http.client
import os
import re
import subprocess
import urllib.parse


def start(words, **how):
    process = subprocess.Popen(words, text=True, **how)
    atexit.register(process.kill)  # nothing is left of a test that fails
    return process


class App:
    """A profiled program that does what each line says, and then repeats it."""

    def __init__(self, words, **environment):
        environment = dict(os.environ, ALLOCSITE="1", **environment)
        self.process = start(words, env=environment, stdin=-1, stdout=-1)
        self.pid = self.process.pid

    def do(self, what):
        self.process.stdin.write("%s\n" % what)
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "%s\n" % what

    def end(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


class Serve:
    def __init__(self, allocsite, *options):
        self.process = start([allocsite, "serve", *options], stdout=-3, stderr=-1)
        line = self.process.stderr.readline()
        self.at = re.fullmatch(r"allocsite: note: answers at (.*)\n", line).group(1)
        self.port = urllib.parse.urlsplit(self.at).port

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port)

    def ask(self, path, method="GET", **headers):
        connection = self.connect()
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def get(self, path):
        status, body, _ = self.ask(path)
        assert status == 200, (path, status, body)
        return body

    def metrics(self, pid):
        """Of one process: others that run here may be large."""
        return self.get("/metrics?pid=%s" % pid).decode()

    def wait_for(self, pid):
        """Until it knows that process."""
        while 'pid="%s"' % pid not in self.metrics(pid):
            pass

    def end(self):
        self.process.terminate()
        assert self.process.wait() == 0, self.process.stderr.read()
