"""usage: serve.py ALLOCSITE APP KILLED [PPROF]

Asks `allocsite serve` as scrapers do, and as nobody should. KILLED is an empty directory.
"""

import gzip
import os
import re
import socket
import subprocess
import sys
import threading

from processes import App, Serve, start

allocsite, app, killed = sys.argv[1:4]
pprof = sys.argv[4] if len(sys.argv) > 4 else ""


def metrics(text):
    """{name: {pid: value}}, after a look at each line."""
    found = {}
    for line in text.decode().splitlines():
        if line.startswith("# "):
            assert re.fullmatch(r"# (HELP|TYPE) allocsite_\w+ .+", line), line
            continue
        name, labels, value = re.fullmatch(r"(\w+)\{(.*)\} (\d+)", line).groups()
        pid = int(re.search(r'pid="(\d+)"', labels).group(1))
        found.setdefault(name, {}).setdefault(pid, []).append((labels, int(value)))
    return found


def one(found, name, pid):
    ((_, value),) = found[name][pid]
    return value


first, second = (App([app], ALLOCSITE_OPTIONS="live=1") for _ in range(2))
plain = App([app])
first.do("keep 10")
second.do("keep 7")
plain.do("keep 3")
serve = Serve(allocsite, "--listen", "127.0.0.1:0", "--top-sites", "2", "--recover", killed)

# Numbers are those of the program.
of = "/metrics?pid=%d"  # of one: others that run here may be large
for each, live in (first, 1000), (second, 700):
    found = metrics(serve.get(of % each.pid))
    assert one(found, "allocsite_up", each.pid) == 1
    assert one(found, "allocsite_live_bytes", each.pid) == live
    assert one(found, "allocsite_live_blocks", each.pid) == live // 100
    assert one(found, "allocsite_allocated_bytes_total", each.pid) == live
found = metrics(serve.get(of % plain.pid))
assert one(found, "allocsite_allocated_bytes_total", plain.pid) == 300
assert "allocsite_live_bytes" not in found  # not known is not 0
all_of_them = metrics(serve.get("/metrics"))["allocsite_up"]
assert {first.pid, second.pid, plain.pid} <= set(all_of_them)
first.do("churn 5")
first.do("drop 4")
found = metrics(serve.get(of % first.pid))
assert one(found, "allocsite_live_bytes", first.pid) == 600
assert one(found, "allocsite_allocated_bytes_total", first.pid) == 6000
assert one(found, "allocsite_allocations_total", first.pid) == 15
assert one(found, "allocsite_freed_total", first.pid) == 9
assert one(found, "allocsite_peak_bytes", first.pid) == 2000
sites = {re.search(r'function="(\w+)"', l).group(1): v for l, v in found["allocsite_site_live_bytes"][first.pid]}
assert sites == {"keep": 600, "churn": 0}, sites

# Pages.
index = serve.get("/").decode()
for each in first, second, plain:
    assert 'href="process/%d"' % each.pid in index
assert b"<!DOCTYPE html>" in serve.get("/process/%d" % first.pid)
assert b"keep" in serve.get("/process/%d/report" % first.pid)
log = serve.get("/process/%d/log.csv" % first.pid).decode().splitlines()
assert log[0].startswith("pc0,pc1,pc2,pc3,") and len(log) == 3, log
assert serve.ask("/debug/pprof/")[0] == 302

# pprof, and Go's reader of it. The live bytes of a difference may be negative.
heap = "/debug/pprof/heap?gc=1&pid=%d" % first.pid
assert gzip.decompress(serve.get(heap))
assert b"keep" in serve.get(heap + "&debug=1")


def top(path, sample):
    words = [pprof, "-top", "-unit=B", "-sample_index=" + sample, serve.at.rstrip("/") + path]
    environment = dict(os.environ, PPROF_TMPDIR=killed + "/pprof")
    text = subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    return {line.split()[-1]: line.split()[0] for line in text.splitlines() if line.endswith(("keep", "churn"))}


if pprof:
    assert top(heap, "") == {"keep": "600B"}, top(heap, "")
    allocs = "/debug/pprof/allocs?pid=%d" % first.pid
    assert top(allocs, "") == {"keep": "1000B", "churn": "5000B"}, top(allocs, "")
    asked = start(
        [pprof, "-raw", "%sdebug/pprof/heap?pid=%d&seconds=1" % (serve.at, second.pid)],
        env=dict(os.environ, PPROF_TMPDIR=killed + "/pprof"), stdout=-1, stderr=-3,
    )  # fmt: skip
    # It changes until the answer is there, so both readings are of different moments.
    while asked.poll() is None:
        second.do("churn 1")
    text = asked.stdout.read()
    assert re.search(r"^ +\d+ +\d+ +0 +0 ", text, re.M), text  # allocated, and live as before

