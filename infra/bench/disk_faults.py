#!/usr/bin/env python3
"""Single faults on the files of a stopped or killed server: it refuses to start, or has everything that it acknowledged.

    infra/bench/disk_faults.py [--rounds 200] [--seed N] [--keep DIR] [--prepared DIR] [--only N ...]

A server is filled once. It is copied while it runs (as kill -9 leaves it, with write-ahead files) and after a stop, each
with an older copy of the same kind. Every round damages one file of a copy (a flipped bit, a truncation, two swapped files, a
deleted file, an older copy of it) and starts Encore on it. A refused start must give its reason in a sentence. A start that
succeeds must answer every award, balance, fan and used key as it was acknowledged, and a new write must show. These are
failures: a start with missing data, a start that ends without a sentence, and one that neither ends nor becomes ready. The
first awards are many: the index beside the log has files from 65,536 positions on.
"""

import argparse
import collections
import json
import os
import random
import shutil
import tempfile
import time

from encore_bench import Client, Server, all_at_once, parsed, refusal, shortened

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=200)
arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
arguments.add_argument("--fans", type=int, default=25)
arguments.add_argument("--awards", type=int, default=300)
arguments.add_argument("--before", type=int, default=66_000, help="awards before all others, so that the index has files")
arguments.add_argument("--keep", help="directory for the copies of failed rounds")
arguments.add_argument("--prepared", help="directory of the filled states; existing ones are used again")
arguments.add_argument("--only", type=int, nargs="*", help="only these rounds; the same --prepared and --seed repeat them")
options = parsed(arguments, rounds=2, fans=5, awards=20, before=0)

work = tempfile.mkdtemp(prefix="encore-faults-")
# A start is most of a round: it is shorter with only the first compiler.
QUICK = {"ENCORE_JAVA_OPTS": "-XX:TieredStopAtLevel=1", "ENCORE_RATE_LIMIT": "1000000000"}
ONCE = "Idempotency-Key"
EARLY_FANS = 20
EARLY_ASKED = 100


def fill(server, known, part):
    api = server.demo(timeout=60)
    if not known:
        known["point_uid"] = api.must("POST", "/api/v1/crm/points", point_name="faults")["point_uid"]
        known.update(fans={}, awards={}, once={}, erased={})
        fill_early(api, known)
    for i in range(options.fans):
        email = f"{part}-{i}@faults.example"
        known["fans"][email] = api.must("POST", "/api/v1/crm/fans", email=email, first_name=f"Name{part}{i}")["fan_id"]
    ids = list(known["fans"].values())
    for i in range(options.awards):
        key, fan, count = f"{part}-{i}", ids[i % len(ids)], 1 + i % 9
        form = dict(point_uid=known["point_uid"], fan_id=fan, point_count=count)
        kind, more = ("once", {ONCE: key}) if i % 3 == 0 else ("awards", None)
        if more is None:
            form["award_key"] = key
        status, _, body = api.post("/api/v1/ent/fan_points", more, **form)
        if status != 200:
            raise SystemExit(f"an award is {status} {body}")
        known[kind][key] = (fan, count, body["fan_point_uid"])
    for i in range(3):
        email = f"gone-{part}-{i}@faults.example"
        fan = api.must("POST", "/api/v1/crm/fans", email=email)["fan_id"]
        if api.delete(f"/api/v1/crm/fans/{fan}")[0] != 200:
            raise SystemExit("a fan was not erased")
        known["erased"][email] = fan


def early(known, i):
    """Returns the form of one of the first awards."""
    fan = known["early_fans"][i % EARLY_FANS]
    return dict(point_uid=known["point_uid"], fan_id=fan, point_count=1, award_key=f"early-{i}")


def fill_early(api, known):
    known["early_fans"] = [
        api.must("POST", "/api/v1/crm/fans", email=f"early-{i}@faults.example")["fan_id"] for i in range(EARLY_FANS)]
    uids, callers = [None] * options.before, 16

    def award(caller):
        client = api.twin()
        for i in range(caller, options.before, callers):
            uids[i] = client.must("POST", "/api/v1/ent/fan_points", **early(known, i))["fan_point_uid"]

    all_at_once(callers, award)
    known["early"] = uids


