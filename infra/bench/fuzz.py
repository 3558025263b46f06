#!/usr/bin/env python3
"""Hostile values in every operation of /openapi.json, as JSON, form and query; none may be answered with a 5xx.

    infra/bench/fuzz.py [--seed 1] [--calls 20000] [--only TEXT] [--at http://localhost:8080 --keys data/demo-keys.json]

Each call gives some parameters values that fit and others hostile ones: numbers with huge exponents, dates out of range, Unicode
blanks, semicolons, nested lists and wrong UTF-8. It also sends broken bodies and page keys. A call is made from the seed and
its number alone, so a second run with the seed repeats it. It prints the answers by status and each 5xx with its call, and exits
with 1 if there was one, or an answer without a status.
"""

import argparse
import collections
import json
import os
import random
import sys
import threading
import urllib.parse

from encore_bench import OPERATOR, Client, add_server_options, all_at_once, demo_server, parsed, working_folder

WORKERS = 4
FORM = "application/x-www-form-urlencoded"

# Values that are texts in a form and in JSON.
TEXTS = [
    "", " ", "\u00a0", "\u3164", "\u200b", "\ufeffx", "\u2800", "\u200d\ufe0f", "\u0001", "\u0000", "a;b", ";", "%", "%00", "&", "=", "../..",
    "@", "@nick", "00700", "12-34-56", "a" * 300, "a" * 5_000, "\U0001f600" * 130, "\u202eevil", "\u0130", "\ufb03", "'", '"', "\\", "\n",
    "null", "true", "NaN", "Infinity", "-0", "+1", "0x1", "1_000", "٣", "²", "[]", "{}", '["a"]', '[["a"]]', '{"a":{"a":1}}', "[" * 200, "{", "*",
    "$where", "position:9", "position:999999999999999999", "name[]", "<b>", "1,2,3", ",", "a,,b", "-", "--", "2026-W01", "x@y", "x@y.z;1",
    "0.0.0.0/0", "::/0", "10.0.0.0/99999999999", "+1" * 40, "+4930123456", "Europe/Vienna", "SystemV/PST8", "XX", "1_1_1",
    "9999999999999_999_9", "999999999999_999_9999999999999999", "-1_0_0", "0_0_0", "1_1000_1",
]
NUMBERS = [
    "0", "-1", "1", "2147483647", "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "9007199254740993", "1" * 41, "1" * 400, "1E5", "1E39", "10E2147483647", "1000E2147483647", "1E-2147483647", "0.1E2147483646", "1E400",
    "1E-400", "0E2147483647", "1E2147483648", "1e99999999999", "5.0", "5." + "0" * 60, "0.00001", "1.5", "99999999999999999999999999999999999999",
]
TIMES = [
    "+300000000-01-01T00:00:00Z", "-300000000-01-01T00:00:00Z", "+999999999-12-31T23:59:59.999999999Z", "-999999999-01-01", "10000-01-01",
    "9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-18:00", "0001-01-01", "0000-01-01", "0001-01-01T00:00:00+18:00",
    "1970-01-01", "1969-12-31T23:59:59Z", "2026-02-30", "2026-13-01", "2026-02-29T00:00:00Z", "2026-11-20T10:00:00+0000",
    "2026-11-20T10:00:00+05", "2026-11-20T10:00:00+99", "2026-11-20T24:00:00Z", "2026-11-20T23:59:60Z", "2026-11-20 10:00:00", "20260501",
    "20261301", "253402300799", "253402300800", "-1", "99999999999999", "1e12", "24:00", "23:59", "2026-11-20",
]
# Values of JSON alone, as it is written.
RAW_JSON = [
    "null", "true", "[]", "{}", "[null]", "[[]]", "[[[[[1]]]]]", '{"a":null}', '["a",1]', '[{"a":[{"a":1}]}]', "[" * 90 + "]" * 90,
    '{"a":' * 95 + "1" + "}" * 95, '"\\ud800"', '"\\u0000"', '["\\u0000"]', '{"\\u0000":1}', '{"a":1000E2147483647}', "[1E-2147483647]",
    *[number for number in NUMBERS if number not in ("1E2147483648", "1e99999999999")],
]
BROKEN_BODIES = [
    (b"\xff\xfe", "application/json"), (b'{"a":"\xff"}', "application/json"), (b'{"a":"\xed\xa0\x80"}', "application/json"), (b"{", "application/json"),
    (b"[" * 5000, "application/json"), (b'{"a":1e99999999999}', "application/json"), (b"nul", "application/json"), (b'"x"', "application/json"),
    (b"\xef\xbb\xbf{}", "application/json"), (b"{}" * 2, "application/json"), (b"a=%", FORM), (b"a=%ff", FORM), (b"a=%C0%80", FORM), (b"%=1", FORM),
    (b"=", FORM), (b"&&&=;", FORM), (b"{}", "text/plain"), (b"{}", "nonsense"), (b"{}", "application/json;charset=utf-16"), (b"\x00", "application/json"),
    (b"a=1", "multipart/form-data"), (b"[]", "application/json"), (b"[[]]", "application/json"), (b"[1]", "application/json"),
]


