"""Shared by the benchmarks of live shows: a show with logged-in fans, and ShowClients with the CPU of both sides.

Callers repeat a call until it is answered, at the next gateway, since gateways are killed.
"""

import collections
import json
import os
import subprocess
import tempfile
import threading
import time
import uuid

from encore_bench import Client, all_at_once, bench_classes, cpu_seconds, java, login_settings

CONNECT = "/api/v1/sessions/connect"
AGAIN = (0, 409, 429, 503)


def settings(webhook, **more):
    """Returns the settings of a server for thousands of clients of this machine."""
    return login_settings(webhook.url) | {
        "ENCORE_NEW_FANS": "1000000", "ENCORE_WRONG_CREDENTIALS": "1000000", "ENCORE_CONNECTIONS": "20000",
        "ENCORE_CROWDED_NETWORKS": "127.0.0.0/8"} | more


class Caller:
    """A client at every gateway. It goes to the next one when a call was not answered."""

    def __init__(self, running, ports, public=False, first=0):
        headers = dict(running.demo().headers)
        if public:
            del headers["Api-Secret"]
        self.clients, self.at = [Client(port, headers, timeout=15) for port in ports], first
        self.refused = []  # What the last call was answered before its answer.

    def call(self, method, path, extra=None, within=120, **form):
        """Repeats a call until it is answered, and returns status, headers and body."""
        end = time.monotonic() + within
        self.refused = []
        # A repeated call must be the same one.
        extra = {"Idempotency-Key": uuid.uuid4().hex} | (extra or {}) if method == "POST" else extra
        while True:
            mine = self.clients[self.at % len(self.clients)]
            try:
                if method == "POST":
                    status, headers, body = mine.post(path, extra, **form)
                else:
                    status, headers, body = mine.get(path, **form) if method == "GET" else mine.delete(path)
            except OSError as failed:
                status, headers, body = 0, {}, str(failed)
            if status not in AGAIN:
                return status, headers, body
            if time.monotonic() > end:
                raise SystemExit(f"{method} {path} is not answered: {status} {body}")
            self.refused.append((status, body.get("type") if isinstance(body, dict) else body))
            self.at += 1
            time.sleep(0.05)

    def must(self, method, path, extra=None, **form):
        status, _, body = self.call(method, path, extra, **form)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {body}")
        return body


class Show:
    """A live show that is active, and the sessions of its fans and guests."""

    def __init__(self, running, ports, webhook, fans, guests=0, threads=16):
        self.running, self.ports, self.webhook = running, ports, webhook
        self.stamp = uuid.uuid4().hex[:6]
        self.api = self.caller()
        must = self.api.must
        # Limits by address would end the logins after the first ones.
        must("POST", "/api/v1/crm/monitored_ip_addresses", ip_address="127.0.0.1", is_blocked="false")
        must("POST", "/api/v1/manage/login_settings", codes_per_day=1_000_000, sms_codes_per_day=1_000_000)
        self.business = must("POST", "/api/v1/manage/businesses", business_name=f"Doors {self.stamp}")["business_id"]
        self.point_uid = must("POST", "/api/v1/crm/points", point_name=f"show {self.stamp}")["point_uid"]
        must("POST", f"/api/v1/manage/businesses/{self.business}", point_uid=self.point_uid)
        self.page = must("POST", "/api/v1/manage/apps", name=f"Show {self.stamp}", app_type="fanxp",
                         business_id=self.business)["page_tab_id"]
        self.apps, self.live = f"/api/v1/manage/apps/{self.page}", f"/api/v1/manage/live/{self.page}"
        self.show = f"/api/v1/fanxp/{self.page}"
        must("POST", self.apps + "/rooms", room_key="hall", room_type="permanent_rooms")
        self.hall, self.control = f"permanent_rooms:hall:{self.page}", f"control:room:{self.page}"
        for state in ("pending", "active"):
            must("POST", self.live + "/state", state=state)
        self.account = must("GET", self.show)["account_id"]
        self.fans, self.sessions = [0] * fans, [""] * (fans + guests)
        began = time.monotonic()
        all_at_once(threads, lambda part: self.log_in(part, threads))
        print(f"{fans} fans and {guests} guests have sessions, after {time.monotonic() - began:.0f} s", flush=True)

    def caller(self, **options):
        return Caller(self.running, self.ports, **options)

    def log_in(self, part, parts):
        mine, page = self.caller(first=part), self.caller(first=part, public=True)
        for i in range(part, len(self.sessions), parts):
            if i >= len(self.fans):
                self.sessions[i] = page.must("POST", CONNECT, business_id=self.business)["session_uid"]
                continue
            phone = f"+49151{20_000_000 + i}"
            self.fans[i] = mine.must("POST", "/api/v1/crm/fans", phone=phone, display_name=f"Fan {i}")["fan_id"]
            # A code that was used without an answer is wrong when it is sent again. Then another one is asked for.
            tried = []
            for _ in range(5):
                request = page.must("POST", CONNECT, network="verify_sms", business_id=self.business,
                                    phone=phone)["request_uid"]
                status, _, body = page.call(
                    "POST", CONNECT, network="submit_verification_code", business_id=self.business, request_uid=request,
                    verification_code=self.webhook.code(request))
                if status == 200:
                    break
                tried.append((status, page.refused))
            else:
                raise SystemExit(f"logins were answered {tried}, at last {body}")
            self.sessions[i] = body["session_uid"]

    def overlay(self, **form):
        """Adds an overlay to the store and returns its uid."""
        return self.api.must("POST", self.live + "/overlays", **form)["app_overlay_uid"]

    def push(self, uid):
        """Pushes an overlay, and returns how the show stands then."""
        return self.api.must("POST", f"{self.live}/overlays/{uid}/push")

    def question(self, options, right, points):
        """Makes a quiz question and its overlay; returns the question's uid and that of its overlay."""
        question = self.api.must(
            "POST", self.apps + "/quiz_questions", question="Who scored?", options=[f"Option {i}" for i in range(options)],
            right_answers=right, point_count=points)["quiz_question_uid"]
        return question, self.overlay(overlay_type="quiz_question", quiz_question_uid=question)

    def stats(self):
        return self.api.must("GET", self.show + "/event_stats")

    def ledgers(self, threads=8):
        """Returns each fan's points of this show by the ledger, by the index of the fan."""
        sums = [0] * len(self.fans)

        def some(part):
            mine = self.caller(first=part)
            for i in range(part, len(self.fans), threads):
                rows = mine.must("GET", f"/api/v1/crm/fans/{self.fans[i]}/points", page_tab_id=self.page)
                sums[i] = sum(row["point_count"] for row in rows)
        all_at_once(threads, some)
        return sums

    def board(self):
        """Returns the points of all fans on the public leaderboard, by fan_id: at most 1,000 are told."""
        return {row["fan_id"]: row["points"] for row in self.api.must("GET", self.show + "/leaderboard", limit=1000)}

    def standings(self, threads=8):
        """Returns each fan's points on the board, by the index of the fan."""
        points = [0] * len(self.fans)

        def some(part):
            mine = self.caller(first=part, public=True)
            for i in range(part, len(self.fans), threads):
                points[i] = mine.must("GET", self.show + "/player_stats", session_uid=self.sessions[i])["points"]
        all_at_once(threads, some)
        return points


