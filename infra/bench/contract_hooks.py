"""Rules of Encore's calls that OpenAPI cannot express, for contract.py; docs/api-decisions.md or the contract describes each."""

import datetime
import json
import math
import os
import re
import uuid

import schemathesis
from hypothesis import strategies as st

KNOWN = json.loads(os.environ.get("CONTRACT_KNOWN", "{}"))
NAMED = [str(value) for value in KNOWN.values()]
TODAY = datetime.datetime.now(datetime.timezone.utc).date().isoformat()

schemathesis.openapi.format("phone", st.from_regex(r"\+1202555[0-9]{4}", fullmatch=True))
schemathesis.openapi.format("ip", st.ip_addresses().map(str))
schemathesis.openapi.format("country", st.sampled_from(["US", "de", "Canada", "FR"]))

# Rules across the parameters of one call, and ids that have to exist: the script removes or adds values of a generated call.
RANGE = re.compile(r"(.*)(start|min|youngest|_from)(.*)")
ENDS = {"start": "end", "min": "max", "youngest": "oldest", "_from": "_to"}
TOGETHER = [("latitude", "longitude"), ("fan_radius_latitude", "fan_radius_longitude")]
IN_A_COUNTRY = ("province", "city", "postal_code")
# Each names a thing that must exist, and has no stand-in here.
STRANGERS = ("as_of", "search_uid", "session_uid", "point_tier_uid", "to", "performance_uid", "reward_uid",
             "venue_uid", "business_id", "referral_page_tab_id", "fan_incl_snapshot_uids", "fan_excl_snapshot_uids",
             "activity_id", "bundled_page_tab_ids", "next_scan_key", "next_purchase_key")
OBJECTS = ("props", "_props", "_map", "crm_fields", "details")
TIMES_OF_DAY = ("start_time", "end_time")
# A thing that has one keeps one.
NEVER_CLEARED = ("name", "title", "question")
NAMED_ONCE = ("name", "filter_name", "snapshot_name", "event_key", "crm_field_key")
# Values that a new thing of its kind needs, beyond those that OpenAPI requires for a change as well.
MAKING = {
    "POST /api/v1/idols": {"idol_type": "other", "artist_id": 1, "discovery_id": 1, "music_uid": ""},
    "POST /api/v1/manage/apps": {"name": ""},
    "POST /api/v1/manage/idol_events": {"idol_uid": str(KNOWN.get("idol_uid")), "start_date": TODAY},
    "POST /api/v1/crm/tickets/events": {
        "event_uid": "", "action": "create", "event_name": "A show", "event_key": "", "event_date": TODAY, "network": "contract"},
    "POST /api/v1/manage/apps/{page_tab_id}/tab_items": {"title": "A thing"},
    "POST /api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers": {"title": "Who wins", "odds": 2},
    "POST /api/v1/manage/apps/{page_tab_id}/quiz_questions": {"question": "Who sings?"},
    "POST /api/v1/manage/apps/{page_tab_id}/rooms": {"room_type": "public_rooms"},
    "POST /api/v1/manage/venues/{venue_uid}": {"venue_name": "A hall"},
    "POST /api/v1/manage/snapshots/{snapshot_uid}": {},
    "POST /api/v1/manage/search_filters": {},
    "POST /api/v1/manage/search_filters/{filter_uid}": {},
    "POST /api/v1/manage/fields": {"field_type": "text", "field_options": []},
}
# Values that never change, or that only one of several kinds has.
NOT_SAID = {
    "POST /api/v1/manage/apps/{page_tab_id}": ["app_type"],
    "POST /api/v1/manage/apps/{page_tab_id}/rooms/{room_key}": ["room_type"],
    "POST /api/v1/manage/apps/{page_tab_id}/entries": ["is_unique_activity"],
    "POST /api/v1/manage/fields/{crm_field_key}": ["field_type", "field_options"],
    "POST /api/v1/manage/idol_events": ["end_date", "end_time"],
}
NEVER_EMPTY = {"POST /api/v1/crm/fans", *(call for call, needed in MAKING.items() if needed)}


