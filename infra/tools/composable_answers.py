#!/usr/bin/env python3
"""Lists answers whose first fields are the same, so that one record could say them for all (ADR 143).

Usage: composable_answers.py [--least <fields>]

Two fields are the same when name, type and annotations (nullness, form of a time) are. They have the same place on the wire
when all fields before them are the same too, or when they follow each other in both records; the list says which. It leaves
out every record that may be stored: those that events, commands, aggregates or documents reach by the types of their
components, since their sums would change. It reads source text, and types of the same simple name are one type to it, so it leaves
out too many rather than too few.
"""
import argparse
import re
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = re.compile(r"\brecord (\w+)(?:<[^({]*>)?\s*\(")
WORD = re.compile(r"\b[A-Z]\w+\b")


def sources(*modules):
    for module in modules:
        for file in sorted((ROOT / module / "src/main/java").rglob("*.java")):
            text = file.read_text()
            yield file, re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def components(text, start):
    """Returns the components of the record whose parenthesis opened before `start`."""
    parts, part, depth = [], "", 1
    for char in text[start:]:
        depth += (char in "(<") - (char in ")>")
        if depth == 0:
            break
        if char == "," and depth == 1:
            parts.append(part)
            part = ""
        else:
            part += char
    return [" ".join(one.split()) for one in [*parts, part] if one.strip()]


def records():
    """Returns the components of each record by its file and name, and the names of records that are no answers."""
    found, messages = {}, set()
    for file, text in sources("shared-kernel", "api-gateway"):
        for record in RECORD.finditer(text):
            name, parts = record.group(1), components(text, record.end())
            # Parameters of calls have bounds.
            if "@Size(" in " ".join(parts):
                continue
            found[file, name] = parts
            if file.stem.endswith(("Event", "Command", "Query")):
                messages.add(name)
    return found, messages


def stored(found, messages):
    """Returns the simple names of types that are stored, with all that their components name."""
    names = set(messages)
    for _, text in sources("command-side"):
        names |= set(WORD.findall(text))
    for _, text in sources("query-side", "infra/views", "infra/event-store", "infra/backend"):
        names |= set(re.findall(r"(\w+)\.class\b", text)) | set(re.findall(r"TypeReference<[^>]*?(\w+)>", text))
        for types in re.findall(r"\b(?:Collection|Catalogue|CatalogueEntry)<([^;={(]*)>", text):
            names |= set(WORD.findall(types))
    inside = {}
    for (_, name), parts in found.items():
        inside.setdefault(name, set()).update(word for part in parts for word in WORD.findall(part))
    todo = list(names)
    while todo:
        for name in inside.get(todo.pop(), ()):
            if name not in names:
                names.add(name)
                todo.append(name)
    return names


def longest_run(one, other):
    """Returns the longest run of the same fields in both, and whether both records begin with it."""
    best = []
    for i in range(len(one)):
        for j in range(len(other)):
            length = 0
            while i + length < len(one) and j + length < len(other) and one[i + length] == other[j + length]:
                length += 1
            if length > len(best):
                best, starts = one[i:i + length], i == j == 0
    return best, bool(best) and starts


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--least", type=int, default=4, help="the number of fields from which a pair is listed")
    least = arguments.parse_args().least
    found, messages = records()
    kept = stored(found, messages)
    answers = {of: parts for of, parts in found.items() if of[1] not in kept and len(parts) >= least}
    groups = {}
    for (one, ones), (other, others) in combinations(answers.items(), 2):
        run, first = longest_run(ones, others)
        if len(run) >= least:
            groups.setdefault((tuple(run), first), set()).update((one, other))
    for (run, first), members in sorted(groups.items(), key=lambda group: -len(group[0][0]) * len(group[1])):
        print(f"{len(run)} fields {'at the beginning' if first else 'in a row'} of {len(members)} records:")
        for file, name in sorted(members):
            print(f"    {file.stem}.{name}" if file.stem != name else f"    {name}", f"({file.relative_to(ROOT).parent})")
        print("    " + ", ".join(run))
    print(f"{len(groups)} groups among {len(answers)} records that are not stored.")


if __name__ == "__main__":
    main()
