#!/usr/bin/env python3
"""A backup under load, kill -9 of the server in the meantime, and a restore: no write acknowledged before it is missing.

    infra/bench/backup.py [--rounds 6] [--seconds 4] [--seed N]

Each round works on the data directory that the previous one restored. Clients award and register during `./encore backup`,
and kill -9 of the server comes at a random moment of it (in every third round after it). Fans are erased before the backup,
during it and after it. The backup is restored and started. Every award and fan acknowledged before the backup began must
be there, and count once. Every erased fan must be gone, whenever it was erased, also from the data in the log. The restored
log must be whole. An interrupted backup must report it and must not be restorable.
"""

import argparse
import collections
import os
import random
import shutil
import subprocess
import tempfile
import threading
import time

from encore_bench import ROOT, Server, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=6)
arguments.add_argument("--seconds", type=float, default=4, help="of load before each backup")
arguments.add_argument("--clients", type=int, default=6)
arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
options = parsed(arguments, rounds=1, seconds=1, clients=2)
chance = random.Random(options.seed)

work = tempfile.mkdtemp(prefix="encore-backup-")
data = os.path.join(work, "data")
os.mkdir(data)
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
AWARDS, FANS = "/api/v1/ent/fan_points", "/api/v1/crm/fans"


def encore(*command):
    return subprocess.Popen([os.path.join(ROOT, "encore"), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Load:
    """Sends awards and registrations until it is stopped or the server is gone, and remembers the acknowledged ones."""

    def __init__(self, api, point, name):
        self.awards, self.fans, self.stop, self.failed = {}, {}, threading.Event(), []
        self.threads = [threading.Thread(target=self.run, args=(api.twin(), point, f"{name}-{i}")) for i in range(options.clients)]
        for thread in self.threads:
            thread.start()

    def run(self, api, point, name):
        fan, number = None, 0
        while not self.stop.is_set():
            number += 1
            key = f"{name}-{number}"
            try:
                if number % 25 == 1:
                    email = f"{key}@backup.example"
                    status, _, body = api.post(FANS, None, email=email, first_name=f"Name{key}")
                    if status == 200:
                        fan = self.fans[email] = body["fan_id"]
                else:
                    status, _, body = api.post(AWARDS, None, point_uid=point, fan_id=fan, point_count=1, award_key=key)
                    if status == 200:
                        self.awards[key] = (fan, body["fan_point_uid"])
                if status not in (200, 503):
                    self.failed.append(f"{status} {body}")
            except OSError:
                return  # It was killed.

    def acknowledged(self):
        return dict(self.awards), dict(self.fans)

    def end(self):
        self.stop.set()
        for thread in self.threads:
            thread.join()


def erase(api, count, part, erased):
    for i in range(count):
        email = f"{part}-{i}@erased.example"
        fan = api.must("POST", FANS, email=email, first_name=f"Gone{part}{i}")["fan_id"]
        api.must("POST", AWARDS, point_uid=point, fan_id=fan, point_count=1)
        erased[email] = fan
    return [fan for email, fan in erased.items() if email.startswith(part + "-")]


def delete(api, fans):
    """Erases fans and returns those whose erasure was acknowledged."""
    done = []
    for fan in fans:
        try:
            if api.delete(f"{FANS}/{fan}")[0] == 200:
                done.append(fan)
        except OSError:
            break
    return done


def missing(api, awards, fans, erased):
    wrong = []
    for email, fan in fans.items():
        status, _, body = api.post(FANS, None, email=email)
        if (status, body.get("fan_id")) != (200, fan):
            wrong.append(f"{email} is {status} {body}")
        status, _, body = api.get(f"{FANS}/{fan}")
        if status != 200 or email not in str(body):
            wrong.append(f"fan {fan} is {status} {str(body)[:100]}")
    for key, (fan, uid) in awards.items():
        status, _, body = api.post(AWARDS, None, point_uid=point, fan_id=fan, point_count=1, award_key=key)
        if (status, body.get("fan_point_uid")) != (200, uid):
            wrong.append(f"award {key} is {status} {body}")
    for fan in erased:
        status, _, body = api.get(f"{FANS}/{fan}")
        if status != 404:
            wrong.append(f"erased fan {fan} is {status} {str(body)[:100]}")
        status, _, rows = api.get(f"/api/v1/manage/audit/fans/{fan}/export")
        if status == 200 and "Gone" in str(rows):
            wrong.append(f"the export of erased fan {fan} tells its name")
    return wrong


figures, faults = collections.Counter(), []
server.start()
point = server.demo().must("POST", "/api/v1/crm/points", point_name="backup")["point_uid"]
known_awards, known_fans, gone = {}, {}, set()
try:
    for number in range(1, options.rounds + 1):
        api = server.demo(timeout=60)
        mails = {}
        before, during, behind = (erase(api, 5, f"{part}{number}", mails) for part in ("before", "during", "behind"))
        load = Load(api, point, f"r{number}")
        time.sleep(options.seconds)
        gone.update(delete(api, before))
        awards, fans = load.acknowledged()
        known_awards.update(awards)
        known_fans.update(fans)
        to = os.path.join(work, f"backup-{number}")
        began = time.monotonic()
        backup = encore("backup", to, "--from", data)
        erasing = threading.Thread(target=lambda: gone.update(delete(api.twin(), during)))
        erasing.start()
        while_it_runs = number % 3 != 0
        if while_it_runs:
            time.sleep(chance.uniform(0.3, figures["longest ms"] / 1000 or 3))
            running = backup.poll() is None
            server.kill()
        said = backup.communicate(timeout=120)[0].strip()
        took = time.monotonic() - began
        figures["longest ms"] = max(figures["longest ms"], int(took * 1000))
        if not while_it_runs:
            running = False
            server.kill()
        load.end()
        erasing.join()
        figures["killed during the backup" if running else "killed behind it"] += 1
        # The server runs once more, so that fans in the backup can be erased.
        server.start()
        gone.update(delete(server.demo(timeout=60), during + behind))
        server.kill() if chance.random() < 0.5 else server.stop()
        restore = encore("restore", to, "--to", data)
        told = restore.communicate(timeout=120)[0].strip()
        figures["backups whole" if backup.returncode == 0 else "backups refused"] += 1
        if (backup.returncode == 0) != (restore.returncode == 0):
            faults.append(f"round {number}: the backup ended with {backup.returncode} ({said[-200:]}), the restore with "
                          f"{restore.returncode} ({told[-200:]})")
        server.start()
        wrong = missing(server.demo(timeout=60), known_awards, known_fans, gone)
        verify = encore("verify", data)
        whole = verify.communicate(timeout=120)[0].strip()
        if verify.returncode:
            wrong.append(f"verify says {whole}")
        faults += [f"round {number}: {one}" for one in wrong + load.failed[:3]]
        print(f"{number}: backup of {os.path.getsize(os.path.join(to, 'events.db')) if backup.returncode == 0 else 0:,} bytes "
              f"in {took:.1f} s, killed {'meanwhile' if running else 'behind it'}; {told.splitlines()[-1] if told else ''}"
              f" {len(known_awards):,} awards, {len(known_fans)} fans, {len(gone)} erasures: {len(wrong)} wrong", flush=True)
        shutil.rmtree(to, ignore_errors=True)
finally:
    if server.process.poll() is None:
        server.kill()
    shutil.rmtree(work, ignore_errors=True)
print(f"seed {options.seed}, {options.rounds} rounds: {dict(figures)}; {len(faults)} wrong")
if faults:
    raise SystemExit("\n".join(faults[:20]))
