#!/usr/bin/env python3
"""kill -9 of a gateway with thousands of sockets in a live show, while another one serves its own clients.

    infra/bench/show_storm.py [--sockets 5000] [--own 1000] [--rate 20] [--rounds 1] [--spread 1000]

A cluster of one command node, one query node and two gateways on MongoDB (the server in ENCORE_TEST_MONGO, or the test double). Fans are
in one room at both gateways; those of the second one write. The first one is killed, and its clients come to the second one
after a random time up to --spread ms, with their last positions. Each round begins with all clients where they were.

Wrong is a client that is not back, or that misses messages, a close of a client at the gateway that was not killed, and an event
that the return left in the log. Wanted: all at the other gateway within 2 s and joined after 5 s, and p99 of 500 ms for its own clients.
"""

import argparse
import shutil
import tempfile
import time

from encore_bench import Cluster, Mongo, SmsWebhook, parsed, shortened, until
from show_world import Load, Show, Spent, Verdict, settings, unusual

arguments = argparse.ArgumentParser()
arguments.add_argument("--sockets", type=int, default=5000, help="at the gateway that is killed")
arguments.add_argument("--own", type=int, default=1000, help="sockets at the other gateway")
arguments.add_argument("--rate", type=int, default=20, help="messages a second")
arguments.add_argument("--rounds", type=int, default=1)
arguments.add_argument("--spread", type=int, default=1000)
options = parsed(arguments, sockets=30, own=20, rate=5, spread=20)
if options.own * 4 < options.rate * 10:
    raise SystemExit("a fan may write 5 messages in 10 s: take more of --own, or a lower rate")

webhook, verdict = SmsWebhook(), Verdict()
data = tempfile.mkdtemp(prefix="encore-storm-")
mongo = Mongo(memory="3g")
running = Cluster(data, mongo.database("storm"), settings=settings(webhook, ENCORE_JAVA_OPTS="-Xms64m -Xmx1g"),
                  counts={"command": 1, "query": 1})
running.start()
everybody = options.own + options.sockets
show = Show(running, running.gateways, webhook, everybody)
load = Load(show, [show.hall])
first = next(node for node in running.nodes if node.name == "gateway-1")


def head():
    """Returns the position of an event that is written now."""
    return int(show.api.call("POST", "/api/v1/crm/points", point_name="head " + str(time.monotonic_ns()))[1]["Encore-Position"])


def one_round(number):
    load.ask("delays")
    load.ask("write", options.own, options.rate)
    time.sleep(shortened(10))
    before = load.ask("delays")
    began, position, spent = time.monotonic(), head(), Spent(running, load, mongo)
    sent = load.ask("counts")["acknowledged"]
    first.kill()
    back = load.ask("back", options.sockets)
    storm = load.ask("delays")
    cores = spent.tell()
    quiet = load.ask("quiet")
    # In between there were its messages, and a measurement of the show every ten seconds.
    events = head() - position - 1 - (quiet["acknowledged"] - sent)
    slots = int((time.monotonic() - began) // 10) + 1
    verdict.must(back["not_back"] == 0 and back["joined"] == everybody, "not all are back:", back)
    verdict.must(back["closed"] == options.sockets, back["closed"], "clients were closed instead of", options.sockets)
    verdict.must(events <= slots, events, "events more than messages, and", slots, "slots of measurements")
    for _ in range(50):
        if not (counts := load.ask("counts"))["behind"]:
            break
        time.sleep(0.1)
    verdict.must(not counts["behind"], counts["behind"], "clients are behind")
    verdict.must(not counts["snapshots"], counts["snapshots"], "snapshots, after few frames")
    print(f"round {number}: {back['closed']} clients of the killed gateway, of which the last one had noticed after "
          f"{back['closed_p100']} ms; connected p50 {back['connected_p50']} ms, p99 "
          f"{back['connected_p99']} ms; joined p50 {back['joined_p50']} ms, p99 {back['joined_p99']} ms; {events} other events; "
          f"{cores}", flush=True)
    verdict.figure("all connected", back["connected_p100"], 2000)
    verdict.figure("all joined", back["joined_p100"], 5000)
    verdict.figure("p99 of its own clients before", before["delay_p99"], 500)
    verdict.figure(f"p99 of {storm['delay_count']} messages of its own clients during the storm", storm["delay_p99"], 500)


def members():
    return {room["room_name"]: room["members"] for room in show.api.must("GET", show.show)["rooms"]}.get(show.hall)


try:
    load.ask("time", 0, options.own)
    load.ask("spread", options.spread)
    for number in range(1, options.rounds + 1):
        load.ask("at", 0, options.own, 1)
        load.ask("at", options.own, everybody, 0)
        joined = load.ask("join", 0, everybody, 100) if number == 1 else load.ask("move", options.own, everybody)
        verdict.must(joined["joined"] == everybody, "not all have joined:", joined)
        one_round(number)
        first.start()
        until("every node is up", lambda: all(running.ready(port, whole=True) for port in running.gateways), 180)
    for _ in range(200):
        if members() == everybody:
            break
        time.sleep(0.1)
    verdict.must(members() == everybody, "members are", members(), "of", everybody)
    counts = load.ask("counts")
    verdict.must(not unusual(counts["closes"], ("0", "1006")), "closes", counts["closes"])
    verdict.must(not unusual(counts["refusals"], ("join 409", "join 429", "join 503", "chat_message 429", "chat_message 503")),
                 "refusals", counts["refusals"])
    print(f"closes {counts['closes']}, refusals {counts['refusals']}; the logs are in {data}", flush=True)
finally:
    load.kill()
    running.stop()
    mongo.stop()
verdict.end()
shutil.rmtree(data)