# One that does not follow blocks has a heap profile of what was allocated.
assert gzip.decompress(serve.get("/debug/pprof/heap?pid=%d" % plain.pid))
assert serve.ask("http://localhost/metrics?pid=%d" % first.pid)[0] == 200
again = subprocess.run(
    [allocsite, "serve", "--listen", "127.0.0.1:%d" % serve.port], capture_output=True, text=True
)
assert again.returncode == 1 and "Address already in use" in again.stderr, again

# What is asked for and is not there.
for path, status in (
    [("/process/1", 404), ("/x", 404), ("/process/x", 404), ("/process/%d/x" % first.pid, 404)]
    + [("/debug/pprof/heap?pid=x", 400), ("/debug/pprof/heap?seconds=x", 400)]
    + [("/debug/pprof/heap?seconds=-1", 400), ("/debug/pprof/heap?seconds=1e9", 400)]
    + [("/debug/pprof/heap?pid=999999999", 404), ("/../../etc/passwd", 404)]
):
    assert serve.ask(path)[0] == status, (path, serve.ask(path))
assert serve.ask("/metrics", "POST")[0] == 405
assert serve.ask("/metrics", "HEAD")[:2] == (200, b"")
# A name that a web page has made up.
for name in "evil.example", "127.evil.example", "127.0.0.1.evil.example:80":
    assert serve.ask("/metrics", Host=name)[0] == 403
assert serve.ask("/metrics", Host="localhost:1")[0] == 200

# Many scrapes at once: all are answered. Of one process: others may be large.
bad = []


def scrape(count):
    connection = serve.connect()
    for _ in range(count):
        connection.request("GET", of % first.pid)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200 or one(metrics(text), "allocsite_live_bytes", first.pid) != 600:
            bad.append((answer.status, text))


threads = [threading.Thread(target=scrape, args=(25,)) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
assert not bad, bad[0]

# More connections than there are threads, none with a whole request; garbage; clients that go away.
idle = []
for _ in range(200):
    it = socket.create_connection(("127.0.0.1", serve.port))
    it.send(b"GET /metrics HTTP/1.1\r\nHost: loc")
    idle.append(it)
assert one(metrics(serve.get(of % first.pid)), "allocsite_up", first.pid) == 1
it = socket.create_connection(("127.0.0.1", serve.port))
try:
    for _ in range(1000):
        it.sendall(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10000)
    assert False, "headers without end"
except OSError:
    pass
for text in (
    [b"\0" * 100000, b"GET " + b"/" * 100000 + b" HTTP/1.1\r\n\r\n", b"\r\n" * 1000]
    + [b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10000 + b"\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    + [b"POST /metrics HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"]
    + [b"GET /debug/pprof/heap?seconds=3600 HTTP/1.1\r\nHost: localhost\r\n\r\n"]
    + [b"GET /process/%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % first.pid]
):
    it = socket.create_connection(("127.0.0.1", serve.port))
    try:
        it.sendall(text)
    except OSError:
        pass  # it was told to go
    it.close()
assert one(metrics(serve.get(of % first.pid)), "allocsite_up", first.pid) == 1

# A process that is killed, and one that ends.
second.process.kill()
second.process.wait()
plain.end()
def is_running(app):
    found = metrics(serve.get(of % app.pid))
    return "allocsite_up" in found and one(found, "allocsite_up", app.pid)


while is_running(second) or is_running(plain):
    pass
log = "app-%d-" % second.pid  # the logs of others that are killed meanwhile are there too
while not (logs := [name for name in os.listdir(killed) if name.startswith(log) and name.endswith(".csv")]):
    serve.get(of % first.pid)
assert one(metrics(serve.get(of % second.pid)), "allocsite_up", second.pid) == 0
while serve.get(of % plain.pid):
    pass
(log,) = logs
assert '"keep"' in open(os.path.join(killed, log)).read()
assert b"keep" in serve.get("/process/%d/report" % second.pid)
serve.end()

# A token, and a socket.
token = killed + "/token"
with open(token, "w") as file:
    file.write("secret\n")
os.chmod(token, 0o600)
serve = Serve(allocsite, "--listen", "0.0.0.0:0", "--token-file", token)
assert serve.ask("/metrics")[0] == 401
assert serve.ask("/metrics", Authorization="Bearer wrong")[0] == 401
assert serve.ask("/metrics", Authorization="Bearer secret")[0] == 200
assert serve.ask("/metrics?token=secret", Host="elsewhere")[0] == 200
serve.end()
path = killed + "/socket"
serve = Serve(allocsite, "--listen", "unix:" + path)
assert os.stat(path).st_mode & 0o777 == 0o600
it = socket.socket(socket.AF_UNIX)
it.connect(path)
it.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
assert it.makefile("rb").read().startswith(b"HTTP/1.1 200 OK\r\n")
serve.process.kill()
serve.process.wait()
serve = Serve(allocsite, "--listen", "unix:" + path)  # what a killed one left is no obstacle
serve.end()

# ps prints the same.
words = [allocsite, "ps", "--format", "csv", str(first.pid)]
line = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[1]
assert line.startswith('"%d","app","running",' % first.pid) and ",6000,15,600,2000,6," in line, line
first.end()
