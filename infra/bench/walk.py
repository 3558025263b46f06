#!/usr/bin/env python3
"""Plays the walk of docs/bruno by Bruno's command line: all endpoints, with bodies as JSON and as forms.

    infra/bench/walk.py [--at http://localhost:8080 --keys data/demo-keys.json] [--encoding json --encoding form] [--keep DIR]

Without --at a server of its own is started. It needs npm; Bruno goes into a temporary directory.
"""

import argparse
import json
import os
import subprocess

from encore_bench import ROOT, SMALLEST, add_server_options, demo_server, install, parsed, working_folder

BRUNO = "@usebruno/cli@4.1.0"
COLLECTION = os.path.join(ROOT, "docs", "bruno")
# The smallest run plays the beginning, since each request takes Bruno a tenth of a second.
FOLDERS = ["01-account", "02-fans"] if SMALLEST else []


def play(bruno, encoding, at, pair, folder):
    """Plays the collection; returns what is wrong with it, or nothing."""
    report = os.path.join(folder, encoding + ".json")
    given = {"base": at, "encoding": encoding} | {name: pair[name] for name in ("account_id", "api_key", "api_secret")}
    variables = [word for name, value in given.items() for word in ("--env-var", f"{name}={value}")]
    done = subprocess.run([bruno, "run", *FOLDERS, "-r", "--env", "demo", *variables, "--output", report, "--format", "json"],
                          cwd=COLLECTION, capture_output=True, text=True)
    if not os.path.exists(report):
        raise SystemExit(done.stdout[-4000:] + done.stderr[-4000:])
    with open(report) as file:
        report = json.load(file)
    report = report[0] if isinstance(report, list) else report
    wrong = []
    for result in report["results"]:
        tests = result.get("testResults") or []
        failed = [test for test in tests if test["status"] != "pass"]
        if failed or result.get("error"):
            reason = "; ".join(f"{test['description']}: {test.get('error')}" for test in failed) or result["error"]
            wrong.append(f"{result.get('path') or result.get('name')}: {reason}")
    print(f"{encoding}: {len(report['results'])} requests, "
          f"{sum(len(result.get('testResults') or []) for result in report['results'])} tests, {len(wrong)} requests failed",
          flush=True)
    return wrong or (["Bruno ended with " + str(done.returncode)] if done.returncode else [])


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
add_server_options(arguments)
arguments.add_argument("--encoding", action="append", choices=["json", "form"])
arguments.add_argument("--keep")
options = parsed(arguments)
with working_folder("walk", options.keep) as folder, demo_server(options, folder) as (at, pair):
    install("npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, BRUNO)
    bruno = os.path.join(folder, "node_modules", ".bin", "bru")
    encodings = options.encoding or (["json"] if SMALLEST else ["json", "form"])
    wrong = [line for encoding in encodings for line in play(bruno, encoding, at, pair, folder)]
    print("\n".join(wrong))
    if wrong:
        raise SystemExit(1)
