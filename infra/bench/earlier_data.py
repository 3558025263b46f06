#!/usr/bin/env python3
"""Makes the data directory of an earlier version that UpgradeTest starts, with the answers that version gave.

    infra/bench/earlier_data.py CHECKOUT [--to infra/standalone/src/test/resources/earlier]

CHECKOUT is a checkout of the earlier version, in which `./encore run` was called once. The directory holds one account
with something in nearly every collection, an open wager, commands of both automations that are not delivered yet, and a
dead letter. To get these, a copy of the version's class Delivery refuses commands while a file exists. Both automations
are paused then, and the version itself, unchanged, answers every GET endpoint of its openapi.json. Answers that depend on
the time of day are found with --at +400d, which runs the version that much later (needs faketime) and shows what differs.
"""

import argparse
import atexit
import gzip
import io
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
import zipfile

from encore_bench import OPERATOR, ROOT, SMALLEST, Client, Server, end, java, parsed, until

DELIVERY = "command-side/src/main/java/encore/command/automations/OutboxDelivery.java"
SENDS = """        try {
            Class<? extends Command<?>> type = reactions.command(outgoing.command());"""
REFUSES = """        try {
            String broken = java.nio.file.Files.readString(java.nio.file.Path.of(System.getenv("HOLD")));
            return CompletableFuture.failedFuture(
                    outgoing.body().toString().contains("." + broken + ".")
                            ? new IllegalStateException("broken")
                            : new Refusal(Refusal.Kind.UNAVAILABLE, "not-stored", "Held."));
        } catch (java.io.IOException sent) {
            // Nothing is held.
        }
"""
AUTOMATIONS = ("WhenFanErasedThenEndConnections", "WhenWagerEndsThenPayStakes")
NAMES = "ada bob cleo dan eve fay gus hal ida jon kim leo".split()


class Version(Server):
    """A server of the earlier version, from its jars."""

    def __init__(self, data, run, patch="", settings=None, at=None):
        super().__init__(data, settings=settings)
        self.run, self.patch, self.at = run, patch, at

    def start(self):
        if self.is_ready():
            raise SystemExit(f"port {self.port} is taken; set BENCH_PORT to another")
        environment = dict(
            os.environ, ENCORE_DATA=self.data, PORT=str(self.port), ENCORE_MANAGEMENT_PORT=str(self.port + 1000),
            ENCORE_OPERATOR_TOKEN=OPERATOR, RSOCKET_PORT="0", ENCORE_DEMO="off", **self.settings)
        later = ["faketime", "-f", self.at] if self.at else []
        classes = [self.patch] if self.patch else []
        with open(self.data + ".log", "ab") as log:
            self.process = subprocess.Popen(
                [*later, java(), "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-Xmx700m",
                 *os.environ.get("ENCORE_JAVA_OPTS", "").split(),
                 "-cp", ":".join([*classes, os.path.join(self.run, "standalone-exec.jar")]),
                 "encore.infra.standalone.Standalone"],
                env=environment, stdout=log, stderr=log, start_new_session=True)
        atexit.register(end, self.process)
        until("it is ready", self.is_ready, 240)
        if self.process.poll() is not None:
            raise SystemExit(f"the server ended with {self.process.returncode}; see {self.data}.log")

    def stop(self):
        # The server may be a child of faketime.
        os.killpg(self.process.pid, signal.SIGTERM)
        until("it has stopped", lambda: self.process.poll() is not None and not self.is_ready(), 60)

    def is_ready(self):
        try:
            return Client(self.port, {}, timeout=2).get("/health/ready")[0] == 200
        except OSError:
            return False


