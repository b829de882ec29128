#!/usr/bin/env python3
"""Opens reports in headless Chromium and measures them.

    browser.py [--out FOLDER] F.html...

In a window of 1280 pixels, light and dark: a page is drawn within two seconds,
does not scroll sideways, loads nothing else, and its text stands out from what
is behind it (contrast of at least 4.5, as WCAG 2.2 asks in 1.4.3). --out keeps
pictures. Needs only the standard library and chromium, with which it talks in
the DevTools protocol over a pipe. Exit status 1 if a page breaks a rule.
"""
import argparse
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

WIDTH, MOST_SECONDS, LEAST_CONTRAST = 1280, 2.0, 4.5

# Every text with its colour and the colour behind it: of a picture's text what
# is drawn before it at that place, else the background of an element around it.
MEASURE = """(() => {
  document.querySelectorAll('details').forEach(d => d.open = true);
  const linear = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b); };
  const isClear = c => c === 'none' || c === 'transparent' || c.endsWith(', 0)');
  const inside = (x, y, r) => r.left <= x && x <= r.right && r.top <= y && y <= r.bottom;
  function behind(e) {
    const svg = e.closest('svg');
    if (svg) {
      const box = e.getBoundingClientRect();
      const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      let found = null;
      for (const shape of svg.querySelectorAll('rect')) {
        if (shape.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING &&
            inside(x, y, shape.getBoundingClientRect())) found = shape;
      }
      if (found) return getComputedStyle(found).fill;
      e = svg;
    }
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!isClear(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  }
  let worst = {contrast: 99};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walker.nextNode();) {
    const e = n.parentElement;
    if (!n.data.trim() || ['TITLE', 'STYLE', 'title', 'style'].includes(e.tagName)) continue;
    const style = getComputedStyle(e);
    const a = light(e.closest('svg') ? style.fill : style.color), b = light(behind(e));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < worst.contrast) worst = {contrast, text: n.data.slice(0, 40)};
  }
  const time = performance.getEntriesByType('navigation')[0];
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return {width: document.documentElement.scrollWidth,
          height: document.documentElement.scrollHeight,
          seconds: Math.max(time.loadEventEnd, paint ? paint.startTime : 0) / 1000, worst};
})()"""


class Browser:
    """Commands and events as JSON, each ended by a zero byte."""

    def __init__(self, folder):
        to_browser, self.send_to = os.pipe()
        self.read_from, from_browser = os.pipe()

        def rename():
            # The browser reads 3 and writes 4.
            for source, target in ((os.dup(to_browser), 3), (os.dup(from_browser), 4)):
                os.dup2(source, target)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", "--disable-dev-shm-usage", f"--user-data-dir={folder}",
             "about:blank"],
            preexec_fn=rename, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.read_from, 1 << 16)
            if not data:
                sys.exit("chromium ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.send_to, json.dumps(command).encode() + b"\0")
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def close(self):
        self.process.terminate()
        self.process.wait()


def measure(browser, file, scheme, out):
    """What is wrong with a page."""
    browser.events.clear()
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Page.navigate", url="file://" + os.path.abspath(file))
    browser.wait("Page.loadEventFired")
    found = browser.call("Runtime.evaluate", expression=MEASURE, returnByValue=True)
    if "exceptionDetails" in found:
        sys.exit(f"{file}: {found['exceptionDetails']}")
    found = found["result"]["value"]
    requests = [event["params"]["request"]["url"] for event in browser.events
                if event.get("method") == "Network.requestWillBeSent"]
    if out:
        name = os.path.join(out, f"{os.path.basename(file)}.{scheme}.png")
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(found["height"], 6000), "scale": 1}
        picture = browser.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        with open(name, "wb") as f:
            f.write(base64.b64decode(picture["data"]))
    worst = found["worst"]
    print(f"{file}, {scheme}: {found['seconds']:.2f} s, {found['width']} pixels wide, contrast "
          f"{worst['contrast']:.1f}, {os.path.getsize(file)} bytes")
    wrong = [f"loads {url}" for url in requests if not url.startswith("file://")
             or not url.endswith(os.path.basename(file))]
    if found["seconds"] > MOST_SECONDS:
        wrong.append(f"takes {found['seconds']:.2f} s, more than {MOST_SECONDS}")
    if found["width"] > WIDTH:
        wrong.append(f"scrolls sideways: {found['width']} pixels in {WIDTH}")
    if worst["contrast"] < LEAST_CONTRAST:
        wrong.append(f"contrast of {worst['contrast']:.2f} for \"{worst['text']}\"")
    return [f"{file}, {scheme}: {line}" for line in wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out")
    options = parser.parse_args()
    wrong = []
    folder = tempfile.mkdtemp()
    browser = Browser(folder)
    try:
        for domain in ("Page", "Network", "Runtime"):
            browser.call(domain + ".enable")
        browser.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=2000,
                     deviceScaleFactor=1, mobile=False)
        for file in options.files:
            for scheme in ("light", "dark"):
                wrong += measure(browser, file, scheme, options.out)
    finally:
        browser.close()
        shutil.rmtree(folder, ignore_errors=True)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
