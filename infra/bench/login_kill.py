#!/usr/bin/env python3
"""Logins and kill -9, in rounds: no acknowledged session is lost, no ended one is back, and no wrong try is forgotten.

    infra/bench/login_kill.py [--rounds 20] [--clients 8] [--least 40] [--seed N]

It is `./encore run` on embedded stores, killed once in each round amid all of this at once:

- guests, logins by password that replace sessions or do not, and ends of sessions by staff;
- codes by SMS, wrong and right ones, and wrong passwords;
- phones that a session planted in one fan and that another one proves and registers, which moves them in two commits;
- uploads of images.

After each restart: acknowledged sessions live and ended ones are refused, at first use. A code and a password have only the
tries that were left, and not fewer. Every code that was asked for is delivered. A moved phone belongs to one fan, which the
repeated call finds. Every acknowledged image is there. At the end the log is verified.
"""

import argparse
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from encore_bench import Client, Receiver, Server, business_for_logins, login_settings, parsed, png, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--clients", type=int, default=8)
arguments.add_argument("--members", type=int, default=24, help="fans with a password")
arguments.add_argument("--least", type=int, default=40, help="acknowledged calls of a round; up to four times as many")
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, clients=2, members=4, least=5)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

CONNECT = "/api/v1/sessions/connect"
SESSIONS = "/api/v1/sessions/"
PASSWORD = "correct horse"
TRIES_OF_A_CODE = 5
TRIES_OF_A_PASSWORD = 10
lock = threading.Lock()
wrong = []
counts = dict.fromkeys(("sessions", "ended", "codes", "tries", "moves", "images"), 0)
codes = {}  # request_uid -> code


class Webhook(Receiver):
    """Receives the text messages."""

    def answer(self, headers, body):
        message = json.loads(body)
        code = re.search(r" is (\d{6})\.", message["text"]).group(1)
        if codes.setdefault(message["message_id"], code) != code:
            wrong.append(("another code for the same request", message["message_id"]))
        return "200 OK", b""


data = tempfile.mkdtemp(prefix="encore-logins-")
server = Server(data, settings=login_settings(Webhook("/sms").url))
server.start()
api = server.demo()
key = api.headers["Api-Key"]
business = business_for_logins(api)
stamp = uuid.uuid4().hex[:6]
numbers = iter(range(10_000_000, 99_999_999))


def public(timeout=10):
    """A client with the public key alone, as a fan's page has it."""
    return Client(server.port, {"Api-Key": key}, timeout)


def phone():
    with lock:
        return f"+49151{next(numbers)}"


def connect(client, network, **form):
    return client.post(CONNECT, network=network, business_id=business, **form)


def fan(client, **form):
    return client.must("POST", "/api/v1/crm/fans", **form)["fan_id"]


def member(client, email):
    number = fan(client, email=email)
    client.must("POST", f"/api/v1/crm/fans/{number}", password=PASSWORD)
    return number


class Killed(Exception):
    """The server died, so nobody knows what became of the last call."""


def answered(status, body, *expected):
    """Returns the body of an answer, or raises for one that the kill or a busy moment explains."""
    if status in (409, 429, 503) and status not in expected:
        raise Killed
    if status not in expected:
        raise AssertionError(f"answered {status}: {body}")
    return body


class Sessions:
    """The sessions that must live, those that must have ended, and those that nobody knows."""

    def __init__(self):
        self.live, self.ended = {}, set()  # uid -> fan_id or None

    def opened(self, body):
        with lock:
            self.live[body["session_uid"]] = body.get("fan_id")
            counts["sessions"] += 1

    def unknown(self, *uids):
        with lock:
            for uid in uids:
                self.live.pop(uid, None)

    def take_guest(self):
        """Returns a guest's session, which nobody else ends, or None."""
        with lock:
            uid = next((uid for uid, of in self.live.items() if of is None), None)
            self.live.pop(uid, None)
            return uid

    def end(self, *uids):
        with lock:
            for uid in uids:
                self.live.pop(uid, None)
                self.ended.add(uid)
                counts["ended"] += 1


sessions = Sessions()
members = [(f"{stamp}-{i}@logins.example", member(api, f"{stamp}-{i}@logins.example")) for i in range(options.members)]
requests, victims, moves, images = [], [], [], {}


def guests(client):
    sessions.opened(answered(*answer(client, CONNECT, business_id=business), 200))


def answer(client, path, **form):
    status, _, body = client.post(path, **form)
    return status, body


def logins(client, mine):
    """Logs members of this thread in, and ends sessions. What a lost answer leaves open is not looked at any more."""
    email, number = mine
    own = [uid for uid, of in list(sessions.live.items()) if of == number]
    action = random.random()
    if action < 0.15 and own:
        sessions.unknown(*own)
        status, _, body = client.secret.delete(f"/api/v1/manage/fans/{number}/sessions")
        answered(status, body, 200)
        sessions.end(*own)
        return
    replaced = random.choice(own) if own and action < 0.5 else sessions.take_guest() if action > 0.8 else None
    form = dict(email=email, password=PASSWORD)
    if replaced:
        form["session_uid"] = replaced
        sessions.unknown(replaced)
    status, _, body = connect(client, "password", **form)
    sessions.opened(answered(status, body, 200))
    if replaced:
        sessions.end(replaced)