def fitting(name, schema, known, chance):
    """Returns a text that the parameter probably accepts."""
    if name in known and chance.random() < 0.8:
        return str(known[name])
    if schema.get("enum"):
        return str(chance.choice(schema["enum"]))
    if "example" in schema:
        return str(schema["example"])
    form = schema.get("format")
    if form == "date":
        return "2026-05-01"
    if form == "date-time":
        return chance.choice(["2026-05-01T20:00:00Z", "1780000000", "2026-05-01T20:00:00+0200"])
    if form == "email":
        return f"fan{chance.randrange(40)}@fuzz.example"
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0]
    if kind in ("integer", "number"):
        return str(max(int(schema.get("minimum", 1) or 1), chance.randrange(1, 30)))
    if kind == "boolean":
        return chance.choice(["true", "false"])
    if name.endswith("_date"):
        return "2026-05-01"
    return chance.choice(["Gala", "x", "fuzz", "1", "Europe/Vienna"])


def hostile(chance):
    return chance.choice(chance.choice([TEXTS, NUMBERS, TIMES, TEXTS]))


def resolve(document, schema):
    while "$ref" in schema:
        at = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            at = at[part]
        schema = at
    return schema


class Operation:
    def __init__(self, document, method, path, declared):
        self.method, self.path = method.upper(), path
        self.variables, self.fields, self.rows = {}, {}, {}
        for parameter in declared.get("parameters", []):
            schema = resolve(document, parameter.get("schema", {}))
            if parameter["in"] == "path":
                self.variables[parameter["name"]] = schema
            elif parameter["in"] == "query":
                self.fields[parameter["name"]] = schema
        body = declared.get("requestBody", {}).get("content", {})
        for content in body.values():
            schema = resolve(document, content.get("schema", {}))
            for part in [schema, *[resolve(document, one) for one in schema.get("oneOf", []) + schema.get("anyOf", []) + schema.get("allOf", [])]]:
                for name, one in part.get("properties", {}).items():
                    self.fields[name] = resolve(document, one)
        self.document = document

    def item(self, schema):
        return resolve(self.document, schema.get("items", {}))

    def path_of(self, known, chance):
        path = self.path
        for name, schema in self.variables.items():
            draw = chance.random()
            text = fitting(name, schema, known, chance)
            if draw < 0.1:
                value = urllib.parse.quote(hostile(chance)[:300], safe=chance.choice(["", ";"]))
            elif draw < 0.2:
                value = urllib.parse.quote(text, safe="") + chance.choice([";1", ";a=b", "%3B1", "%00", "%FF", "%2F", "%C2%A0", ".", ";"])
            else:
                value = urllib.parse.quote(text, safe="")
            path = path.replace("{" + name + "}", value or "0")
        return path

    def chosen(self, chance):
        """Returns the parameters of a call: mostly all required ones, and few others."""
        names = []
        for name, schema in self.fields.items():
            if chance.random() < 0.75:
                names.append(name.replace("*", chance.choice(["1", "vip", "x;y", "\u00a0", "999999999999999999999", ""])))
        return names

    def value(self, name, known, chance, danger):
        schema = self.fields.get(name) or next(
            (one for key, one in self.fields.items() if key.endswith("*") and name.startswith(key[:-1])), {})
        return hostile(chance) if chance.random() < danger else fitting(name, schema, known, chance)

    def json_value(self, name, known, chance, danger):
        """Returns a value as it is written in JSON."""
        schema = self.fields.get(name, {})
        if chance.random() < danger / 2:
            return chance.choice(RAW_JSON)
        if schema.get("type") == "array":
            item = self.item(schema)
            if item.get("properties"):
                rows = []
                for _ in range(chance.randrange(1, 3)):
                    rows.append("{" + ",".join(
                        json.dumps(key) + ":" + (chance.choice(RAW_JSON) if chance.random() < danger / 2
                                                 else json.dumps(hostile(chance) if chance.random() < danger / 2
                                                                 else fitting(key, resolve(self.document, one), known, chance)))
                        for key, one in item["properties"].items()) + "}")
                return "[" + ",".join(rows) + "]"
            return json.dumps([self.value(name, known, chance, danger) for _ in range(chance.randrange(3))])
        text = self.value(name, known, chance, danger)
        plain = schema.get("type") in ("integer", "number") and text.lstrip("-").isdigit() and text.isascii() and len(text) < 300
        return (str(int(text)) if plain else json.dumps(text))