class Load:
    """ShowClients as a process of its own. Each order is answered by one line of JSON."""

    def __init__(self, show, rooms, ports=None, memory="1500m"):
        self.file = tempfile.NamedTemporaryFile("w", prefix="encore-sessions-", delete=False)
        self.file.write("\n".join(show.sessions) + "\n")
        self.file.close()
        self.process = subprocess.Popen(
            [java(), "-Xmx" + memory, "-XX:+UseSerialGC", "-cp", bench_classes(), "encore.infra.bench.rooms.ShowClients",
             str(show.account), str(show.page), ",".join(map(str, ports or show.ports)), ",".join(rooms), self.file.name,
             show.api.clients[0].headers["Api-Key"]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *order):
        self.process.stdin.write(" ".join(map(str, order)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the clients ended at the order {order}")
        return json.loads(line)

    def cpu_seconds(self):
        return cpu_seconds(self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()
        os.unlink(self.file.name)


class Spent:
    """CPU by part between two moments, in cores; whoever was started in between counts from then on."""

    def __init__(self, running, load, mongo=None):
        self.running, self.load, self.mongo = running, load, mongo
        self.began, self.before = time.monotonic(), self.now()

    def now(self):
        parts = {("clients", "clients"): self.load.cpu_seconds()}
        for node in getattr(self.running, "nodes", [self.running]):
            if node.process.poll() is None:
                name = getattr(node, "name", "server")
                parts[name, node.process.pid] = node.cpu_seconds()
        if self.mongo and self.mongo.process:
            parts["MongoDB", 0] = cpu_seconds(self.mongo.process)
        return parts

    def seconds(self):
        """Returns seconds of CPU by part."""
        took = collections.Counter()
        for part, seconds in self.now().items():
            took[part[0]] += seconds - self.before.get(part, 0)
        return took

    def tell(self):
        took = time.monotonic() - self.began
        return "CPU in cores: " + ", ".join(f"{part} {seconds / took:.2f}" for part, seconds in sorted(self.seconds().items()))


class Verdict:
    """What is wrong, and figures against those that are wanted. Only what is wrong ends a script with 1."""

    def __init__(self):
        self.wrong = []
        self.lock = threading.Lock()

    def must(self, holds, *what):
        if not holds:
            with self.lock:
                self.wrong.append(" ".join(map(str, what)))

    @staticmethod
    def figure(name, value, wanted, unit="ms"):
        print(f"  {name}: {value:,.1f} {unit}, wanted {wanted:,} {unit}: {'kept' if value <= wanted else 'missed'}",
              flush=True)

    def end(self):
        if self.wrong:
            print(f"{len(self.wrong)} wrong:", *(one[:600] for one in self.wrong[:20]), sep="\n  ")
            raise SystemExit(1)
        print("nothing is wrong")


def unusual(counts, allowed):
    """Returns the closes or refusals of clients that nothing in the script explains."""
    return {what: count for what, count in counts.items() if not any(what == one or what.startswith(one + " ")
                                                                     for one in allowed)}