def prepare(to):
    """Prepares four states: killed and stopped, each with an older copy of its kind."""
    if os.path.exists(os.path.join(to, "known.json")):
        with open(os.path.join(to, "known.json")) as file:
            return json.load(file)
    known, data = {}, os.path.join(to, "stopped")
    os.makedirs(data)
    server = Server(data, settings=QUICK)
    server.start()
    try:
        fill(server, known, "a")
        time.sleep(shortened(8))  # Views, checkpoints and tokens have been written.
        server.kill()
        shutil.copytree(data, os.path.join(to, "older-killed"))
        server.start()
        fill(server, known, "b")
        time.sleep(shortened(8))
        fill(server, known, "c")
        server.kill()
        shutil.copytree(data, os.path.join(to, "killed"))
        shutil.copytree(os.path.join(to, "older-killed"), os.path.join(to, "older-stopped"))
        for name in ("older-stopped", "stopped"):
            again = Server(os.path.join(to, name), settings=QUICK)
            again.start()
            again.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    with open(os.path.join(to, "known.json"), "w") as file:
        json.dump(known, file)
    return known


def files(directory):
    """Returns all files except the lock, the client's own keys, and the files that SQLite rebuilds from the write-ahead file."""
    found = []
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), directory)
            if name not in ("lock", "demo-keys.json") and not name.endswith("-shm"):
                if os.path.getsize(os.path.join(directory, path)):
                    found.append(path)
    return sorted(found)


def damage(chance, directory, older):
    """Makes one fault and returns its description."""
    candidates = files(directory)
    kind = chance.choice(["flip", "flip", "flip", "truncate", "swap", "delete", "older"])
    name = chance.choice(candidates)
    # Picks the log and the index beside it often, since they are few among many files.
    of = chance.random()
    few = [one for one in candidates if one.startswith("events.db" if of < 0.4 else "index" + os.sep)]
    if of < 0.6 and few:
        name = chance.choice(few)
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


def missing(server, keys, known, chance):
    """Returns the acknowledged data that is answered differently; empty when nothing is."""
    api = Client(server.port, keys, timeout=60)
    wrong = []
    today, yesterday = (time.strftime("%Y-%m-%d", time.gmtime(time.time() - back)) for back in (0, 86400))
    expected = collections.defaultdict(dict)
    for fan, count, uid in [*known["awards"].values(), *known["once"].values()]:
        expected[fan][uid] = count

    def must(what, right, *got):
        if not right:
            wrong.append(f"{what}: {' '.join(map(str, got))[:160]}")

    def must_be_there():
        for email, fan in known["fans"].items():
            status, _, body = api.get(f"/api/v1/crm/fans/{fan}")
            must(f"fan {fan}", status == 200 and email in json.dumps(body), status, body)
            status, _, rows = api.get(f"/api/v1/ent/fan_points?start_date={yesterday}&end_date={today}&fan_id={fan}"
                                      f"&point_uid={known['point_uid']}")
            got = {row["fan_point_uid"]: row["point_count"] for row in rows} if status == 200 else status
            must(f"the awards of fan {fan}", got == expected[fan], got)
            status, _, rows = api.get(f"/api/v1/manage/fans/{fan}/balances")
            sums = [row["balance"] for row in rows if row["point_name"] == "faults"] if status == 200 else status
            must(f"the balance of fan {fan}", sums == ([sum(expected[fan].values())] if expected[fan] else []), sums)
        for at, fan in enumerate(known["early_fans"]):
            status, _, rows = api.get(f"/api/v1/manage/fans/{fan}/balances")
            must(f"the balance of early fan {fan}", status == 200
                 and sum(row["balance"] for row in rows) == len(known["early"][at::EARLY_FANS]), status, rows)
        for email, fan in known["erased"].items():
            status, _, body = api.get(f"/api/v1/crm/fans/{fan}")
            must(f"erased fan {fan}", status == 404, status, body)

    def award(kind, key):
        fan, count, uid = known[kind][key]
        form = dict(point_uid=known["point_uid"], fan_id=fan, point_count=count)
        more = {ONCE: key} if kind == "once" else None
        if more is None:
            form["award_key"] = key
        status, _, body = api.post("/api/v1/ent/fan_points", more, **form)
        must(f"{kind} {key}", status == 200 and body["fan_point_uid"] == uid, status, body)

    must_be_there()
    # Repeats each call: the answer is the same as before, and no fan is registered twice.
    for kind in ("awards", "once"):
        for key in known[kind]:
            award(kind, key)
    for i in chance.sample(range(len(known["early"])), min(EARLY_ASKED, len(known["early"]))):
        status, _, body = api.post("/api/v1/ent/fan_points", **early(known, i))
        must(f"early award {i}", status == 200 and body["fan_point_uid"] == known["early"][i], status, body)
    for email, fan in known["fans"].items():
        status, _, body = api.post("/api/v1/crm/fans", None, email=email)
        must(email, status == 200 and body["fan_id"] == fan, status, body)
    body = api.must("POST", "/api/v1/crm/points", point_name="faults")
    must("the kind of points", body["point_uid"] == known["point_uid"], body)
    must_be_there()
    # A new write shows, and an erased fan's contact can be registered again as a new fan.
    for email in ["new@faults.example", *known["erased"]]:
        status, _, body = api.post("/api/v1/crm/fans", None, email=email)
        fan = body.get("fan_id") if status == 200 else None
        must(f"new fan {email}", fan is not None and fan not in known["erased"].values()
             and api.get(f"/api/v1/crm/fans/{fan}")[0] == 200, status, body)
    return wrong