def is_time(text):
    """Returns whether a text is a time. A pattern accepts a 71st day of a 59th month."""
    try:
        return (text.isdigit() and len(text) < 10) or datetime.datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def mend(call, values):
    """Changes a call that OpenAPI accepts into a valid one."""
    for name in STRANGERS:
        values.pop(name, None)
    for name, known in KNOWN.items():
        if name in values:
            values[name] = known
    for name, value in list(values.items()):
        if isinstance(value, float) and value and not 1e-20 < abs(value) < 1e20:
            values[name] = 0.0  # Decimals have at most 38 digits.
        elif name == "odds" and isinstance(value, (int, float)) and not 0 < value <= 1_000_000:
            values[name] = 1
        elif isinstance(value, float) and name.endswith(("_amount", "_price", "_price_min", "_price_max", "odds")):
            values[name] = math.trunc(value * 10_000) / 10_000  # There are few decimal places.
        elif name.endswith(OBJECTS) and not isinstance(value, dict):
            del values[name]  # Its description says that it is an object.
        elif name == "event_date" and value:
            values[name] = TODAY  # Here it is a day or a time, and not a number of seconds.
        elif name.endswith("_timestamp") and isinstance(value, str) and value:
            values[name] = TODAY + "T12:00:00Z"  # Within the times of the shows.
        elif name in NEVER_CLEARED and call.startswith("POST /api/v1/manage/apps/") and not value:
            del values[name]
        elif name == "room_key":
            values[name] = uuid.uuid4().hex
        elif name in TIMES_OF_DAY and value:
            values[name] = "20:00"
        elif name.endswith(("_date", "_timestamp", "_time")) and isinstance(value, str) and value and not is_time(value):
            values[name] = TODAY
        elif name == "email" and value:
            values[name] = "one@contract.example"
        elif isinstance(value, list) and all(isinstance(one, dict) for one in value):
            values[name] = [dict(row) for row in value]
            for row in values[name]:
                mend(call, row)
    for first in list(values):
        found = RANGE.fullmatch(first)
        last = found and found.group(1) + ENDS[found.group(2)] + found.group(3)
        # Texts are compared as texts: days and times.
        if last and None not in (values.get(first), values.get(last)) and values[first] > values[last]:
            values[first], values[last] = values[last], values[first]
    for one, other in TOGETHER:
        if values.get(one) is None or values.get(other) is None:
            values.pop(one, None)
            values.pop(other, None)
    if call.endswith("/get_updates"):
        values.pop("last_update_time", None)  # Within an hour.
    if str(values.get("birth_date") or "") > TODAY:
        values["birth_date"] = "2001-02-03"
    if any(values.get(name) for name in IN_A_COUNTRY) and not values.get("country_code"):
        values["country_code"] = "US"
    if values.get("award_key"):
        values["award_key"] = uuid.uuid4().hex  # A key belongs to one award.
    if values.get("point_count") == 0:
        values["point_count"] = 1
    if "display_name" in values and call.endswith("check_display_name"):
        values["display_name"] = "A fan"
    if "network" in values and call == "POST /api/v1/manage/networks":
        values["network"] = uuid.uuid4().hex
    for name in NOT_SAID.get(call, ()):
        values.pop(name, None)
    if call == "POST /api/v1/manage/snapshots":
        # Of a segment, of criteria or of fans.
        values.clear()
        values.update(snapshot_name=uuid.uuid4().hex, fan_ids=[KNOWN["fan_id"]])
    if call in MAKING:
        values.update(MAKING[call])
        for name in NAMED_ONCE:
            if name in values:
                values[name] = uuid.uuid4().hex
    if "quiz_questions" in call:
        # The right answer is among the options.
        values["options"] = [option for option in values.get("options") or () if option][:20] or ["Yes", "No"]
        values["right_answers"] = [0]
    if call.endswith("/idols/events"):
        if call.startswith("POST"):
            values["states"] = ["going"]  # 1 to 4 of its states.
        values.pop("display_date", None)  # Not together with a start or an end.
    if call.endswith("/tickets/events"):
        values.pop("is_ticketless_only", None)  # Only with network.
    if call.endswith("/registrations/scans"):
        values["scan_group_name"] = "Doors"
    if call == "POST /api/v1/crm/fans/{fan_id}/idols":
        values.pop("idol_uid", None)  # Either it or the name.
        values["idol_name"] = "Ada"
    if call == "POST /api/v1/crm/fans/{fan_id}/identifiers":
        # Another fan may have it already.
        values["identifier_value"] = uuid.uuid4().hex
    if "origin" in values:
        values["origin"] = "https://contract.example"
    if "scopes" in values:
        values["scopes"] = ["crm"]
    if "/fans" in call:
        for name in [name for name in values if name.startswith(("business_", "field_")) or name == "tag_"]:
            del values[name]
    if values.get("timezone"):
        # A pattern accepts a time zone that does not exist.
        values["timezone"] = "Europe/Vienna"
    if call == "GET /api/v1/crm/points" and not {"start_date", "end_date", "point_name"} <= values.keys():
        values.clear()
    if {"fan_radius_km", "fan_radius_latitude", "fan_postal_codes"} & values.keys() or call == "GET /api/v1/crm/fans":
        # A postal code must be one that a fan has.
        values.pop("fan_postal_codes", None)
        values["fan_radius_km"] = 10
        values["fan_radius_latitude"] = values["fan_radius_longitude"] = 0
    if call == "POST /api/v1/crm/fans" and not values.get("email"):
        values["email"] = uuid.uuid4().hex + "@contract.example"
    if call in ("POST /api/v1/crm/fans", "POST /api/v1/crm/fans/{fan_id}"):
        # Another fan may have the contact already, which is a 400.
        values["email"] = uuid.uuid4().hex + "@contract.example"
        values.pop("phone", None)


