#!/usr/bin/env python3
"""Verifies event logs from docs/log-format.md alone: verify_log.py [--head POSITION:HASH] [--signed-heads FILE] [--public-key HEX] FILE..."""

import argparse
import hashlib
import json
import sqlite3
import struct
import sys
import time
import zlib

SEVEN_DAYS = 7 * 86_400_000
# Events that used a key: its space, where the event has it, and the fingerprint.
ONCE = {"points_awarded": ("award", "awardKey", "count"), "fan_wager_paid": ("payout", "fanWagerUid", "pointCount")}
# Tables with sums, what these are of, and where the position stands there.
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


def signed_heads(path, public):
    """What an auditor kept: an array of heads, or one after the other; each must be signed, all by one."""
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


def codes(details, names):
    """What a registration or ticket says that is scanned at doors."""
    said = details or {}
    return [(one, said.get("network") or "", said[name]) for one, name in names.items() if isinstance(said.get(name), str)]


class Held:
    """How many claims each stream holds by its events; which ones, only the keys would tell."""

    def __init__(self):
        self.held, self.erased, self.changed, self.entered = {}, set(), {}, set()
        self.said, self.codes = {}, {}

    def fold(self, position, stream, kind, payload, personal):
        encrypted = personal.get("fields") or [] if isinstance(personal, dict) else []
        before = self.held.get(stream, ())
        if kind in ("fan_registered", "fan_profile_changed"):
            part = "profile" if kind == "fan_registered" else "changes"
            given = payload.get(part) or {}
            said = [contact for contact in ("email", "phone") if isinstance(given.get(contact), str)]
            cleared = payload.get("cleared") or ()
            if not said and not cleared:
                return
            after = set(before)
            for contact in said:
                value = given[contact]
                empty = len(value) == 40 if f"/{part}/{contact}" in encrypted else not value
                after = after - {contact} if empty else after | {contact}
            after -= set(cleared)
        elif kind in ("fan_erased", "identifiers_forgotten"):
            after = ()
            if kind == "fan_erased":
                self.erased.add(stream.partition(".")[2])
        elif kind == "identifier_added":
            network, value = payload.get("network", ""), payload.get("value", "")
            after = list(before)
            if "/value" in encrypted or (network, value) not in after:
                after.append((network, None if "/value" in encrypted else value))
        elif kind == "identifier_removed":
            network, value = payload.get("network", ""), payload.get("value", "")
            after = list(before)
            for one in ((network, None if "/value" in encrypted else value), (network, None)):
                if one in after:
                    after.remove(one)
                    break
        elif kind in (
            "point_type_created",
            "campaign_created",
            "pass_issued",
            "address_monitored",
            "ticket_event_made",
            "ticket_event_changed",
            "purchase_recorded",
            "tag_made",
            "search_filter_added",
            "search_filter_changed",
            "snapshot_sealed",
            "snapshot_renamed",
        ):
            after = ("name",)
        elif kind == "campaign_changed":
            if not isinstance((payload.get("changes") or {}).get("name"), str):
                return
            after = ("name",)
        elif kind in ("idol_added", "idol_changed"):
            after = ("name", "music") if isinstance((payload.get("profile") or {}).get("musicUid"), str) else ("name",)
        elif kind in ("idol_removed", "campaign_deleted", "pass_revoked", "address_forgotten", "ticket_event_removed", "search_filter_removed", "snapshot_removed"):
            after = ()
        elif kind == "scan_recorded":
            after = ("source",) if isinstance((payload.get("details") or {}).get("sourceKey"), str) else ()
        elif kind in ("registration_recorded", "registration_changed"):
            names = {"registration_key": "registrationKey", "lookup_id": "lookupId", "barcode": "barcode"}
            after = self.fold_codes(stream, codes(payload.get("details"), names), set(before) | {"key"})
        elif kind in ("ticket_recorded", "ticket_changed", "ticket_completed"):
            names = {"ticket_key": "ticketKey", "lookup_id": "lookupId", "barcode": "barcode"}
            after = self.fold_codes(stream, codes(payload["state"].get("details"), names), set(before) | {"key"})
        elif kind == "code_opened":
            after = self.fold_codes(stream, [(c.get("kind"), c.get("network"), c.get("key")) for c in payload["codes"]], set())
        elif kind == "activity_recorded":
            entry = (payload.get("fan"), payload.get("pageTabId"))
            if entry[1] is None or entry in self.entered:
                return
            self.entered.add(entry)
            after = ("first entry",)
        else:
            return
        self.held[stream], self.changed[stream] = tuple(after), position

    def fold_codes(self, stream, said, held):
        """Who says a code that it did not say before has it from then on."""
        account, before = stream.split(".")[1], self.said.get(stream, [])
        for code in said:
            if code not in before:
                other = self.codes.get((account, code))
                if other is not None and other != stream:
                    self.held[other] = tuple(one for one in self.held.get(other, ()) if one != code)
                self.codes[account, code] = stream
                held.add(code)
        for code in before:
            if code not in said and self.codes.get((account, code)) == stream:
                del self.codes[account, code]
                held.discard(code)
        self.said[stream] = said
        return held


