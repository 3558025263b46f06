#!/usr/bin/env python3
"""A quiz of a live show: answers by socket and by HTTP at once are counted once, and the ledger equals the board.

    infra/bench/show_quiz.py [--sockets 2000] [--http 5000] [--seconds 2] [--rounds 3]
    infra/bench/show_quiz.py --kills 10 [--sockets 200] [--http 500]

Each round pushes a question. The fans with a socket answer by it, the others by HTTP, within the given seconds, and a tenth of those with
a socket also by HTTP. Then the results are shown, and everybody reads GET answer at once. Wanted: p99 of 300 ms by socket and 800 ms by
HTTP, the board 200 ms after the results, and all reads within 2 s.

With --kills there are so many rounds, on a cluster of two nodes of each side (the server in ENCORE_TEST_MONGO, or the test double),
and in each a random process is killed with kill -9 and started again, either amid the answers or amid the points. Who gets
no answer tries again. After each round the counts of all options are compared with the answers that were acknowledged. At the
end each fan's points on the board and in the ledger are those of its right answers.

Without kills the leaderboard is read 2,000 times a second at the end, for five seconds. Wanted: p99 of 20 ms with 100,000 fans, and
their points in the ledger within 60 s (--http 100000 --seconds 40 --rounds 1, a quarter of an hour).
"""

import argparse
import random
import shutil
import tempfile
import threading
import time

from encore_bench import Cluster, Mongo, Server, SmsWebhook, parsed, until
from show_world import Load, Show, Spent, Verdict, settings

OPTIONS, RIGHT, POINTS = 4, 1, 10
READERS = 2000
arguments = argparse.ArgumentParser()
arguments.add_argument("--sockets", type=int)
arguments.add_argument("--http", type=int)
arguments.add_argument("--seconds", type=float, default=2, help="in which all answer")
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("--kills", type=int, default=0)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, sockets=20, http=20, rounds=1)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)
sockets = options.sockets or (200 if options.kills else 2000)
calls = options.http or (500 if options.kills else 5000)
rounds = options.kills or options.rounds

webhook, verdict = SmsWebhook(), Verdict()
data = tempfile.mkdtemp(prefix="encore-quiz-")
mongo = None
# Answers before the process is back must still be in time, so a question of a round with a kill stays open.
if options.kills:
    mongo = Mongo(memory="3g")
    running = Cluster(data, mongo.database("quiz"), settings=settings(webhook))
else:
    running = Server(data, settings=settings(webhook))
running.start()
ports = running.gateways if options.kills else [running.port]
show = Show(running, ports, webhook, sockets + calls)
load = Load(show, [show.hall])
killed = []


def kill():
    """Kills a random process and starts it again."""
    victim = chance.choice(running.nodes)
    victim.kill()
    killed.append(victim.name)
    time.sleep(chance.uniform(0, 1))
    victim.start()


