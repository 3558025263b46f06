#!/usr/bin/env python3
"""Pages of the console in a browser, over a million fans and ten thousand campaigns: when their rows are on the screen.

    infra/bench/console_lists.py [--data DIR] [--fans 1000000] [--campaigns 10000] [--rounds 10]

A given directory keeps the log for a next run. Each page is opened several times. A line has the median and the highest
time of the answer of its list, the time from the end of that answer until a frame with the rows was drawn (at most 200 ms
are wanted), and the calls of the API that the page made. Playwright is installed by pip, and Chromium from the
distribution, when they are missing.
"""

import argparse
import glob
import os
import statistics
import subprocess
import sys

from encore_bench import ROOT, Server, all_at_once, install, need, parsed, until, within, working_folder

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--fans", type=int, default=1_000_000)
arguments.add_argument("--campaigns", type=int, default=10_000)
arguments.add_argument("--rounds", type=int, default=10)
options = parsed(arguments, fans=2_000, campaigns=600, rounds=2)

ENCORE = os.path.join(ROOT, "encore")
BOUND = 200
LANES = 16
# The pages, each with what its list is called by, and what is entered to ask for it.
PAGES = {
    "campaigns": ("#things/apps", "/api/v1/manage/apps", None),
    "campaigns by name": ("#things/apps", "/api/v1/manage/apps", "Campaign 77"),
    "fans by search": ("#search", "/api/v1/crm/fans", ""),
    "a fan": ("#fan/{fan}", "/api/v1/crm/fans/", None),
}
# Remembers when each frame was drawn after rows had been added to the page.
WATCH = """
window.rowsAt = [];
new MutationObserver(() => {
  const rows = document.querySelectorAll('main tbody tr, main dl dd').length;
  if (rows > 0) requestAnimationFrame(() => setTimeout(() => window.rowsAt.push(performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
TIMES = """list => {
  const calls = performance.getEntriesByType('resource').filter(one => new URL(one.name).pathname.startsWith('/api/'));
  const asked = calls.filter(one => new URL(one.name).pathname.startsWith(list)).at(-1);
  const drawn = asked && window.rowsAt.find(at => at >= asked.responseEnd);
  if (!drawn) return null;
  return { answer: asked.responseEnd - asked.startTime, drawn: drawn - asked.responseEnd, calls: calls.length };
}"""


def playwright():
    try:
        import playwright.sync_api
    except ImportError:
        install(sys.executable, "-m", "pip", "install", "-q", "--break-system-packages", "playwright")
        import playwright.sync_api
    return playwright.sync_api.sync_playwright()


def made(directory):
    if not glob.glob(os.path.join(directory, "fans.csv")):
        once = Server(directory)
        once.start()
        once.stop()
        subprocess.run([ENCORE, "bench", "FansLog", directory, str(options.fans), "1", "1"], check=True)
    # The days of the log are days to come.
    return Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000", "ENCORE_CLOCK_AHEAD": "accept"})


def campaigns(server):
    """Makes the campaigns that the account lacks."""
    there = len(server.demo().must("GET", "/api/v1/manage/apps"))
    clients = [server.demo() for _ in range(LANES)]

    def lane(at):
        for number in range(there + at, options.campaigns, LANES):
            clients[at].must("POST", "/api/v1/manage/apps", name=f"Campaign {number}", app_type="trivia")

    all_at_once(LANES, lane)


def signed_in(browser, server):
    at = f"http://127.0.0.1:{server.port}"
    keys = server.demo().headers
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    answer = context.request.post(at + "/console/session", headers={"Encore-Console": "1"},
                                  form={"api_key": keys["Api-Key"], "api_secret": keys["Api-Secret"]})
    if not answer.ok:
        raise SystemExit(f"the console refused the key pair: {answer.status} {answer.text()}")
    context.add_init_script(WATCH)
    return context, at + "/console/"


def opened(context, address, called, entered):
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    if entered is not None:
        page.evaluate("performance.clearResourceTimings(); window.rowsAt = []")
        if entered:
            page.locator("main input[type=search]").first.fill(entered)
        else:
            page.locator("main form button[type=submit]").first.click()
    until(f"rows of {address} are on the screen", lambda: page.evaluate(TIMES, called))
    page.wait_for_load_state("networkidle")
    times = page.evaluate(TIMES, called)
    page.close()
    return times


def told(name, rounds):
    def of(figure):
        values = [one[figure] for one in rounds]
        return statistics.median(values), max(values)
    (answer, slowest), (drawn, latest) = of("answer"), of("drawn")
    print(f"{name}: answered in {answer:.0f} ms (at most {slowest:.0f}), on the screen {drawn:.0f} ms later"
          f" (at most {latest:.0f}), {of('calls')[1]} calls", flush=True)
    return within(drawn, BOUND)


def main():
    need("chromium", "chromium")
    with working_folder("console-lists", options.data) as folder:
        server = made(folder)
        print(f"{options.fans} fans: ready after {server.start(ready_within=1_800):.0f} s", flush=True)
        campaigns(server)
        fan = server.demo().must("GET", "/api/v1/crm/fans?limit=1")["data"][0]["fan_id"]
        with playwright() as driver:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            context, console = signed_in(browser, server)
            good = [told(name, [opened(context, console + address.format(fan=fan), called, entered) for _ in range(options.rounds)])
                    for name, (address, called, entered) in PAGES.items()]
            browser.close()
        server.stop()
        if not all(good):
            raise SystemExit(f"rows were on the screen later than {BOUND} ms after their answer")


main()
