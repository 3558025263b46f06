#!/usr/bin/env python3
"""Verifies event logs by docs/log-format.md: verify_log.py [--head POSITION:HASH] [--signed-heads FILE] [--public-key HEX] [--table claims.tsv] FILE...

It needs Python 3 and the file claims.tsv, and no code of Encore. It looks for claims.tsv beside itself, and then where
Encore's sources have it.
"""

import argparse
import hashlib
import json
import os
import re
import sqlite3
import struct
import sys
import time
import zlib

SEVEN_DAYS = 7 * 86_400_000
# The file of the rules, beside this script or in Encore's sources.
TABLES = ["claims.tsv", "../event-store/src/main/resources/encore/claims.tsv"]
VALUES = ("text", "name", "network_key", "dotted", "ticket_event", "identifier", "first_entry", "codes")
ACTIONS = ("put", "replace", "clear")
# The tables whose rows have sums: their columns in the order of the sum, and which of them is the position.
SUMMED = [
    ("requests", "position, id, fingerprint, answer", 0),
    ("once_keys", "key, position, fingerprint, answer", 1),
    ("claims", "claim, owner", None),
    ("tokens", "processor, position", None),
]


def number(value):
    return struct.pack(">Iq", 8, value)


def text(value):
    return struct.pack(">I", len(value)) + value


def row_sum(values):
    each = (number(v) if isinstance(v, int) else b"\xff" * 4 if v is None else text(v) for v in values)
    return zlib.crc32(b"".join(each))


def leaf(commit, position, event):
    first, count, at, form, ident, _ = commit
    _, stream, sequence, kind, revision, metadata, payload, _ = event
    return hashlib.sha256(
        number(form) + number(first) + number(count) + number(at) + text(ident)
        + number(position) + text(stream) + number(sequence) + text(kind) + text(revision)
        + text(metadata) + text(payload)
    ).digest()