def attempt(number, known, states, outcomes):
    """Runs one round and returns a description of its failure."""
    chance = random.Random(f"{options.seed}-{number}")
    state = chance.choice(["killed", "stopped"])
    data = os.path.join(work, "round")
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(os.path.join(states, state), data)
    if os.path.exists(data + ".log"):
        os.remove(data + ".log")
    with open(os.path.join(data, "demo-keys.json")) as file:
        pair = json.load(file)
    keys = {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"]}
    what = f"{state}: {damage(chance, data, os.path.join(states, 'older-' + state))}"
    damaged = data + ".damaged"
    shutil.rmtree(damaged, ignore_errors=True)
    shutil.copytree(data, damaged)
    server, wrong, said = Server(data, settings=dict(QUICK, ENCORE_DEMO="off")), [], None
    try:
        server.start(ready_within=90)
        outcome = "served"
        wrong = missing(server, keys, known, chance)
    except SystemExit as ended:
        said = refusal(data + ".log")
        outcome = "refused"
        if server.process.poll() is None:
            wrong = [str(ended)]
        elif not said:
            wrong = ["it ended without a sentence"]
    except Exception as broken:  # A server that closes a connection without an answer fails as well.
        wrong = [f"{type(broken).__name__}: {broken}"]
        outcome = "served"
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
    outcomes[outcome if not wrong else "wrong"] += 1
    print(f"{number}: {what}: {outcome}{'; WRONG: ' + '; '.join(wrong[:3]) if wrong else ''}"
          f"{': ' + said if said else ''}", flush=True)
    if wrong and options.keep:
        kept = os.path.join(options.keep, str(number))
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(damaged, kept)
        shutil.copyfile(data + ".log", kept + ".log")
    return what if wrong else None


states = options.prepared or work
known = prepare(states)
print(f"seed {options.seed}: {len(known['early'])} early awards, {len(known['awards']) + len(known['once'])} awards, {len(known['fans'])} fans and "
      f"{len(known['erased'])} erasures acknowledged", flush=True)
outcomes, faults = collections.Counter(), []
for number in options.only or range(1, options.rounds + 1):
    faults.append(attempt(number, known, states, outcomes))
shutil.rmtree(work, ignore_errors=True)
print(f"seed {options.seed}, {len(faults)} faults: {dict(outcomes)}")
if any(faults):
    raise SystemExit(f"{sum(map(bool, faults))} were wrong")
