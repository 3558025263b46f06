#!/usr/bin/env python3
"""Schemathesis on /openapi.json with all of its checks, against a server of its own.

    infra/bench/contract.py [--examples 20] [--at http://localhost:8080 --keys data/demo-keys.json] [-- more options of schemathesis]

Schemathesis goes into a temporary directory. contract_hooks.py adds the rules that OpenAPI cannot express: rules across the
parameters of a query, ids that exist, and undescribed input that the API accepts.
"""

import argparse
import json
import os
import subprocess
import sys

from encore_bench import OPERATOR, SMALLEST, Client, add_server_options, demo_server, install, parsed, working_folder

SCHEMATHESIS = "schemathesis==4.32.5"

REFUSED = ["400", "401", "403", "404", "406", "409", "413", "414", "415", "422", "428", "429", "5xx"]

# Whether a valid call is accepted depends on earlier calls, which OpenAPI cannot express: 400 names the rule.
BY_STATE = {
    "POST /api/v1/crm/fan_connections/requests/{fan_id}": "a request of that fan has to wait for this one's word",
    "POST /api/v1/ent/fans/{fan_id}/member_id": "it is set once",
    "DELETE /api/v1/manage/origins": "it has to be on the list",
    "GET /api/v1/manage/projections/{name}/compare": "there have to be two versions",
    "POST /api/v1/manage/projections/{name}/rollback": "there has to be an earlier version",
    "POST /api/v1/manage/projections/{name}/switch": "there has to be a later version",
    "GET /api/v1/crm/activities/{page_tab_id}/leaderboard": "not every kind of campaign ranks",
    "GET /api/v1/crm/fan_stats": "there has to be a filter of that name still",
    "POST /api/v1/apps/{page_tab_id}/registration/checkin": "there has to be a pass",
    "POST /api/v1/manage/tag_relations": "there have to be two tags",
    "DELETE /api/v1/manage/tag_relations": "there has to be such a tag",
    "POST /api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers/{wager_uid}/fan_wagers":
        "while the item takes stakes, from who has the points",
    "POST /api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers/{wager_uid}": "how it ended is said once",
    "POST /api/v1/manage/scans": "whose codes are told together",
    "POST /api/v1/manage/tickets": "there have to be such tickets",
}
FORM = "application/x-www-form-urlencoded"

arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--examples", type=int, default=20)
add_server_options(arguments)
arguments.add_argument("more", nargs="*")
options = parsed(arguments, examples=1)
# Most of the time is for the number of operations.
few = ["--include-tag", "points", "--include-tag", "tiers"] if SMALLEST else []

with working_folder("contract") as folder, demo_server(
        options, folder, {"ENCORE_RATE_LIMIT": "1000000000"}) as (at, pair):
    api = Client(int(at.rsplit(":", 1)[1]), {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"]})
    # Things that calls may name.
    known = {
        "fan_id": api.must("POST", "/api/v1/crm/fans", email="one@contract.example")["fan_id"],
        "connected_fan_id": api.must("POST", "/api/v1/crm/fans", email="two@contract.example")["fan_id"],
        "point_uid": api.must("POST", "/api/v1/crm/points", point_name="contract")["point_uid"],
        "point_name": "contract",
        "idol_uid": api.must("POST", "/api/v1/idols", idol_name="Ada")["idol_uid"],
        "page_tab_id": api.must("POST", "/api/v1/manage/apps", name="Contract", app_type="trivia")["page_tab_id"],
        "related_idol_uid": api.must("POST", "/api/v1/idols", idol_name="Grace")["idol_uid"],
    }
    known["claim_fan_id"] = known["connected_fan_id"]
    known["idol_event_uid"] = api.must(
        "POST", "/api/v1/manage/idol_events", idol_uid=known["idol_uid"], start_date="2031-02-03")["idol_event_uid"]
    subprocess.run([sys.executable, "-m", "venv", folder + "/venv"], check=True)
    install(folder + "/venv/bin/pip", "install", "-q", SCHEMATHESIS)
    with open(folder + "/schemathesis.toml", "w") as settings:
        settings.write("[generation]\nallow-x00 = false\n")
        # A refusal of too much input is expected.
        settings.write(f"[checks.negative_data_rejection]\nexpected-statuses = {REFUSED}\n")
        for operation, why in BY_STATE.items():
            settings.write(f'[[operations]]\n# {why}\ninclude-name = "{operation}"\n'
                           "checks.positive_data_acceptance.enabled = false\n")
    done = subprocess.run(
        [folder + "/venv/bin/schemathesis", "--config-file", folder + "/schemathesis.toml", "run",
         # The examples of the description name things that this server does not have.
         "--phases", "coverage,fuzzing,stateful",
         # All checks, by default; naming them here would override the settings of operations.
         at + "/openapi.json", "--max-examples", str(options.examples), "--workers", "1",
         "--header", f"Api-Key: {pair['api_key']}", "--header", f"Api-Secret: {pair['api_secret']}",
         "--header", f"Authorization: Bearer {os.environ.get('ENCORE_OPERATOR_TOKEN', OPERATOR)}", *few, *options.more],
        cwd=folder,
        env=dict(os.environ, SCHEMATHESIS_HOOKS="contract_hooks", CONTRACT_KNOWN=json.dumps(known),
                 PYTHONPATH=os.path.dirname(os.path.abspath(__file__))))
    sys.exit(done.returncode)
