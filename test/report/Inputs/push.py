"""usage: push.py ALLOCSITE APP WORK

Plays the servers that `allocsite push` sends to. WORK is a directory to make.
"""

import email
import functools
import gzip
import http.server
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "export" / "Inputs"))
from exports import message, packed, read_otlp  # noqa: E402
from processes import App, start  # noqa: E402

allocsite, app, work = sys.argv[1:]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)


class Shop(App):
    def __init__(self, options="live=1:"):
        options = "%soutput=%s/app.csv" % (options, work)
        super().__init__([app], OTEL_SERVICE_NAME="shop", ALLOCSITE_OPTIONS=options)
        self.kept = 0

    def keep(self, count):
        self.kept += count
        self.do(count)


class Server:
    """Keeps the requests that it has taken; `answer` says what it does with the next ones."""

    def __init__(self, certificate=None, port=0):
        self.taken, self.answer, self.seen = [], lambda request: (200, {}, b""), threading.Condition()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                request = self.path, self.headers, body
                status, headers, text = outer.answer(request)
                # Before the answer: then push may end, and the test look.
                with outer.seen:
                    if status in (200, "endless"):
                        outer.taken.append(request)
                    outer.seen.notify_all()
                if status == "endless":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n" + bytes(9999))
                elif status:
                    self.send_response(status)
                    for each in headers.items():
                        self.send_header(*each)
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)

            def log_message(self, *words):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.http.daemon_threads = True
        scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
            scheme = "https"
        self.url = "%s://127.0.0.1:%d" % (scheme, self.http.server_port)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def wait(self, sender, condition):
        with self.seen:
            while not condition():
                assert sender.poll() is None, sender.stdout.read()
                self.seen.wait(1)


def push(server, *words, directory="push", url="", **how):
    return start(
        [allocsite, "push", server.url + url, "--directory", "%s/%s" % (work, directory), *words],
        stdout=-1, stderr=-2, **how,
    )  # fmt: skip


def once(server, *words, code=0, **how):
    process = push(server, "--once", *words, **how)
    text = process.communicate()[0]
    assert process.returncode == code, (process.returncode, text)
    return text


@functools.lru_cache(maxsize=None)
def pyroscope(request):
    """name, labels, from, until, and the sums of each sample type."""
    path, headers, body = request
    url = urllib.parse.urlsplit(path)
    assert url.path == "/ingest", path
    query = {name: value for name, (value,) in urllib.parse.parse_qs(url.query).items()}
    assert query["format"] == "pprof"
    name, labels = re.fullmatch(r"([^{},=]+)\{(.*)\}", query["name"]).groups()
    labels = dict(each.split("=") for each in labels.split(","))
    form = email.message_from_bytes(
        b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + body
    )
    assert form.get_content_type() == "multipart/form-data"
    parts = {each.get_param("name", header="content-disposition"): each for each in form.get_payload()}
    assert set(parts) == {"profile", "sample_type_config"}
    profile = message(gzip.decompress(parts["profile"].get_payload(decode=True)))
    strings = [each.decode() for each in profile[6]]
    types = [strings[message(each)[1][0]] for each in profile[1]]
    assert not [each for each in types if "-" in each]
    assert strings[message(profile[11][0])[1][0]] == "space" and profile[12] == [1]
    sums = dict.fromkeys(types, 0)
    for sample in map(message, profile.get(2, [])):
        for each, value in zip(types, packed(sample[2][0])):
            sums[each] += value
    return name, labels, int(query["from"]), int(query["until"]), sums


# The first window is from the beginning; the next ones follow each other.
server, shop = Server(), Shop()
of = str(shop.pid)
shop.keep(10)
once(server, of, "--label", "env=prod")
shop.keep(5)
once(server, of)
once(server, of)
shop.keep(1)
first, second, third = map(pyroscope, server.taken)
assert first[0] == "shop" and first[1]["pid"] == of and first[1]["env"] == "prod"
assert re.fullmatch("[0-9a-f]+", first[1]["build_id"]) and first[1]["host"] == os.uname().nodename
assert first[4]["alloc_space"] == 1000 and first[4]["inuse_space"] == 1000
assert second[4]["alloc_space"] == 500 and second[4]["inuse_space"] == 1500
assert third[4]["alloc_space"] == 0 and third[4]["inuse_space"] == 1500
assert first[2] <= first[3] == second[2] <= second[3] == third[2] <= third[3]