def answered(question):
    """All fans answer at once; returns what ShowClients tells of sockets and of HTTP."""
    told = load.ask("answer", question, 0, sockets + calls, OPTIONS, int(options.seconds * 1000), sockets)
    verdict.must((told["socket_count"], told["http_count"]) == (sockets, calls), question, "was not answered by all:", told)
    again = load.ask("answer", question, 0, sockets // 10, OPTIONS, 200, 0)
    verdict.must(again["http_count"] == sockets // 10, question, "was not answered again:", again)
    return told


def one_round(number):
    question, overlay = show.question(OPTIONS, [RIGHT], POINTS)
    show.push(overlay)
    spent = Spent(running, load, mongo)
    amid_answers = number % 2
    killing = threading.Timer(chance.uniform(0, options.seconds), kill) if options.kills else None
    if killing and amid_answers:
        killing.start()
    told = answered(question)
    wanted = [len([i for i in range(sockets + calls) if i % OPTIONS == option]) for option in range(OPTIONS)]
    count = next(row["answer_count"] for row in show.stats()["questions"] if row["quiz_question_uid"] == question)
    verdict.must(count == sockets + calls, question, count, "answers are counted of", sockets + calls)
    if killing and not amid_answers:
        killing.start()
    show.api.must("POST", f"{show.live}/quiz_questions/{question}/results")
    began = time.monotonic()
    right = sum(1 for i in range(sockets + calls) if i % OPTIONS == RIGHT)
    top = until("the board has the points", lambda: sum(
        1 for points in show.board().values() if points == number * POINTS) >= min(right, 1000), 60)
    reads = load.ask("get", f"{show.show}/answer?quiz_question_uid={question}", 0, min(5000, sockets + calls), 1, 1)
    if not options.kills:
        verdict.must(set(reads["statuses"]) == {"200"}, "GET answer", reads["statuses"])
    mine = show.api.must("GET", f"{show.live}/quiz_questions/{question}")
    counts = [row["answer_count"] for row in mine["options"]]
    verdict.must(counts == wanted, question, "options are counted", counts, "instead of", wanted)
    print(f"round {number}{', ' + killed[-1] + ' killed' if killing and killed else ''}: {told['socket_count']} answers by socket, "
          f"{told['http_count']} by HTTP after {told['seconds']:.1f} s, counted {count}; {spent.tell()}", flush=True)
    if killing:
        killing.join()
        until("every node is up", lambda: all(running.ready(port, whole=True) for port in ports), 180)
    else:
        verdict.figure("p99 by socket", told["socket_p99"], 300)
        verdict.figure("p99 by HTTP", told["http_p99"], 800)
        verdict.figure("the board after the results", top * 1000, 200)
        verdict.figure(f"{reads['read_count']} reads of GET answer", reads["seconds"] * 1000, 2000)
    return began


try:
    joined = load.ask("join", 0, sockets, 200)
    verdict.must(joined["joined"] == sockets, "not all have joined:", joined)
    load.ask("spread", 500)
    for number in range(1, rounds + 1):
        shown = one_round(number)
    wanted = [rounds * POINTS if i % OPTIONS == RIGHT else 0 for i in range(sockets + calls)]
    deadline = time.monotonic() + 300
    until("the automations have awarded all", lambda: not any(
        row["lag"] or row["outbox"] for row in show.api.must("GET", "/api/v1/manage/automations")), 300)
    awarded = time.monotonic() - shown
    while (ledger := show.ledgers()) != wanted and time.monotonic() < deadline:
        time.sleep(1)
    print(f"all points were awarded {awarded:.1f} s after the last results", flush=True)
    time.sleep(2)
    ledger, board = show.ledgers(), show.standings()
    off = [i for i in range(sockets + calls) if not ledger[i] == board[i] == wanted[i]]
    verdict.must(not off, len(off), "fans are wrong, such as (fan, ledger, board, wanted)",
                 [(show.fans[i], ledger[i], board[i], wanted[i]) for i in off[:5]])
    counts = load.ask("counts")
    print(f"{rounds} rounds, killed {killed}: {sum(ledger)} points in the ledger, {sum(board)} on the board, {sum(wanted)} wanted; "
          f"closes {counts['closes']}, refusals {counts['refusals']}; the logs are in {data}", flush=True)
    if not options.kills:
        verdict.must(not counts["closes"], "closes", counts["closes"])
        reads = load.ask("get", f"{show.show}/leaderboard", 0, min(READERS, sockets + calls), 1000, 5)
        verdict.must(set(reads["statuses"]) == {"200"}, "leaderboard", reads["statuses"])
        verdict.figure(f"p99 of {reads['read_count'] / reads['seconds']:,.0f} reads/s of a leaderboard of {sockets + calls} fans",
                       reads["read_p99"], 20)
finally:
    load.kill()
    running.stop()
    if mongo:
        mongo.stop()
verdict.end()
shutil.rmtree(data)