def unpacked(checkout, folder):
    """The version's jars, and a directory with the class that holds commands back."""
    run, patch = os.path.join(folder, "run"), os.path.join(folder, "patch")
    subprocess.run(
        [java(), "-Djarmode=tools", "-jar", os.path.join(checkout, "infra/standalone/target/standalone-exec.jar"),
         "extract", "--destination", run], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(checkout, DELIVERY)) as source:
        text = source.read()
    if SENDS not in text:
        raise SystemExit(f"{DELIVERY} no longer has the lines that SENDS names: adapt them")
    os.mkdir(patch)
    with open(os.path.join(folder, "Delivery.java"), "w") as source:
        source.write(text.replace(SENDS, REFUSES + SENDS))
    jars = [os.path.join(run, "lib", jar) for jar in os.listdir(os.path.join(run, "lib"))]
    subprocess.run(
        [java() + "c", "-proc:none", "-nowarn", "-d", patch, "-cp", ":".join(jars), os.path.join(folder, "Delivery.java")],
        check=True, stderr=subprocess.DEVNULL)
    return run, patch


def fill(server, hold):
    """Fills the account; returns the ids by the names that path parameters have."""
    opened = server.operator().must("POST", "/api/v1/manage/accounts", name="The earlier account")
    api = Client(server.port, {"Api-Key": opened["api_key"], "Api-Secret": opened["api_secret"]})

    def post(path, **form):
        return api.must("POST", path, **form)

    def post_json(path, **body):
        status, _, answer = api.call("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        if status != 200:
            raise SystemExit(f"POST {path}: {status} {answer}")
        return answer

    def app(name, kind, **more):
        return post("/api/v1/manage/apps", name=name, app_type=kind, **more)["page_tab_id"]

    discs, tapes = (post("/api/v1/crm/points", point_name=name)["point_uid"] for name in ("discs", "tapes"))
    rovers = post("/api/v1/manage/businesses", business_name="Rovers")["business_id"]
    post(f"/api/v1/manage/businesses/{rovers}", point_uid=discs)
    post(f"/api/v1/crm/points/{discs}/point_tiers", tier_name="Silver", min_points=50)
    post(f"/api/v1/crm/points/{discs}/point_tiers", tier_name="Gold", min_points=200)
    for network in ("fanzine", "box"):
        post("/api/v1/manage/networks", network=network)
    post("/api/v1/manage/fields", crm_field_key="shoe_size", field_type="number")
    post("/api/v1/manage/origins", origin="https://fans.example")
    post("/api/v1/crm/monitored_ip_addresses", ip_address="192.0.2.7", is_blocked="true")
    key = post("/api/v1/manage/keys", label="web", scopes="crm")["api_key"]
    venue = post("/api/v1/manage/venues", venue_name="The Hall", city="Wien", country_code="Austria",
                 timezone="Europe/Vienna")["venue_uid"]
    show = post("/api/v1/ent/performances", performance_name="Gala", performance_date="2026-06-15", artist_name="Ada",
                business_id=rovers, venue_uid=venue)["performance_uid"]
    idols = [post("/api/v1/idols", idol_name=name, label_names="pop")["idol_uid"] for name in ("Ada", "Bea", "Cy")]
    post(f"/api/v1/manage/idols/{idols[0]}", description="A band")
    post("/api/v1/manage/idol_relations", idol_uid=idols[0], related_idol_uid=idols[1])
    api.delete(f"/api/v1/manage/idols/{idols.pop()}")
    tour = post("/api/v1/manage/idol_events", idol_uid=idols[0], start_date="2026-06-15", start_time="20:00",
                venue_uid=venue, performance_uid=show)["idol_event_uid"]
    quiz = app("Quiz", "trivia", business_id=rovers)
    pinball, cup = app("Pinball", "arcade"), app("Cup", "wager", business_id=rovers)
    stage, door, year = app("Show", "fanxp"), app("Opening night", "registration"), app("Year", "bundle")
    post(f"/api/v1/manage/apps/{year}", bundled_page_tab_ids=[quiz, pinball])
    question = post_json(f"/api/v1/manage/apps/{stage}/quiz_questions", question="Encore?",
                         options=["yes", "no", "of course"], right_answers=[2, 0])["quiz_question_uid"]
    post(f"/api/v1/manage/apps/{stage}/rooms", room_key="lounge", room_type="public_rooms")
    for day, views in (("2026-03-01", 5), ("2026-03-02", 10)):
        post(f"/api/v1/manage/apps/{quiz}/views/{day}", view_count=views, share_count=1)

    fans = {}
    for i, name in enumerate(NAMES):
        more = dict(country_code="US", province=("NY", "MA")[i % 4 == 1], city="Boston") if i % 2 else {}
        more |= {"tag_VIP": "true"} if i % 3 == 0 else {}
        more |= {"field_shoe_size": 38 + i % 5} if i % 4 == 0 else {}
        fans[name] = post("/api/v1/crm/fans", email=f"{name}@fans.example", first_name=name.capitalize(),
                          last_name="Example", is_subscribed=str(i % 2 == 0).lower(), **more)["fan_id"]
    ada, bob, cleo, dan, eve, leo = (fans[name] for name in ("ada", "bob", "cleo", "dan", "eve", "leo"))
    post(f"/api/v1/crm/fans/{ada}", **{f"business_{rovers}": "true"})
    post(f"/api/v1/manage/fans/{ada}", rating=5, tag_late="true")
    post("/api/v1/manage/tag_relations", tag_name="VIP", related_tag_name="late")
    post(f"/api/v1/crm/fans/{ada}/identifiers", network="fanzine", identifier_value="c-1")
    post(f"/api/v1/crm/fans/{bob}/identifiers", network="box", identifier_value="b-7")
    post(f"/api/v1/ent/fans/{cleo}/member_id")
    post(f"/api/v1/crm/fans/{ada}/idols", action="add", idol_name="Ada")
    post_json("/api/v1/crm/idol_fans", idol_fans=[dict(email="bob@fans.example", idol_names=["Bea"])])
    post(f"/api/v1/ent/fans/{ada}/idols/events", idol_event_uid=tour)
    post(f"/api/v1/ent/fans/{ada}/performances", performance_uid=show, states="going")
    post(f"/api/v1/manage/apps/{stage}/hidden_fans", fan_id=dan)
    for i, name in enumerate(NAMES):
        post("/api/v1/crm/activities", email=f"{name}@fans.example", campaign_title=("Quiz", "Doors")[i % 2])
        post_json(f"/api/v1/crm/fans/{fans[name]}/activities", campaign_title="Doors", field_gate="north")
        post(f"/api/v1/manage/apps/{(quiz, pinball)[i % 2]}/entries", fan_id=fans[name], points=i * 7 % 5,
             correct_count=i * 5 % 4, activity_duration_ms=9000 - i)
        post("/api/v1/ent/fan_points", fan_id=fans[name], point_uid=discs, point_count=100 + i,
             award_key=f"start-{name}", page_tab_id=quiz)
        post("/api/v1/ent/fan_points", fan_id=fans[name], point_uid=tapes, point_count=10 * i + 1)
    # The last activity of this fan is of no campaign.
    post("/api/v1/crm/activities", email="hal@fans.example", campaign_title="Doors")
    for i in range(205):  # A snapshot is taken after 200 events.
        post("/api/v1/ent/fan_points", fan_id=leo, point_uid=tapes, point_count=1, award_key=f"daily-{i}")
        post(f"/api/v1/crm/fans/{leo}", city=f"City {i}", country_code="US")
    for one, other in (("ada", "bob"), ("ada", "cleo"), ("eve", "gus"), ("eve", "hal"), ("eve", "ida"), ("bob", "dan")):
        post(f"/api/v1/crm/fan_connections/{fans[one]}", connected_fan_id=fans[other])
        if other != "dan":
            post(f"/api/v1/crm/fan_connections/requests/{fans[other]}", connected_fan_id=fans[one], is_approved="true")

    sold = dict(first_name="Ada", last_name="Example", network="box", purchase_timestamp="2026-01-01 10:00:00",
                paid_amount="50.00", num_seats=2, event_date="2026-05-01T20:00:00-05:00")
    gala, ball = dict(event_name="Gala", event_key="gala"), dict(event_name="Ball", event_key="ball")
    tickets = [post("/api/v1/crm/tickets", email=f"{name}@fans.example", ticket_key=f"t{i}", **sold, **gala)["ticket_id"]
               for i, name in enumerate(NAMES[:6])]
    post("/api/v1/crm/tickets", email="ada@fans.example", ticket_key="t0", city="Salem", country_code="US", province="MA",
         **(sold | dict(paid_amount="40.5")), **gala)
    post("/api/v1/crm/tickets", email="fay@fans.example", ticket_key="b0", **sold, **ball)
    events = {row["event_key"]: row["event_uid"] for row in api.must("GET", "/api/v1/crm/tickets/events")["data"]}
    post(f"/api/v1/manage/ticket_events/{events['gala']}", performance_uid=show, event_price="12.50")
    post(f"/api/v1/manage/ticket_events/{events['ball']}", is_excluded="true")
    post_json("/api/v1/manage/tickets", tickets=[
        dict(network="box", ticket_key="t1", barcode="b9", order_amount=55, row_name="B")])
    for i, name in enumerate(NAMES[:3]):
        post("/api/v1/crm/purchases", purchase_key=f"k{i}", network="box", order_key=f"o{i}", merchant_key="m1",
             order_timestamp="2026-02-01 10:00:00", gross_sale_amount="12.50", net_sale_amount="10", city="Lyon",
             email=f"{name}@fans.example")
        post("/api/v1/crm/registrations", registration_key=f"r{i}", email=f"{name}@fans.example", first_name="Ada",
             last_name="Example", event_name="Gala", event_date="2026-05-01", network="door", barcode=f"rb{i}",
             registration_timestamp="2026-04-01 10:00:00")
    post_json("/api/v1/manage/scans", scans=[
        dict(network="door", source_key=f"s{i}", scan_timestamp=f"2026-05-01 20:0{i}:00", scan_group_name="Main Gate",
             barcode=code) for i, code in enumerate(("b9", "rb1", "nobody's"))])
    checked, unused = (post(f"/api/v1/manage/apps/{door}/passes", fan_id=fan) for fan in (ada, bob))
    post(f"/api/v1/apps/{door}/registration/checkin", pass_code=checked["pass_code"])
    guests = post("/api/v1/manage/search_filters", filter_name="Guests", group_name="door", fan_tags="vip")["filter_uid"]
    snapshot = post("/api/v1/manage/snapshots", snapshot_name="May mail", fan_tags="vip")["snapshot_uid"]
    post("/api/v1/manage/search_filters", filter_name="Next", fan_tags="vip", fan_excl_snapshot_uids=snapshot)

    items = f"/api/v1/manage/apps/{cup}/tab_items"
    item = post(items, title="Final", position=1)["tab_item_id"]
    other = post(f"/api/v1/manage/apps/{stage}/tab_items", title="Extra", position=7)["tab_item_id"]
    wagers = {name: post(f"{items}/{item}/wagers", title=name, odds=odds)["wager_uid"]
              for name, odds in (("paid", "2"), ("won", "2.5"), ("open", "3"), ("void", "4"))}
    stakes = []

    def stake(wager, name, points):
        uid = post(f"{items}/{item}/wagers/{wagers[wager]}/fan_wagers", fan_id=fans[name], point_count=points)
        stakes.append(dict(wager=wager, fan_id=fans[name], point_count=points, fan_wager_uid=uid["fan_wager_uid"]))

    def automation(name):
        return next(row for row in api.must("GET", "/api/v1/manage/automations") if row["name"] == name)

    stake("paid", "jon", 5)
    post(f"{items}/{item}/wagers/{wagers['paid']}", result="winner")
    until("the first wager is paid", lambda: automation(AUTOMATIONS[1])["delivered"] == 1)
    for wager, name, points in (
            ("won", "ada", 10), ("won", "bob", 11), ("won", "cleo", 12), ("won", "dan", 13), ("open", "ada", 7),
            ("open", "bob", 8), ("open", "fay", 9), ("open", "leo", 5), ("void", "ada", 3), ("void", "gus", 4)):
        stake(wager, name, points)
    with open(hold, "w") as held:
        held.write(str(ada))
    post(f"{items}/{item}/wagers/{wagers['won']}", result="winner")
    post(f"{items}/{item}/wagers/{wagers['void']}", result="void")
    for name in ("kim", "eve"):
        api.delete(f"/api/v1/crm/fans/{fans[name]}")
    until("commands are held", lambda: automation(AUTOMATIONS[0])["outbox"] == 3 and automation(AUTOMATIONS[1])["outbox"] == 6
          and automation(AUTOMATIONS[1])["dead_letters"] == 1)
    for name in AUTOMATIONS:
        server.operator().must("POST", f"/api/v1/manage/automations/{name}/pause")
    until("both are paused", lambda: all(automation(name)["paused"] for name in AUTOMATIONS))
    time.sleep(2)
    return dict(
        api_key=opened["api_key"], api_secret=opened["api_secret"], operator_token=OPERATOR,
        cup=cup, item=item, points=discs, wagers=wagers, stakes=stakes,
        ids=dict(
            account_id=[opened["account_id"]], point_uid=[discs, tapes], business_id=[rovers],
            page_tab_id=[quiz, pinball, cup, stage, door, year], fan_id=list(fans.values()), venue_uid=[venue],
            performance_uid=[show], idol_uid=idols, idol_event_uid=[tour], quiz_question_uid=[question],
            tab_item_id=[item, other], wager_uid=list(wagers.values()), room_key=["lounge"], network=["fanzine"],
            crm_field_key=["shoe_size"], key=[key], filter_uid=[guests], snapshot_uid=[snapshot], ticket_id=tickets[:2],
            event_uid=list(events.values()), pass_uid=[checked["pass_uid"], unused["pass_uid"]], view_date=["2026-03-01"],
            fan_wager_uid=[one["fan_wager_uid"] for one in stakes], name=["fans"]))


# What a query has to say, and what is asked in addition.
REQUIRED = dict(start_date="2026-01-01", end_date="2027-12-31", network="box", filter_name="Guests", point_name="discs",
                min_purchase_date="2026-01-01", max_purchase_date="2026-12-31")


def more_queries(facts):
    ids = facts["ids"]
    return {
        "/api/v1/crm/registrations/scans": [dict(scan_group_name_prefix="main", network="door")],
        "/api/v1/crm/fans": [dict(name="ada"), dict(fan_tags="vip"), dict(fan_tags="vip", limit=2), dict(idol_names="Ada"),
                             dict(fan_networks="fanzine"), dict(fan_incl_snapshot_uids=ids["snapshot_uid"][0]),
                             dict(ticket_event_name="Gala"), dict(fan_only_filter="is_subscribed")],
        "/api/v1/manage/leaderboard": [dict(point_name="tapes")],
        "/api/v1/crm/activities": [dict(page_tab_id=ids["page_tab_id"][0]), dict(fan_id=ids["fan_id"][0])],
    }


def queries(parameters, more):
    names = {one["name"] for one in parameters if one["in"] == "query"}
    base = {one["name"]: REQUIRED.get(one["name"], "?") for one in parameters if one["in"] == "query" and one.get("required")}
    yield base
    if "limit" in names and "search_uid" not in names:
        yield base | dict(limit=2)
    if "include_details" in names:
        yield base | dict(include_details="true")
    for each in more:
        yield base | each


def readable(body):
    if not isinstance(body, bytes):
        return body
    if not body.startswith(b"PK"):
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def record(server, facts):
    """Every GET endpoint's answers: each path with each id, and of what is refused one for each path and status."""
    api = Client(server.port, {"Api-Key": facts["api_key"], "Api-Secret": facts["api_secret"]})
    api_document = api.must("GET", "/openapi.json")
    segments = [dict(segment_type=row["segment_type"], segment_id=row["segment_id"])
                for row in api.must("GET", "/api/v1/segments")]
    refused, unanswered, lines = set(), [], []
    for template, operations in sorted(api_document["paths"].items()):
        if "get" not in operations:
            continue
        parameters = [api_document["components"]["parameters"][one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
                      for one in operations["get"].get("parameters", [])]
        names = re.findall(r"{(\w+)}", template)
        every = segments if "segment_type" in names else [
            dict(zip(names, values)) for values in itertools.product(*(facts["ids"].get(name, ()) for name in names))]
        answered = False
        for values in every:
            path = template
            for name, value in values.items():
                path = path.replace("{" + name + "}", urllib.parse.quote(str(value)))
            for query in queries(parameters, more_queries(facts).get(template, [])):
                full = path + ("?" + urllib.parse.urlencode(query, doseq=True) if query else "")
                caller, (status, headers, body) = "account", api.get(full)
                if status in (401, 403):
                    caller, (status, headers, body) = "operator", server.operator().get(full)
                answered |= status == 200
                # Texts are compared, and images are none.
                if headers.get("Content-Type", "").startswith("image/"):
                    continue
                if status != 200 and len(names) != 1 and (template, status) in refused:
                    continue
                refused.add((template, status))
                lines.append(dict(template=template, path=full, caller=caller, status=status, body=readable(body)))
        # Nothing is asked of an endpoint for whose ids the account has nothing.
        if not answered:
            unanswered.append(template)
    print(f"{len(lines)} answers; no 200 from {unanswered}", flush=True)
    return lines


def differences(one, other, place=""):
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from differences(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for left, right in zip(one, other):
            yield from differences(left, right, place + "[]")
    elif one != other:
        yield place


def answers(data, run, facts, at=None):
    server = Version(data, run, at=at)
    server.start()
    lines = record(server, facts)
    server.stop()
    return lines


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("checkout", nargs="?")
    arguments.add_argument("--to", default=os.path.join(ROOT, "infra/standalone/src/test/resources/earlier"))
    arguments.add_argument("--at", help="only shows what differs at another time, +400d say, and writes nothing")
    folder = tempfile.mkdtemp(prefix="encore-earlier-")
    # The smallest run takes this version for the earlier one, and asks for one thing of each kind.
    options = parsed(arguments, checkout=ROOT, to=os.path.join(folder, "to"))
    if options.checkout is None:
        raise SystemExit("name a checkout of the earlier version")
    run, patch = unpacked(options.checkout, folder)
    data, hold = os.path.join(folder, "data"), os.path.join(folder, "hold")
    os.mkdir(data)
    server = Version(data, run, patch, dict(HOLD=hold))
    server.start()
    facts = fill(server, hold)
    server.kill()
    if SMALLEST:
        facts["ids"] = {name: ids[:1] for name, ids in facts["ids"].items()}
    lines = answers(data, run, facts)
    if options.at:
        later = answers(data, run, facts, options.at)
        print("\n".join(sorted({line["template"] + " " + place for line, other in zip(lines, later)
                                for place in differences(line, other)})))
    else:
        os.makedirs(options.to, exist_ok=True)
        with zipfile.ZipFile(os.path.join(options.to, "data.zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for at, _, files in sorted(os.walk(data)):
                for name in sorted(files):
                    # What SQLite leaves beside a closed file is empty.
                    if not name.endswith(("-shm", "-wal")) and name != "lock":
                        packed.write(os.path.join(at, name), os.path.relpath(os.path.join(at, name), data))
        with gzip.GzipFile(os.path.join(options.to, "answers.jsonl.gz"), "wb", mtime=0) as packed:
            for line in lines:
                packed.write((json.dumps(line) + "\n").encode())
        with open(os.path.join(options.to, "facts.json"), "w") as written:
            json.dump(facts, written, indent=1)
            written.write("\n")
    shutil.rmtree(folder)


main()
