#!/usr/bin/env python3
"""Single faults on the files of a stopped or killed server: it refuses to start, or has everything that it acknowledged.

    infra/bench/disk_faults.py [--rounds 200] [--seed N] [--keep DIR]

A server is filled once; it is copied running (as kill -9 leaves it, write-ahead files and all) and stopped, each with an
older copy of the same kind. Every round damages one file of a copy (a flipped bit, a truncation, two files swapped, a file
deleted, an older copy of it) and starts Encore over it. A start that is refused must say so in a sentence; one that is not
must answer every award, balance, fan and used key as it was acknowledged, and a new write must show. Wrong is: up with
something missing, a start that ends without a sentence, or one that neither ends nor gets ready.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import tempfile
import time

from encore_bench import Client, Server

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=200)
arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
arguments.add_argument("--fans", type=int, default=25)
arguments.add_argument("--awards", type=int, default=400)
arguments.add_argument("--keep", help="where copies of rounds that went wrong are left")
options = arguments.parse_args()
chance = random.Random(options.seed)

work = tempfile.mkdtemp(prefix="encore-faults-")
SENTENCE = re.compile(r"(is damaged|cannot be read|events are missing|holds no position|does not start|not the one)")


def fill(server, known, part):
    api = server.demo(timeout=60)
    if not known:
        known["point_uid"] = api.must("POST", "/api/v1/crm/points", point_name="faults")["point_uid"]
        known["fans"], known["awards"] = {}, {}
    for i in range(options.fans):
        email = f"{part}-{i}@faults.example"
        known["fans"][email] = api.must("POST", "/api/v1/crm/fans", email=email, first_name=f"Name{part}{i}")["fan_id"]
    ids = list(known["fans"].values())
    for i in range(options.awards):
        key, fan, count = f"{part}-{i}", ids[i % len(ids)], 1 + i % 9
        form = dict(point_uid=known["point_uid"], fan_id=fan, point_count=count, award_key=key)
        known["awards"][key] = (fan, count, api.must("POST", "/api/v1/ent/fan_points", **form)["fan_point_uid"])


def prepare():
    """Four states: killed and stopped, each with an older one of its kind."""
    known, data = {}, os.path.join(work, "data")
    os.mkdir(data)
    server = Server(data)
    server.start()
    states = {}
    try:
        fill(server, known, "a")
        time.sleep(8)  # Views, checkpoints and marks have been written.
        server.kill()
        shutil.copytree(data, os.path.join(work, "older-killed"))
        server.start()
        fill(server, known, "b")
        time.sleep(8)
        fill(server, known, "c")
        server.kill()
        shutil.copytree(data, os.path.join(work, "killed"))
        states["killed"] = os.path.join(work, "killed"), os.path.join(work, "older-killed")
        shutil.copytree(os.path.join(work, "older-killed"), os.path.join(work, "older-stopped"))
        for name in ("older-stopped", "data"):
            again = Server(os.path.join(work, name))
            again.start()
            again.stop()
        states["stopped"] = data, os.path.join(work, "older-stopped")
    finally:
        if server.process.poll() is None:
            server.kill()
    return known, states


def files(directory):
    """All but the lock and what SQLite makes anew from the write-ahead file."""
    found = []
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), directory)
            if name not in ("lock", "demo-keys.json", "master.key") and not name.endswith("-shm"):
                if os.path.getsize(os.path.join(directory, path)):
                    found.append(path)
    return sorted(found)


def damage(directory, older):
    """One fault; answers what it was."""
    candidates = files(directory)
    kind = chance.choice(["flip", "flip", "flip", "truncate", "swap", "delete", "older"])
    name = chance.choice(candidates)
    # Half of the time the log itself, of which there is only one among many files.
    if chance.random() < 0.5:
        name = chance.choice([one for one in candidates if one.startswith("events.db")])
    path = os.path.join(directory, name)
    size = os.path.getsize(path)
    if kind == "flip":
        at, bit = chance.randrange(size), chance.randrange(8)
        with open(path, "r+b") as file:
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 1 << bit]))
        return f"flip of bit {bit} of byte {at} of {name}"
    if kind == "truncate":
        to = chance.randrange(size)
        os.truncate(path, to)
        return f"truncation of {name} from {size} to {to}"
    if kind == "swap":
        other = chance.choice([one for one in candidates if one != name])
        aside = path + ".aside"
        os.rename(path, aside)
        os.rename(os.path.join(directory, other), path)
        os.rename(aside, os.path.join(directory, other))
        return f"swap of {name} and {other}"
    if kind == "older" and os.path.exists(os.path.join(older, name)):
        shutil.copyfile(os.path.join(older, name), path)
        return f"older copy of {name}"
    os.remove(path)
    return f"deletion of {name}"


def missing(server, keys, known):
    """What was acknowledged and is not answered so; empty when all is."""
    api = Client(server.port, keys, timeout=60)
    wrong = []
    today, yesterday = (time.strftime("%Y-%m-%d", time.gmtime(time.time() - back)) for back in (0, 86400))
    expected = collections.defaultdict(dict)
    for fan, count, uid in known["awards"].values():
        expected[fan][uid] = count
    for email, fan in known["fans"].items():
        status, _, body = api.get(f"/api/v1/crm/fans/{fan}")
        if status != 200 or email not in json.dumps(body):
            wrong.append(f"fan {fan} is {status} {str(body)[:120]}")
        status, _, rows = api.get(f"/api/v1/ent/fan_points?start_date={yesterday}&end_date={today}&fan_id={fan}"
                                  f"&point_uid={known['point_uid']}")
        got = {row["fan_point_uid"]: row["point_count"] for row in rows} if status == 200 else status
        if got != expected[fan]:
            wrong.append(f"the awards of fan {fan} are {str(got)[:120]}")
        status, _, rows = api.get(f"/api/v1/manage/fans/{fan}/balances")
        sums = [row["balance"] for row in rows if row["point_name"] == "faults"] if status == 200 else status
        if sums != ([sum(expected[fan].values())] if expected[fan] else []):
            wrong.append(f"the balance of fan {fan} is {sums}")
    for key in chance.sample(sorted(known["awards"]), 60):
        fan, count, uid = known["awards"][key]
        status, _, body = api.post("/api/v1/ent/fan_points", None, point_uid=known["point_uid"], fan_id=fan,
                                   point_count=count, award_key=key)
        if status != 200 or body["fan_point_uid"] != uid:
            wrong.append(f"award key {key} is answered with {status} {str(body)[:120]}")
    for email in chance.sample(sorted(known["fans"]), 10):
        status, _, body = api.post("/api/v1/crm/fans", None, email=email)
        if status != 200 or body["fan_id"] != known["fans"][email]:
            wrong.append(f"{email} is answered with {status} {str(body)[:120]}")
    status, _, body = api.post("/api/v1/crm/fans", None, email="new@faults.example")
    fan = body.get("fan_id") if status == 200 else None
    if fan is None or api.get(f"/api/v1/crm/fans/{fan}")[0] != 200:
        wrong.append(f"a new fan is not found: {status} {str(body)[:120]}")
    return wrong


known, states = prepare()
print(f"seed {options.seed}: {len(known['awards'])} awards and {len(known['fans'])} fans acknowledged", flush=True)
outcomes, faults = collections.Counter(), []
for number in range(options.rounds):
    state = chance.choice(sorted(states))
    base, older = states[state]
    data = os.path.join(work, "round")
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(base, data)
    if os.path.exists(data + ".log"):
        os.remove(data + ".log")
    with open(os.path.join(data, "demo-keys.json")) as file:
        pair = json.load(file)
    keys = {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"]}
    what = f"{state}: {damage(data, older)}"
    server, wrong = Server(data, settings={"ENCORE_DEMO": "off"}), []
    try:
        server.start(ready_within=90)
        outcome = "served"
        wrong = missing(server, keys, known)
    except SystemExit as ended:
        with open(data + ".log", encoding="utf-8", errors="replace") as log:
            said = SENTENCE.search(log.read())
        outcome = "refused"
        if server.process.poll() is None:
            wrong = [str(ended)]
        elif not said:
            wrong = ["it ended without a sentence"]
    except Exception as broken:  # A server that breaks off a connection is wrong as well.
        wrong = [f"{type(broken).__name__}: {broken}"]
        outcome = "served"
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
    outcomes[outcome if not wrong else "wrong"] += 1
    print(f"{number + 1}: {what}: {outcome}{'; WRONG: ' + '; '.join(wrong[:3]) if wrong else ''}", flush=True)
    if wrong:
        faults.append(what)
        if options.keep:
            shutil.copytree(data, os.path.join(options.keep, str(number + 1)))
            shutil.copyfile(data + ".log", os.path.join(options.keep, f"{number + 1}.log"))
shutil.rmtree(work, ignore_errors=True)
print(f"seed {options.seed}, {options.rounds} faults: {dict(outcomes)}")
if faults:
    raise SystemExit(f"{len(faults)} were wrong")
