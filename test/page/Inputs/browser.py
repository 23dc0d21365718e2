# ===- browser.py - Chromium without a window, driven through a pipe -------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""The DevTools protocol by --remote-debugging-pipe: messages of JSON, each with a zero byte
behind it, on descriptors 3 and 4. Python's own library is all that it needs.

    with Browser() as browser:
        page = browser.open("app.html", width=1280, height=900)
        page.evaluate("document.title")
        page.screenshot("app.png")
        page.complaints    # errors and warnings of the console, exceptions
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

SECONDS = 120  # for anything, on a busy machine


class Browser:
    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def place_pipes():
            # First out of the way, so that neither dup2 closes the other's descriptor.
            above = [os.dup(to_browser), os.dup(from_browser)]
            while min(above) < 5:
                above = [os.dup(each) for each in above]
            os.dup2(above[0], 3)
            os.dup2(above[1], 4)

        self.process = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--hide-scrollbars",
                "--user-data-dir=" + self.folder, "--remote-debugging-pipe", "about:blank",
            ],
            preexec_fn=place_pipes, pass_fds=(3, 4), close_fds=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder},
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.buffer = b""
        self.on_event = lambda session, method, parameters: None
        return self

    def __exit__(self, *failure):
        try:
            self.call("Browser.close")
        except (OSError, EOFError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise EOFError("chromium has ended")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            if "method" in answer:
                self.on_event(answer.get("sessionId"), answer["method"], answer["params"])

    def open(self, file, width=1280, height=900, dark=False, state=""):
        """`state`: what stands behind the address, as `#m=live`."""
        return Page(self, pathlib.Path(file).resolve().as_uri() + state, width, height, dark)


class Page:
    def __init__(self, browser, address, width, height, dark):
        self.browser = browser
        self.complaints = []
        self.requests = []
        browser.on_event = self.note
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Runtime", "Log", "Page", "Network"):
            self.call(domain + ".enable")
        self.resize(width, height)
        self.emulate(dark=dark)
        self.call("Page.navigate", url=address)
        self.wait("document.documentElement?.dataset.ready === 'true' || !!document.querySelector('.failure')")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def note(self, session, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(each.get("value")) for each in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"][:200])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def emulate(self, dark=False, media=""):
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def evaluate(self, script):
        """The value of an expression, or of its promise."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def wait(self, condition):
        end = time.monotonic() + SECONDS
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def pause(self):
        """Until what was begun has been drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def idle(self):
        """Until nothing is being drawn any more, nor typed."""
        self.pause()
        self.wait("!document.querySelector('[aria-busy=true]')")
        self.pause()

    def choose(self, title, value):
        """An entry of a list, by its value."""
        self.evaluate(
            "(e => { if (![...e.options].some(o => o.value === %s)) throw Error('no such entry: ' + %s);"
            " e.value = %s; e.dispatchEvent(new Event('change')); })(document.querySelector('select[aria-label=%s]'))"
            % (json.dumps(value), json.dumps(value), json.dumps(value), json.dumps(title)))
        self.idle()

    def place(self, selector):
        return self.evaluate(
            "(e => { e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height]; })(document.querySelector(%s))"
            % json.dumps(selector))

    def click(self, selector, right=0.5, down=0.5):
        left, top, width, height = self.place(selector)
        self.click_at(left + width * right, top + height * down)

    def click_at(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.pause()

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def wheel(self, x, y, down, modifiers=0):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down,
                  modifiers=modifiers)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, key, code=None):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                      windowsVirtualKeyCode={"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowLeft": 37,
                                             "ArrowDown": 40, "ArrowRight": 39, "Tab": 9, "Home": 36, "End": 35}.get(key, 0))
        self.pause()

    def screenshot(self, file, whole=False):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(file).write_bytes(base64.b64decode(image["data"]))

    def pdf(self, file):
        data = self.call("Page.printToPDF", printBackground=True)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))