# One that goes on: a window at each interval, and the last one when the process ends.
server.taken.clear()
going = push(server, of, "--interval", "0.2")
server.wait(going, lambda: len(server.taken) >= 2)
shop.keep(7)
shop.end()


def allocated():
    return sum(pyroscope(each)[4]["alloc_space"] for each in server.taken)


server.wait(going, lambda: allocated() == 800)
going.terminate()
assert going.wait() == 0, going.stdout.read()
assert allocated() == 800, allocated()  # 1 and 7 blocks

# A log is sent whole.
server.taken.clear()
once(server, work + "/app.csv")
((name, labels, since, until, sums),) = map(pyroscope, server.taken)
assert (name, labels["pid"], sums["alloc_objects"]) == ("shop", of, shop.kept) and since <= until

# OpenTelemetry's protocol.
server.taken.clear()
once(server, work + "/app.csv", "--label", "deployment.environment.name=prod", url="/v1development/profiles")
((path, headers, body),) = server.taken
assert path == "/v1development/profiles" and headers["Content-Type"] == "application/x-protobuf"
assert headers["Content-Encoding"] == "gzip"
body = gzip.decompress(body)
assert sum(read_otlp(body).numbers["bytes"].values()) == 100 * shop.kept
resource = message(message(message(body)[1][0])[1][0])
attributes = {}
for each in map(message, resource[1]):
    value = message(each[2][0])
    attributes[each[1][0].decode()] = value[1][0].decode() if 1 in value else value[3][0]
assert attributes["service.name"] == "shop" and attributes["process.pid"] == shop.pid
assert attributes["deployment.environment.name"] == "prod"
assert attributes["process.executable.build_id.gnu"] == labels["build_id"]

# Nobody there: what cannot be sent is kept, said, and sent by the next one.
server.taken.clear()
gone = Server()
gone.http.shutdown()
gone.http.server_close()
text = once(gone, work + "/app.csv", code=1)
assert "1 profile waits" in text and "error: 1 profile is not sent, and kept in" in text, text
assert not once(server, of, code=1).count("is not sent")  # of another server; the process has ended
back = Server(port=gone.http.server_port)
text = once(back, work + "/app.csv")
assert len(back.taken) == 2, text

# 429 and 500: tried again, not before the time that the server asks for; then all is said to be well.
shop = Shop()
shop.keep(3)
server.taken.clear()
answers = [(429, {"Retry-After": "1"}, b""), (500, {}, b"oh")]
asked = []


def answer(request):
    asked.append(time.monotonic())
    return answers.pop(0) if answers else (200, {}, b"")


server.answer = answer
going = push(server, str(shop.pid), "--interval", "0.2")
server.wait(going, lambda: allocated() == 300)
going.send_signal(signal.SIGINT)
text = going.communicate()[0]
assert going.returncode == 0, text
assert asked[1] - asked[0] >= 1 and asked[2] - asked[1] >= 0.8, asked
for each in "the server answers 429: 1 profile waits", "the server answers 500", "answers again":
    assert each in text, text
assert allocated() == 300

# One that hangs, and one that drops the connection.
shop.keep(2)
server.taken.clear()
ends = threading.Event()
server.answer = lambda request: (ends.wait(), (0, {}, b""))[1]
text = once(server, str(shop.pid), "--timeout", "0.3", code=1)
assert "no answer in" in text and "1 profile waits" in text, text
ends.set()
server.answer = lambda request: (0, {}, b"")
once(server, str(shop.pid), code=1)
server.answer = lambda request: (200, {}, b"")
once(server, str(shop.pid))
assert allocated() == 200, allocated()

# One whose answer has no end: it has taken the request all the same.
shop.keep(4)
server.taken.clear()
server.answer = lambda request: ("endless", {}, b"")
once(server, str(shop.pid))
server.answer = lambda request: (200, {}, b"")
once(server, str(shop.pid))
assert allocated() == 400, allocated()