def in_form(values):
    """Prepares a body for a form: a form has no null, and an object in it is JSON, of which Schemathesis would write only the names."""
    return {name: json.dumps(value) if isinstance(value, dict) else value
            for name, value in values.items() if value is not None}


# Input that is accepted in addition: empty values as absent ones, and numbers and flags as text.
LENIENT = re.compile(r"|null|-?\d+|-?\d+(\.\d+)?|true|false|on|off|1|0", re.IGNORECASE)


def is_lenient(value):
    if isinstance(value, list):
        return all(is_lenient(one) for one in value)
    # An empty object is written as nothing.
    return value is None or value == {} or isinstance(value, bool) or LENIENT.fullmatch(str(value)) is not None


@schemathesis.hook
def map_case(context, case):
    headers = case.headers if case.headers is not None else {}
    # The intended 503, and an Idempotency-Key of another request.
    headers.pop("Encore-Min-Position", None)
    if case.method.upper() == "DELETE":
        # Other calls name them.
        for name, value in (case.path_parameters or {}).items():
            if str(value) in NAMED:
                case.path_parameters[name] = 1
    if case.meta is None or case.meta.generation.mode.value == "positive":
        headers.pop("Idempotency-Key", None)
        call = f"{case.method.upper()} {case.path}"
        if call in NEVER_EMPTY and not isinstance(case.body, dict):
            # An email or a phone, say, where OpenAPI knows only that neither is required.
            case.body, case.media_type = {}, "application/json"
        # Copies, since cases share their parts.
        if isinstance(case.body, dict):
            is_form = case.media_type == "application/x-www-form-urlencoded"
            values = dict(case.body)
            mend(call, values)
            case.body = in_form(values) if is_form else values
        elif case.query is not None and case.method.upper() != "POST":
            # Thousands of criteria make an address that no server accepts.
            case.query = {name: value[:3] if isinstance(value, list) else value for name, value in case.query.items()}
            mend(call, case.query)
    return case


def is_without_token(case):
    """Returns whether a call without the operator's token brings a key pair: that is a 403 and not a 401."""
    about = case.meta.phase.data
    return getattr(about, "parameter", None) == "Authorization" and "issing" in (getattr(about, "description", "") or "")


@schemathesis.hook
def filter_case(context, case):
    if case.meta is None or case.meta.generation.mode.value == "positive":
        return True
    # A call whose only faults are accepted ones is valid.
    return not is_without_token(case) and not (
        isinstance(case.body, dict) and any(is_lenient(value) for value in case.body.values())) and not (
        case.query and any(is_lenient(value) for value in case.query.values()))
