"""Reads the fields of section 2. Each reader returns the value or refuses it."""

import re
from decimal import Decimal

from refusal import Refusal

NICN = re.compile(r"[0-9]{6,8}")
COUNTRY = re.compile(r"(?!000)[0-9]{3}")
ZIP = re.compile(r"[0-9]{5}(-[0-9]{4})?")
STATES = frozenset(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR"
    " PA PR RI SC SD TN TX UT VT VA WA WV WI WY".split()
)
LARGEST_AMOUNT = Decimal("1e12")


def bad(field, text):
    return Refusal(422, f"field:{field}", text)


def text(body, field, required=False):
    if field not in body:
        if required:
            raise bad(field, "is missing")
        return None
    if not isinstance(body[field], str):
        raise bad(field, "should be a string")
    return body[field]


def identifier(body, field, defect):
    value = text(body, field)
    if value == "":
        raise bad(field, "should not be empty")
    if value is not None and field == "mTxId":
        if defect == "casefold-mtxid":
            return value.casefold()
    return value


def money(body, field, defect, required=False):
    value = body.get(field)
    if value is None:
        if required or field in body:
            raise bad(field, "should be a number")
        return None
    if isinstance(value, bool) and defect != "bool-is-int":
        raise bad(field, "should be a number")
    if not isinstance(value, (int, Decimal)):
        raise bad(field, "should be a number")
    if value < 0:
        raise bad(field, "should not be below zero")
    if value > LARGEST_AMOUNT and defect != "endless-amount":
        raise bad(field, "is more than anybody pays")
    return Decimal(value)


def nicn(body, defect):
    value = text(body, "nicn", required=True)
    if defect == "isdigit":
        good = value.isdigit() and 6 <= len(value) <= 8
    elif defect == "int-of-text":
        good = 6 <= len(value) <= 8 and int_or_none(value) is not None
    else:
        good = NICN.fullmatch(value)
    if not good:
        raise bad("nicn", "should be 6 to 8 digits")
    return value


def int_or_none(value):
    try:
        return int(value)
    except ValueError:
        return None


def region(body):
    value = text(body, "region", required=True)
    if not ZIP.fullmatch(value) and value.removeprefix("US-") not in STATES:
        raise bad("region", "should be a zip code, a state or an ISO state code")
    return value


def country(body):
    value = text(body, "country")
    if value is not None and not COUNTRY.fullmatch(value):
        raise bad("country", "should be three digits")
    return value or "840"


def texts(body, field):
    value = body.get(field, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise bad(field, "should be an array of strings")
    return value