def opened(value):
    try:
        found = json.loads(value)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class Ed25519:
    """RFC 8032, verification alone."""

    P = 2**255 - 19
    L = 2**252 + 27742317777372353535851937790883648493
    D = -121665 * pow(121666, -1, P) % P
    ROOT = pow(2, (P - 1) // 4, P)

    @classmethod
    def add(cls, one, other):
        p = cls.P
        a = (one[1] - one[0]) * (other[1] - other[0]) % p
        b = (one[1] + one[0]) * (other[1] + other[0]) % p
        c = 2 * one[3] * other[3] * cls.D % p
        d = 2 * one[2] * other[2] % p
        e, f, g, h = b - a, d - c, d + c, b + a
        return e * f % p, g * h % p, f * g % p, e * h % p

    @classmethod
    def times(cls, factor, point):
        product = (0, 1, 1, 0)
        while factor:
            if factor & 1:
                product = cls.add(product, point)
            point = cls.add(point, point)
            factor >>= 1
        return product

    @classmethod
    def point(cls, encoded):
        p = cls.P
        y = int.from_bytes(encoded, "little")
        sign, y = y >> 255, y & (1 << 255) - 1
        square = (y * y - 1) * pow(cls.D * y * y + 1, -1, p) % p
        x = pow(square, (p + 3) // 8, p)
        if (x * x - square) % p:
            x = x * cls.ROOT % p
        if y >= p or (x * x - square) % p or (x == 0 and sign):
            raise ValueError("no point of the curve")
        if x & 1 != sign:
            x = p - x
        return x, y, 1, x * y % p

    @classmethod
    def verifies(cls, public, message, signature):
        try:
            if len(public) != 32 or len(signature) != 64:
                return False
            a, r = cls.point(public), cls.point(signature[:32])
            s = int.from_bytes(signature[32:], "little")
            base = cls.point((4 * pow(5, -1, cls.P) % cls.P).to_bytes(32, "little"))
        except ValueError:
            return False
        h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % cls.L
        left, right = cls.times(s, base), cls.add(r, cls.times(h, a))
        return s < cls.L and all((left[i] * right[2] - right[i] * left[2]) % cls.P == 0 for i in (0, 1))


def at(value, pointer):
    """The value at a JSON pointer; None when there is none."""
    for name in pointer.split("/")[1:]:
        value = value.get(name.replace("~1", "/").replace("~0", "~")) if isinstance(value, dict) else None
    return value


def is_given(value):
    """Whether an event has a value that can be claimed: a text or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def plain(value):
    """A text as it is, a number in decimal."""
    return str(value) if is_given(value) else ""


class Table:
    """The rules of claims.tsv: the claims and the once-key of each event, and the events that end a subject."""

    def __init__(self, path):
        self.claims, self.once_keys, self.endings = {}, {}, {}
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and not line.startswith("#"):
                    try:
                        self.add(*line.rstrip("\n").split("\t"))
                    except (TypeError, ValueError) as wrong:
                        raise SystemExit(f"{path}, line {number} cannot be understood: {wrong}")

    def add(self, row, event, *columns):
        if row == "claim":
            # Only the keys of the installation would tell a claim's space and account.
            _space, _account, slot, paths, value, action = columns
            if action not in ACTIONS or value not in VALUES and (value, action) != ("-", "clear"):
                raise ValueError(f"unknown value or action: {value} {action}")
            rule = (slot, [] if paths == "-" else paths.split(","), value, action)
            self.claims.setdefault(event, []).append(rule)
        elif row == "once_key":
            space, key, fingerprint, answer = columns
            self.once_keys[event] = (space, key, fingerprint, answer)
        elif row == "subject":
            _kind, streams, _home, _command, _components = columns
            self.endings[event] = [] if streams == "-" else streams.split(",")
        else:
            raise ValueError(f"unknown row: {row}")


def signed_heads(path, public):
    """Reads heads that an auditor kept, as an array or one after the other. All must be signed by the same key."""
    with open(path, encoding="utf-8") as file:
        rest = file.read().strip()
    found = []
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        found += value if isinstance(value, list) else [value]
        rest = rest[end:].strip()
    for head in found:
        public = public or head["public_key"]
        at = head.get("at")
        message = f"encore head {1 if at is None else 2}\n{head['position']}\n{head['hash']}\n"
        message += "" if at is None else f"{at}\n"
        if head["public_key"] != public or not Ed25519.verifies(
            bytes.fromhex(public), message.encode(), bytes.fromhex(head["signature"])
        ):
            raise SystemExit(f"The head of position {head['position']} in {path} is not signed by {public}.")
    return [(head["position"], bytes.fromhex(head["hash"])) for head in found]


class Held:
    """Folds how many claims each stream holds by its events. Which claims these are, only the keys would tell."""

    def __init__(self, table):
        self.table = table
        self.held, self.changed, self.entered = {}, {}, set()
        self.ended, self.freed = set(), set()
        self.named, self.codes = {}, {}

    def fold(self, position, stream, kind, payload, personal):
        encrypted = personal.get("fields") or [] if isinstance(personal, dict) else []
        rules = self.table.claims.get(kind, ())
        if rules:
            slots = list(self.held.get(stream, ()))
            says = [self.apply(rule, slots, stream, payload, encrypted) for rule in rules]
            if any(says):
                self.held[stream], self.changed[stream] = tuple(slots), position
        if kind in self.table.endings:
            self.ended.add(stream)
            self.freed.update(f"{beside}.{stream.partition('.')[2]}" for beside in self.table.endings[kind])

    def apply(self, rule, slots, stream, payload, encrypted):
        """Changes the slots of the stream by one row, and returns whether the event says something about that row."""
        slot, paths, value, action = rule
        if value == "-":
            return self.clear(slot, paths, slots, payload)
        if value == "codes":
            return self.replace_codes(paths, slots, stream, payload)
        if value == "identifier":
            return self.change_identifier(paths, action, slots, stream, payload, encrypted)
        if value == "first_entry":
            entry = (at(payload, paths[0]), at(payload, paths[1]) or "")
            if not entry[0] or entry in self.entered:
                return False
            self.entered.add(entry)
        elif value != "ticket_event":
            given = at(payload, paths[-1])
            if not is_given(given):
                return action == "replace" and self.clear(slot, (), slots, payload)
            # An encrypted empty text has 40 characters.
            empty = value == "text" and (len(given) == 40 if paths[-1] in encrypted else given == "")
            if slot == "each":
                # Nothing takes away one of several texts, so any name of the slot will do that is new.
                if not empty:
                    slots.append((slot, len(slots)))
                return not empty
            if empty:
                return self.clear(slot, (), slots, payload)
        if slot not in slots:
            slots.append(slot)
        return True

    @staticmethod
    def clear(slot, paths, slots, payload):
        cleared = (at(payload, paths[0]) or []) if paths else list(slots) if slot == "*" else [slot]
        slots[:] = [one for one in slots if one not in cleared]
        return not paths or bool(cleared)

    def change_identifier(self, paths, action, slots, stream, payload, encrypted):
        """An encrypted identifier that was removed may be any of its network: the number that is left is right."""
        limited = len(paths) > 2
        source = at(payload, paths[2]) if limited else None
        if limited and source is None:
            return False
        network, value = at(payload, paths[0]) or "", at(payload, paths[1]) or ""
        # A row with a third path is of codes: their slots must be told from those of the identifiers themselves.
        of = ("identifier", network) if limited else (network,)
        hidden, known = (*of, None), (*of, None if paths[1] in encrypted else value)
        if action == "put":
            if isinstance(source, str) and source != stream:
                # A stream of scanned codes holds one code that is an identifier.
                self.held[source] = tuple(one for one in self.held.get(source, ()) if one[: len(of)] != of)
            if known == hidden or known not in slots:
                slots.append(known)
        else:
            for one in (known, hidden):
                if one in slots:
                    slots.remove(one)
                    break
        return True

    def replace_codes(self, paths, slots, stream, payload):
        """A stream takes a code from another one when it names the code and did not name it before."""
        if len(paths) == 1:
            listed = at(payload, paths[0]) or []
            codes = [(code.get("kind"), code.get("network") or "", code.get("key")) for code in listed]
        else:
            network, keys = at(payload, paths[0]) or "", [(path, at(payload, path)) for path in paths[1:]]
            # The kind of a code is the last name of its path, in snake_case.
            codes = [
                (re.sub("([a-z])([A-Z])", r"\1_\2", path.rpartition("/")[2]).lower(), network, key)
                for path, key in keys
                if isinstance(key, str)
            ]
        account, before = stream.split(".")[1], self.named.get(stream, [])
        for code in codes:
            if code not in before:
                other = self.codes.get((account, code))
                if other is not None and other != stream:
                    self.held[other] = tuple(one for one in self.held.get(other, ()) if one != code)
                self.codes[account, code] = stream
                if code not in slots:
                    slots.append(code)
        for code in before:
            if code not in codes and self.codes.get((account, code)) == stream:
                del self.codes[account, code]
                if code in slots:
                    slots.remove(code)
        self.named[stream] = codes
        return True


class Log:
    def __init__(self, path, table):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self.db.text_factory = bytes
        # One transaction reads the log as it was at one moment, also while Encore writes.
        self.db.execute("BEGIN")
        self.table = table
        self.problems, self.unmatched, self.used, self.held = [], [], {}, Held(table)

    def commits(self):
        return self.db.execute("SELECT first, count, at, format, id, head FROM commits ORDER BY first")

    def events(self):
        return self.db.execute(
            "SELECT position, stream, sequence, type, revision, metadata, payload, leaf FROM events ORDER BY position"
        )

    def elsewhere(self, event):
        """Whether a row would be right at another position, with its own leaf or with the leaf of the row there."""
        commits = list(self.commits())
        current = -1
        for other in self.events():
            while current + 1 < len(commits) and commits[current + 1][0] <= other[0]:
                current += 1
            if current >= 0 and other[0] != event[0] and leaf(commits[current], other[0], event) in (event[7], other[7]):
                return True
        return False

    def impossible(self):
        """Finds rows that are wrong whatever the events say."""
        ends = {first + count - 1 for first, count, *_ in self.commits()}
        for position, ident, fingerprint in self.db.execute("SELECT position, id, fingerprint FROM requests"):
            if position not in ends or len(ident) != 32 or len(fingerprint) != 32:
                self.problems.append((position, "unfounded"))
        for position, key in self.db.execute("SELECT position, key FROM once_keys"):
            if position not in ends or len(key) != 16:
                self.problems.append((position, "unfounded"))
        for table, columns, place in SUMMED:
            if any(column[1] == b"sum" for column in self.db.execute(f"PRAGMA table_info({table})")):
                for *values, kept in self.db.execute(f"SELECT {columns}, sum FROM {table} WHERE sum IS NOT NULL"):
                    if kept != row_sum(values):
                        self.problems.append((0 if place is None else values[place], "unfounded"))

    def beside(self, last, time_of_commit, events):
        """Compares the once-keys and the request of a commit with its events."""
        request = ""
        for event in events:
            stream, kind = event[1].decode(errors="replace"), event[3].decode(errors="replace")
            metadata, payload = opened(event[5]), opened(event[6])
            request = metadata.get("request") or ""
            self.held.fold(event[0], stream, kind, payload, metadata.get("personal"))
            self.once_key(last, stream, payload, self.table.once_keys.get(kind))
        kept = self.db.execute("SELECT id FROM requests WHERE position = ?", (last,)).fetchone()
        if kept is None and len(request) == 64 and time_of_commit > time.time() * 1000 - SEVEN_DAYS:
            self.problems.append((last, "forgotten"))
        if kept is not None and kept[0].hex() != request:
            self.problems.append((last, "unfounded"))

    def once_key(self, last, stream, payload, rule):
        if rule is None or not is_given(at(payload, rule[1])):
            return
        space, key, fingerprint, answer = rule
        key = hashlib.sha256(f"{stream}/{space}/{plain(at(payload, key))}".encode()).digest()[:16]
        kept = self.db.execute(
            "SELECT fingerprint, answer FROM once_keys WHERE position = ? AND key = ?", (last, key)
        ).fetchone()
        if key in self.used:
            self.problems.append((last, "unfounded"))
        self.used[key] = last
        if kept is None:
            self.problems.append((last, "forgotten"))
        elif kept[0].decode(errors="replace") != plain(at(payload, fingerprint)) or plain(
            at(opened(kept[1]), answer)
        ) != plain(at(payload, answer)):
            self.problems.append((last, "unfounded"))

    def claims(self):
        """Compares how many claims are stored for each stream with how many it holds by its events."""
        counts = {}
        for (owner,) in self.db.execute("SELECT owner FROM claims"):
            owner = owner.decode(errors="replace")
            counts[owner] = counts.get(owner, 0) + 1
        for owner in counts.keys() | self.held.held.keys():
            kept, held = counts.get(owner, 0), len(self.held.held.get(owner, ()))
            if kept > held:
                self.problems.append((self.held.changed.get(owner, 0), "unfounded"))
            # Another subject may hold the claims of the streams beside one that has ended.
            if kept < held and (owner in self.held.ended or owner not in self.held.freed):
                self.problems.append((self.held.changed[owner], "forgotten"))

    def chain(self, known):
        """Checks the hashes. Returns the first problem or None, the next position, and the head before it."""
        head, expected, last = bytes(32), 1, -(2**63)
        events = self.events()
        for commit in self.commits():
            first, count, committed, form, _, stored = commit
            if first > expected:
                return f"dropped at {expected}", expected, head
            if first < expected or count < 1 or form != 1 or committed < last:
                return f"altered at {first}", expected, head
            end, its = first + count, []
            while expected < end:
                event = events.fetchone()
                if event is None or event[0] > expected:
                    return f"dropped at {expected}", expected, head
                if event[0] < expected:
                    return f"altered at {event[0]}", expected, head
                if leaf(commit, expected, event) != event[7]:
                    return f"{'reordered' if self.elsewhere(event) else 'altered'} at {expected}", expected, head
                head = hashlib.sha256(head + event[7]).digest()
                self.unmatched += [one for one in known if one[0] == expected and one[1] != head]
                its.append(event)
                expected += 1
            if stored != head:
                return f"altered at {expected - 1}", expected, head
            last = committed
            self.beside(end - 1, committed, its)
        event = events.fetchone()
        if event is not None:
            return f"altered at {event[0]}" if event[0] < expected else f"dropped at {expected}", expected, head
        return None, expected, head

    def verify(self, known):
        wrong, expected, head = self.chain(known)
        altered = self.unmatched[:1]
        if wrong is None:
            self.unmatched += sorted(one for one in known if one[0] >= expected)
        if altered:
            return f"altered at {altered[0][0]}"
        if wrong is not None:
            return wrong
        if self.unmatched:
            return f"truncated at {expected}"
        self.impossible()
        for position, key in self.db.execute("SELECT position, key FROM once_keys"):
            if self.used.get(key) != position:
                self.problems.append((position, "unfounded"))
        self.claims()
        if self.problems:
            position, kind = min(self.problems)
            return f"{kind} at {position}"
        return f"whole to {expected - 1} {head.hex()}"


def found_table():
    for name in TABLES:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        if os.path.exists(path):
            return path
    raise SystemExit("claims.tsv is not beside verify_log.py: put it there, or name it with --table.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--head", metavar="POSITION:HASH", action="append", default=[], help="a head that the log had")
    parser.add_argument("--signed-heads", metavar="FILE", help="heads that an auditor kept")
    parser.add_argument("--public-key", metavar="HEX", help="the key that must have signed them")
    parser.add_argument("--table", metavar="FILE", help="the file claims.tsv, when it is not beside this script")
    parser.add_argument("files", metavar="FILE", nargs="+")
    asked = parser.parse_args()
    heads = [(int(position), bytes.fromhex(digest)) for position, _, digest in (head.partition(":") for head in asked.head)]
    kept = signed_heads(asked.signed_heads, asked.public_key) if asked.signed_heads else []
    table = Table(asked.table or found_table())
    whole = True
    for path in asked.files:
        log = Log(path, table)
        found = log.verify(heads + kept)
        print(found)
        for position, digest in log.unmatched:
            if (position, digest) in kept:
                print(f"the head of {position} that was kept is not this log's: {digest.hex()}")
        whole = whole and found.startswith("whole")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