def codes_of_phones(client, _):
    """Asks for a code and tries it; the check after the restart goes on with it."""
    one = dict(phone=phone(), tries=0, unknown=0, state="open")
    if random.random() < 0.5:
        one["fan"] = fan(client.secret, phone=one["phone"])
    status, _, body = connect(client, "verify_sms", phone=one["phone"])
    one["request"] = answered(status, body, 200)["request_uid"]
    with lock:
        requests.append(one)
        counts["codes"] += 1
    if not code_came(one["request"]):
        return
    for _ in range(random.randrange(TRIES_OF_A_CODE)):
        try_code(client, one, False)
    if random.random() < 0.4:
        one["state"] = "unknown"
        status, body = submit(client, one, True)
        body = answered(status, body, 200)
        one["state"] = "used"
        if "session_uid" in body:
            sessions.opened(body)


def code_came(request):
    """Waits five seconds at most for the code of a request."""
    end = time.monotonic() + 5
    while request not in codes and time.monotonic() < end:
        time.sleep(0.02)
    return request in codes


def submit(client, one, is_right):
    code = codes[one["request"]]
    if not is_right:
        code = f"{(int(code) + 1 + random.randrange(999_998)) % 1_000_000:06}"
    status, _, body = connect(client, "submit_verification_code", request_uid=one["request"], verification_code=code)
    return status, body


def try_code(client, one, is_right):
    one["unknown"] += 1
    answered(*submit(client, one, is_right), 401)
    one["unknown"] -= 1
    one["tries"] += 1
    counts["tries"] += 1


def wrong_passwords(client, _):
    with lock:
        email = f"{stamp}-v{len(victims)}@logins.example"
        one = dict(email=email, tries=0, unknown=0)
        victims.append(one)
    member(client.secret, email)
    one["ready"] = True
    for _ in range(random.randrange(1, TRIES_OF_A_PASSWORD)):
        try_password(client, one)


def try_password(client, one):
    one["unknown"] += 1
    status, _, body = connect(client, "password", email=one["email"], password="wrong horse")
    answered(status, body, 401)
    one["unknown"] -= 1
    one["tries"] += 1
    counts["tries"] += 1


def moved_phones(client, _):
    """A session plants a phone in its fan, and the phone's owner proves it and registers."""
    one = dict(phone=phone(), state="planted")
    email = f"{stamp}-{one['phone'][1:]}@logins.example"
    one["from"] = member(client.secret, email)
    status, _, body = connect(client, "password", email=email, password=PASSWORD)
    session = answered(status, body, 200)
    sessions.opened(session)
    status, _, body = client.post(SESSIONS + session["session_uid"] + "/fan", phone=one["phone"])
    answered(status, body, 200)
    status, _, body = connect(client, "verify_sms", phone=one["phone"])
    one["request"] = answered(status, body, 200)["request_uid"]
    if not code_came(one["request"]):
        return
    body = answered(*submit(client, one, True), 200)
    if body.get("status") != "register":
        raise AssertionError(f"a planted phone was answered {body}")
    one["verification"] = body["verification_uid"]
    with lock:
        moves.append(one)
        counts["moves"] += 1
    register(client, one)


def register(client, one):
    status, _, body = connect(client, "register", first_name="Eve", request_uid=one["request"],
                              verification_uid=one["verification"])
    body = answered(status, body, 200, 401)
    if "session_uid" in body:
        sessions.opened(body)
    one["state"] = "registered"


def uploads(client, _):
    width, height = random.randrange(1, 60), random.randrange(1, 60)
    status, _, body = client.secret.call("POST", "/api/v1/manage/media", png(width, height, lambda: os.urandom(3 * width)), {"Content-Type": "image/png"})
    body = answered(status, body, 200)
    with lock:
        images[body["media_uid"]] = body["byte_count"]
        counts["images"] += 1


JOBS = (logins, logins, codes_of_phones, wrong_passwords, moved_phones, uploads)


def client(number, stop):
    mine = members[number::options.clients]
    here = public()
    here.secret = server.demo(timeout=10)
    while not stop.is_set():
        job = guests if random.random() < 0.2 else random.choice(JOBS)
        try:
            job(here) if job is guests else job(here, random.choice(mine))
        except (OSError, Killed):
            time.sleep(0.01)
        except SystemExit as failed:  # A call of the set-up met the kill or a busy moment.
            if not re.search(r": (409|429|503) ", str(failed)):
                wrong.append((job.__name__, str(failed)))
        except AssertionError as failed:
            wrong.append((job.__name__, str(failed)))


def patient(call, *expected):
    """Repeats a call after the restart until it is answered, and returns status and body."""
    while True:
        try:
            status, body = call()
            if status not in (409, 503):
                break
        except OSError:
            pass
        time.sleep(0.02)
    if status not in expected:
        wrong.append(("after the restart", status, body, expected))
    return status, body