def call_of(operation, known, chance):
    """Returns the path, body and headers of a call."""
    path = operation.path_of(known, chance)
    if chance.random() < 0.03:
        body, kind = chance.choice(BROKEN_BODIES)
        return path, body, {"Content-Type": kind}
    danger = chance.choice([0.05, 0.2, 0.5])
    names = operation.chosen(chance)
    extra = {}
    if operation.method == "GET" or chance.random() < 0.1:
        pairs = [(name, operation.value(name, known, chance, danger)) for name in names]
        query = urllib.parse.urlencode(pairs)
        if chance.random() < 0.02:
            query += chance.choice(["&a=%ff", "&%", "&a=%C0%80", "&=;", ";"])
        return (path + "?" + query)[:15_000], None, extra
    if chance.random() < 0.5:
        pairs = [(name, operation.value(name, known, chance, danger)) for name in names]
        return path, urllib.parse.urlencode(pairs).encode(), extra
    members = [json.dumps(name) + ":" + operation.json_value(name, known, chance, danger) for name in names]
    return path, ("{" + ",".join(members) + "}").encode(), {"Content-Type": "application/json"}


def known_things(api):
    """Adds things that calls may name; returns them by the names of parameters."""
    known = {
        "fan_id": api.must("POST", "/api/v1/crm/fans", email="one@fuzz.example")["fan_id"],
        "connected_fan_id": api.must("POST", "/api/v1/crm/fans", email="two@fuzz.example")["fan_id"],
        "point_uid": api.must("POST", "/api/v1/crm/points", point_name="fuzz")["point_uid"],
        "point_name": "fuzz",
        "idol_uid": api.must("POST", "/api/v1/idols", idol_name="Ada")["idol_uid"],
        "related_idol_uid": api.must("POST", "/api/v1/idols", idol_name="Grace")["idol_uid"],
        "page_tab_id": api.must("POST", "/api/v1/manage/apps", name="Fuzz", app_type="fanxp")["page_tab_id"],
    }
    known["claim_fan_id"] = known["connected_fan_id"]
    known["idol_event_uid"] = api.must(
        "POST", "/api/v1/manage/idol_events", idol_uid=known["idol_uid"], start_date="2031-02-03")["idol_event_uid"]
    for name, path, form in (
            ("business_id", "/api/v1/manage/businesses", {"business_name": "Fuzz"}),
            ("venue_uid", "/api/v1/manage/venues", {"venue_name": "Fuzz"}),
            ("performance_uid", "/api/v1/manage/performances", {"performance_name": "Fuzz", "performance_date": "2031-02-03"}),
            ("crm_field_key", "/api/v1/manage/fields", {"crm_field_key": "fuzz", "field_type": "number"})):
        status, _, body = api.post(path, **form)
        if status == 200 and isinstance(body, dict) and name in body:
            known[name] = body[name]
    return known


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--calls", type=int, default=20_000)
    arguments.add_argument("--only", default="", help="a part of the method and path of the operations to call")
    add_server_options(arguments)
    arguments.add_argument("--keep", help="the folder for the server's data and log, which is kept")
    options = parsed(arguments, calls=300)

    with working_folder("fuzz", options.keep) as folder, demo_server(
            options, folder, {"ENCORE_RATE_LIMIT": "1000000000"}) as (at, pair):
        port = int(at.rsplit(":", 1)[1])
        headers = {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"],
                   "Authorization": "Bearer " + os.environ.get("ENCORE_OPERATOR_TOKEN", OPERATOR)}
        api = Client(port, headers)
        known = known_things(api)
        document = api.must("GET", "/openapi.json")
        operations = [
            Operation(document, method, path, declared)
            for path, methods in document["paths"].items() for method, declared in methods.items()
            if method in ("get", "post", "delete", "put", "patch") and options.only in f"{method.upper()} {path}"
        ]
        if not operations:
            sys.exit("there is no such operation")
        statuses, failed, lock = collections.Counter(), [], threading.Lock()

        def work(worker):
            client = Client(port, headers, timeout=20)
            for number in range(worker, options.calls, WORKERS):
                chance = random.Random(f"{options.seed}-{number}")
                operation = operations[number % len(operations)]
                path, body, extra = call_of(operation, known, chance)
                try:
                    status, _, answer = client.call(operation.method, path, body, extra)
                except (OSError, ValueError) as cut:
                    status, answer = 0, str(cut)
                with lock:
                    statuses[status] += 1
                    if status >= 500 or status == 0:
                        failed.append((f"{operation.method} {operation.path}", status, number, path, body, answer))

        all_at_once(WORKERS, work)
        print(f"seed {options.seed}: {options.calls} calls of {len(operations)} operations; answers by status: "
              + ", ".join(f"{status or 'none'}: {count}" for status, count in sorted(statuses.items())))
        for operation, status, number, path, body, answer in failed[:200]:
            print(f"\n{status} {operation} (call {number})\n  {path[:600]}\n  {(body or b'')[:900]!r}\n  {str(answer)[:300]}")
        ready = api.get("/health/ready")[0]
        if failed or ready != 200:
            sys.exit(f"{len(failed)} calls failed; the server is {'ready' if ready == 200 else 'not ready'}")


main()