# A log before that is damaged: the next window begins now, and that is said.
shop.keep(1)
for state in Path(work, "push").glob("*/state/%d-*.csv" % shop.pid):
    state.write_bytes(b"")
text = once(server, str(shop.pid), code=1)
assert "the window since the last one is lost" in text, text
server.taken.clear()
shop.keep(6)
once(server, str(shop.pid))
assert allocated() == 600, allocated()

# One process does not disturb what is known of another; one that does not follow blocks is sent too.
other = Shop("")
other.keep(2)
server.taken.clear()
once(server, str(shop.pid), str(other.pid))
once(server, str(shop.pid))
once(server, str(shop.pid), str(other.pid))
assert allocated() == 200, allocated()
assert "inuse_space" not in pyroscope(server.taken[-1])[4] or "inuse_space" not in pyroscope(server.taken[-2])[4]
other.end()

# Many that end between two readings, and programs that execute another.
server.taken.clear()
many = [Shop() for _ in range(10)]
for each in many:
    each.keep(1)
going = push(server, *(str(each.pid) for each in many), "--interval", "0.3")
server.wait(going, lambda: {pyroscope(each)[1]["pid"] for each in server.taken} == {str(each.pid) for each in many})
for each in many:
    each.keep(2)
    each.end()
again = Shop()
again.keep(1)
server.wait(going, lambda: allocated() == 10 * 300)
going.terminate()
assert going.wait() == 0, going.stdout.read()
server.taken.clear()
going = push(server, str(again.pid), "--interval", "0.2")
server.wait(going, lambda: allocated() == 100)
again.do(0)  # it executes itself
again.keep(5)
server.wait(going, lambda: allocated() == 600)
again.end()
going.terminate()
assert going.wait() == 0, going.stdout.read()
assert allocated() == 600, allocated()

# One that it never takes.
server.answer = lambda request: (400, {}, b"unknown sample type\n")
text = once(server, str(shop.pid), code=1)
found = re.search(r"refuses a profile \(400: unknown sample type\), which is kept as (.*)", text)
assert os.path.getsize(found.group(1)), text

# No more waits on disk than is allowed; what goes is said. A megabyte is filled by what waits there.
server.answer = lambda request: (503, {}, b"")
once(server, str(shop.pid), directory="full", code=1)
(full,) = map(str, Path(work, "full").glob("*/queue"))
for number in range(3):
    with open("%s/%020d.post" % (full, number), "wb") as file:
        file.write(b"POST /x\nContent-Type: y\n\n" + bytes(400000))
text = once(server, str(shop.pid), "--most", "1", directory="full", code=1)
assert "1 profile is removed unsent: what waits is more than 1 MiB" in text, text
assert len(os.listdir(full)) == 4

# A directory has one sender.
server.answer = lambda request: (200, {}, b"")
going = push(server, str(shop.pid), "--interval", "60", directory="lock")
server.wait(going, lambda: [each for each in server.taken if pyroscope(each)[1]["pid"] == str(shop.pid)])
assert "another process sends from there" in once(server, str(shop.pid), directory="lock", code=1)
going.terminate()
going.wait()

# TLS, a token and a header.
if shutil.which("openssl"):
    certificate = work + "/certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-keyout", certificate + ".key", "-out", certificate, "-subj", "/CN=127.0.0.1"]
        + ["-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True,
    )  # fmt: skip
    with open(work + "/both.pem", "w") as both:
        both.write(open(certificate).read() + open(certificate + ".key").read())
    safe = Server(work + "/both.pem")
    text = once(safe, work + "/app.csv", directory="tls", code=1)
    assert "certificate" in text.lower() or "SSL" in text, text
    with open(work + "/token", "w") as file:
        file.write("secret\n")
    once(safe, work + "/app.csv", "--authorities", certificate, "--token-file", work + "/token",
         "--header", "X-Scope-OrgID: me", directory="tls")  # fmt: skip
    assert len(safe.taken) == 2
    for _, headers, _ in safe.taken:
        assert headers["Authorization"] == "Bearer secret" and headers["X-Scope-OrgID"] == "me"
    assert not [each for each in Path(work, "tls").rglob("*") if each.is_file() and b"secret" in each.read_bytes()]
shop.end()