class Log:
    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self.db.text_factory = bytes
        # All that is read is of one moment, also while Encore writes.
        self.db.execute("BEGIN")
        self.problems, self.unmatched, self.used, self.held = [], [], {}, Held()

    def commits(self):
        return self.db.execute("SELECT first, count, at, format, id, head FROM commits ORDER BY first")

    def events(self):
        return self.db.execute(
            "SELECT position, stream, sequence, type, revision, metadata, payload, leaf FROM events ORDER BY position"
        )

    def elsewhere(self, event):
        """Whether a row would be right at another position, with its own leaf or with the one that stands there."""
        commits = list(self.commits())
        at = -1
        for other in self.events():
            while at + 1 < len(commits) and commits[at + 1][0] <= other[0]:
                at += 1
            if at >= 0 and other[0] != event[0] and leaf(commits[at], other[0], event) in (event[7], other[7]):
                return True
        return False

    def impossible(self):
        """Rows that cannot be right whatever the events say."""
        ends = {first + count - 1 for first, count, *_ in self.commits()}
        for position, ident, fingerprint in self.db.execute("SELECT position, id, fingerprint FROM requests"):
            if position not in ends or len(ident) != 32 or len(fingerprint) != 32:
                self.problems.append((position, "unfounded"))
        for position, key in self.db.execute("SELECT position, key FROM once_keys"):
            if position not in ends or len(key) != 16:
                self.problems.append((position, "unfounded"))
        for table, columns, at in SUMMED:
            if any(column[1] == b"sum" for column in self.db.execute(f"PRAGMA table_info({table})")):
                for *values, kept in self.db.execute(f"SELECT {columns}, sum FROM {table} WHERE sum IS NOT NULL"):
                    if kept != row_sum(values):
                        self.problems.append((0 if at is None else values[at], "unfounded"))

    def beside(self, last, at, events):
        """Holds what lies beside a commit against its events."""
        request = ""
        for event in events:
            stream, kind = event[1].decode(errors="replace"), event[3].decode(errors="replace")
            metadata, payload = opened(event[5]), opened(event[6])
            request = metadata.get("request") or ""
            self.held.fold(event[0], stream, kind, payload, metadata.get("personal"))
            space, named, count = ONCE.get(kind, (None, None, None))
            if space and isinstance(payload.get(named), str):
                key = hashlib.sha256(f"{stream}/{space}/{payload[named]}".encode()).digest()[:16]
                kept = self.db.execute(
                    "SELECT position, fingerprint, answer FROM once_keys WHERE position = ? AND key = ?", (last, key)
                ).fetchone()
                if key in self.used:
                    self.problems.append((last, "unfounded"))
                self.used[key] = last
                if kept is None:
                    self.problems.append((last, "forgotten"))
                elif (
                    kept[1].decode(errors="replace") != str(payload.get(count))
                    or opened(kept[2]).get("fanPointUid") != payload.get("fanPointUid")
                ):
                    self.problems.append((last, "unfounded"))
        kept = self.db.execute("SELECT id FROM requests WHERE position = ?", (last,)).fetchone()
        if kept is None and len(request) == 64 and at > time.time() * 1000 - SEVEN_DAYS:
            self.problems.append((last, "forgotten"))
        if kept is not None and kept[0].hex() != request:
            self.problems.append((last, "unfounded"))

    def claims(self):
        counts = {}
        for (owner,) in self.db.execute("SELECT owner FROM claims"):
            owner = owner.decode(errors="replace")
            counts[owner] = counts.get(owner, 0) + 1
        for owner in counts.keys() | self.held.held.keys():
            kept, held = counts.get(owner, 0), len(self.held.held.get(owner, ()))
            if kept > held:
                self.problems.append((self.held.changed.get(owner, 0), "unfounded"))
            if kept < held and owner.partition(".")[2] not in self.held.erased:
                self.problems.append((self.held.changed[owner], "forgotten"))

    def chain(self, known):
        """What is wrong with the hashes, None if nothing is; and the position that was reached, with its head."""
        head, expected, last = bytes(32), 1, -(2**63)
        events = self.events()
        for commit in self.commits():
            first, count, at, form, _, stored = commit
            if first > expected:
                return f"dropped at {expected}", expected, head
            if first < expected or count < 1 or form != 1 or at < last:
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
            last = at
            self.beside(end - 1, at, its)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--head", metavar="POSITION:HASH", action="append", default=[], help="a head that the log had")
    parser.add_argument("--signed-heads", metavar="FILE", help="heads that an auditor kept")
    parser.add_argument("--public-key", metavar="HEX", help="who must have signed them")
    parser.add_argument("files", metavar="FILE", nargs="+")
    asked = parser.parse_args()
    heads = [(int(position), bytes.fromhex(digest)) for position, _, digest in (head.partition(":") for head in asked.head)]
    kept = signed_heads(asked.signed_heads, asked.public_key) if asked.signed_heads else []
    whole = True
    for path in asked.files:
        log = Log(path)
        found = log.verify(heads + kept)
        print(found)
        for position, digest in log.unmatched:
            if (position, digest) in kept:
                print(f"the head of {position} that was kept is not this log's: {digest.hex()}")
        whole = whole and found.startswith("whole")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