def check(of_round):
    here = public(30)
    here.secret = server.demo(timeout=30)
    recent = of_round["live"]
    older = [uid for uid in sessions.live if uid not in recent]
    for uid in [*recent, *chance.sample(older, min(60, len(older)))]:
        if uid in sessions.live:
            status, body = patient(lambda: here.get(SESSIONS + uid)[::2], 200)
            if status == 200 and body.get("fan_id") != sessions.live[uid]:
                wrong.append(("another fan's session", uid))
    for uid in chance.sample(sorted(sessions.ended), min(150, len(sessions.ended))):
        patient(lambda: here.get(SESSIONS + uid)[::2], 401)
    waiting = [one for one in requests if one["state"] == "open"]
    until("every code is delivered", lambda: all(one["request"] in codes for one in waiting), 120)
    for one in waiting:
        one["state"] = "checked"
        if chance.random() < 0.5:
            while one["tries"] < TRIES_OF_A_CODE:
                patient(lambda: submit(here, one, False), 401)
                one["tries"] += 1
            patient(lambda: submit(here, one, True), 401)
        elif one["tries"] + one["unknown"] < TRIES_OF_A_CODE:
            _, body = patient(lambda: submit(here, one, True), 200)
            if "session_uid" in body:
                sessions.opened(body)
            patient(lambda: submit(here, one, True), 401)
    for one in [each for each in victims if each.get("ready")]:
        one["ready"] = False
        login = lambda password: patient(  # noqa: E731
            lambda: connect(here, "password", email=one["email"], password=password)[::2], *one["expected"])
        if chance.random() < 0.5:
            one["expected"] = (401, 429)
            while one["tries"] < TRIES_OF_A_PASSWORD:
                login("wrong horse")
                one["tries"] += 1
            one["expected"] = (429,)
            login(PASSWORD)
        elif one["tries"] + one["unknown"] < TRIES_OF_A_PASSWORD:
            one["expected"] = (200,)
            sessions.opened(login(PASSWORD)[1])
    for one in moves:
        if one.get("checked"):
            continue
        one["checked"] = True
        if one["state"] == "planted":
            while one["state"] == "planted":
                try:
                    register(here, one)
                except (OSError, Killed):
                    time.sleep(0.02)
        owner = here.secret.must("GET", "/api/v1/sessions/check", phone=one["phone"])["fan_id"]
        found = here.secret.must("GET", f"/api/v1/crm/fans/{owner}") if owner else {}
        if owner == one["from"] or found.get("phone") != one["phone"] or not found["is_phone_confirmed"]:
            wrong.append(("moved", one, owner))
        if here.secret.must("GET", f"/api/v1/crm/fans/{one['from']}")["phone"] is not None:
            wrong.append(("still there", one))
    for media_uid in [*of_round["images"], *chance.sample(sorted(images), min(20, len(images)))]:
        status, _, body = here.get(f"/social_media/{media_uid}")
        if status != 200 or len(body) != images[media_uid]:
            wrong.append(("image", media_uid, status))
    listed = 0
    after = {}
    while True:
        page = here.secret.must("GET", "/api/v1/manage/media", **after)
        listed += len(page["data"])
        for row in page["data"]:
            if row["media_uid"] not in images and here.get("/social_media/" + row["media_uid"])[0] != 200:
                wrong.append(("a listed image is not there", row))
        following = next((value for name, value in page.items() if name.startswith("next_") and value), None)
        if following is None or not page["data"]:
            break
        after = {next(name for name in page if name.startswith("next_")): following}
    if listed < len(images):
        wrong.append(("images listed", listed, len(images)))
    here.close()


for number in range(1, options.rounds + 1):
    known, known_images = set(sessions.live), set(images)
    stop = threading.Event()
    load = [threading.Thread(target=client, args=(i, stop)) for i in range(options.clients)]
    for one in load:
        one.start()
    # A server that has just started needs a while for its first calls.
    at = sum(counts.values()) + chance.randrange(options.least, 4 * options.least)
    began = time.monotonic()
    while sum(counts.values()) < at and time.monotonic() - began < 60:
        time.sleep(0.001)
    pause = time.monotonic() - began
    server.kill()
    stop.set()
    for one in load:
        one.join()
    of_round = {"live": set(sessions.live) - known, "images": set(images) - known_images}
    ready = server.start()
    check(of_round)
    print(f"round {number}: killed after {pause:.1f} s, ready after {ready:.1f} s; {counts}; {len(wrong)} wrong", flush=True)
    if wrong:
        print(*(str(one)[:300] for one in wrong[:10]), sep="\n", flush=True)
        break

server.stop()
logs = glob.glob(os.path.join(data, "**", "events.db"), recursive=True)
verified = [subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "verify_log.py"), path],
                           capture_output=True, text=True).stdout.strip() for path in logs]
print(f"{number} rounds; {counts}; {len(wrong)} wrong; the log is {verified}")
if wrong or not verified or any(not one.startswith("whole") for one in verified):
    print("the data is in", data)
    raise SystemExit(1)
shutil.rmtree(data)
