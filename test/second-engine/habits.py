"""Habits that a service may have: the document neither asks for them nor rules them out. No service is failed for one."""

import json
import re
from decimal import Decimal

from refusal import Refusal

HABITS = {
    "strip": "every text loses the spaces around it",
    "sets": "campaign and data are sets: a text that stands twice counts once",
    "limits": "texts, lists, identifiers, bodies and amounts beyond the ordinary are refused, and so are other fields",
    "firewall": "what looks like an attack is refused with a page",
    "fixed": "an update keeps card, region and processor",
    "late-names": "an mTxId is kept where a first call gives it, and not later",
    "forgets-sold": "a sale removes its transaction",
    "first-member": "of two members of one name, the first counts",
}

FIELDS = {"amount", "nicn", "region", "campaign", "country", "processor", "cardToken", "data", "totalAmount"}
NAMES = {"sTxId", "mTxId"}
MTXID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?")
ATTACK = re.compile(r"<\s*script|javascript:|\bunion\b.+\bselect\b|'\s*or\b|;\s*(drop|--)|\.\./|\$\{|\|\s*\w|\w://|&#?\w+;|\)\s*\(|[\x00-\x08]", re.I)


def first_members(pairs):
    return dict(reversed(pairs))


def read(habits, body, is_sale):
    """The body as the service sees it; raises a refusal where a habit rules it out."""
    if "firewall" in habits and ATTACK.search(json.dumps(body, ensure_ascii=False, default=str)):
        raise Refusal(403, "firewall", "this request was blocked")
    if "strip" in habits:
        body = {field: stripped(value) for field, value in body.items()}
    if "sets" in habits:
        body = {field: list(dict.fromkeys(value)) if are_texts(value) else value for field, value in body.items()}
    if "limits" in habits:
        check_limits(body, is_sale)
    return body


def stripped(value):
    if isinstance(value, list):
        return [stripped(item) for item in value]
    return value.strip() if isinstance(value, str) else value


def are_texts(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def check_limits(body, is_sale):
    if set(body) - (NAMES | {"authCode"} if is_sale else NAMES | FIELDS):
        raise beyond("a field that is not documented")
    for field, value in body.items():
        texts = value if are_texts(value) else [value]
        if value is None or value == [] or len(texts) > 5 or len(set(map(str, texts))) < len(texts):
            raise beyond(f"{field} should hold one to five different values")
        for text in texts:
            if isinstance(text, str) and not fits(field, text):
                raise beyond(f"{field} is too long, empty, or has characters that are not taken")
    for field in ("amount", "totalAmount"):
        if isinstance(body.get(field), Decimal) and body[field].as_tuple().exponent < -2:
            raise beyond(f"{field} should have whole cents")
    if body.get("amount", 0) == body.get("totalAmount"):
        raise beyond("amount should be a part of totalAmount")


def fits(field, text):
    if field == "mTxId":
        return MTXID.fullmatch(text)
    longest = 16 if field == "authCode" else 64 if field == "sTxId" else 32
    return 0 < len(text) <= longest and all(" " <= character <= "\uffff" for character in text)


def beyond(text):
    return Refusal(422, "limits", text)
