"""A service in Python, written from the API document alone: one process serves every bug and every legal choice.

The base address `/NAME[,NAME...]/RUN` selects the variant; each run has a state of its own. Prints its port and tokens as JSON.
"""
import base64
import gzip
import hashlib
import hmac
import json
import re
import secrets
import socket
import socketserver
import struct
import sys
import threading
import time
import uuid
import zlib
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from urllib.parse import unquote

SECRET = secrets.token_bytes(16)
STATES = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split()
COUNTRIES = "036 040 056 076 124 156 208 250 276 356 372 380 392 484 528 578 616 620 724 752 756 826 840".split()
TYPES = dict.fromkeys("nicn region country processor cardToken mTxId sTxId authCode".split(), str)
TYPES.update(amount=Decimal, totalAmount=Decimal, campaign=list, data=list)
SALE = ("sTxId", "mTxId", "authCode")
CENT = Decimal("0.01")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token_of(merchant):
    content = base64url(b'{"alg":"HS256","typ":"JWT"}') + "." + base64url(json.dumps({"sub": merchant}).encode())
    return content + "." + base64url(hmac.new(SECRET, content.encode(), hashlib.sha256).digest())


TOKENS = {merchant: token_of(merchant) for merchant in ("one", "several")}
PROCESSORS = {"one": {"700100": "alpha"}, "several": {"700100": "alpha", "700200": "beta"}}


class Refused(Exception):
    def __init__(self, reason, status=422):
        super().__init__(reason)
        self.status = status


class Reset(Exception):
    pass


class Transaction:
    def __init__(self, merchant, stxid):
        self.merchant, self.stxid, self.fields, self.sold = merchant, stxid, {}, False


class Service:
    """The service as it should be. A bug or a choice replaces some of its attributes and methods."""

    fee_status = sale_status = 200
    partial, unknown_stxid, after_sale, second_sale = "refuse", "refuse", "take", "take"
    delay = 0

    def __init__(self):
        self.lock = threading.RLock()
        self.transactions, self.by_mtxid, self.cache = {}, {}, {}
        self.count = self.updates = self.active = self.refusals = self.failures = 0
        self.last = None

    # The request

    def read(self, stream, length):
        return stream.read(length)

    def header(self, headers, name):
        return next((value for key, value in headers if key.lower() == name.lower()), None)

    def parse(self, raw):
        return json.loads(raw.decode("utf-8"), parse_float=Decimal, parse_int=Decimal)

    def merchant(self, headers):
        given = self.header(headers, "Authorization") or ""
        for merchant, token in TOKENS.items():
            if given.lower().startswith("bearer ") and hmac.compare_digest(given[7:].encode(), token.encode()):
                return merchant
        raise Refused("a valid token is required", 401)

    def answer(self, method, path, headers, raw):
        """Status and object of the answer."""
        if path not in ("/v1/ch", "/v1/ch/sale"):
            raise Refused("not found", 404)
        if method != "POST":
            raise Refused("POST only", 405)
        merchant = self.merchant(headers)
        self.check_headers(headers)
        try:
            fields = self.parse(raw)
        except (ValueError, RecursionError):
            raise Refused("the body is not JSON", 400)
        if not isinstance(fields, dict):
            raise Refused("the body is not an object", 400)
        fields = self.clean({name: value for name, value in fields.items()}, path)
        self.check_types(fields, SALE if path.endswith("sale") else TYPES)
        return self.sale(merchant, fields) if path.endswith("sale") else self.fee(merchant, fields)

    def check_headers(self, headers):
        pass

    def clean(self, fields, path):
        return fields

    def check_types(self, fields, names):
        for name in names:
            value = fields.get(name)
            if name in fields and value is None and self.null(name):
                del fields[name]
            elif name in fields and not isinstance(value, TYPES[name]):
                raise Refused(f"{name} has the wrong type")
            elif isinstance(value, list) and not all(isinstance(text, str) for text in value):
                raise Refused(f"{name} is a list of texts")

    def null(self, name):
        return False

    # The fee

    def check_fee(self, merchant, fields):
        for name in ("amount", "nicn", "region"):
            if name not in fields:
                raise Refused(f"{name} is required")
        if not 0 <= fields["amount"] <= 1000000:
            raise Refused("amount is out of range")
        if "totalAmount" in fields and fields["totalAmount"] < fields["amount"]:
            raise Refused("amount is more than totalAmount")
        self.check_nicn(fields["nicn"])
        self.check_country(fields.get("country", "840"))
        self.state(fields)
        self.processor(merchant, fields)

    def check_nicn(self, nicn):
        if not re.fullmatch("[0-9]{6,8}", nicn, re.ASCII):
            raise Refused("nicn is not 6 to 8 digits")

    def check_country(self, country):
        if country not in COUNTRIES:
            raise Refused("unknown country")

    def state(self, fields):
        region = fields["region"]
        if fields.get("country", "840") != "840":
            return region
        if re.fullmatch("[0-9]{5}(-[0-9]{4})?", region, re.ASCII):
            zone = int(region[:3])
            return "AZ" if 850 <= zone <= 865 else "MA" if 10 <= zone <= 27 else "other"
        name = region.upper().removeprefix("US-")
        if name not in STATES:
            raise Refused("unknown region")
        return name

    def processor(self, merchant, fields):
        known, given = PROCESSORS[merchant], fields.get("processor")
        if given is None:
            if len(known) > 1:
                raise Refused("processor is required")
            return "700100"
        for mid, name in known.items():
            if given in (mid, name):
                return mid
        raise Refused("unknown processor")

    def exact(self, merchant, fields):
        country = fields.get("country", "840")
        if country not in ("840", "124") or country == "840" and self.state(fields) == "MA":
            return Decimal(0)
        if self.processor(merchant, fields) == "700200":
            return fields["amount"] * Decimal("0.029") + Decimal("0.30")
        nicn = fields["nicn"]
        share = "0.0165" if nicn.startswith("424242") else "0.0151" if nicn[0] == "4" else "0.0240"
        return fields["amount"] * Decimal(share) + Decimal("0.10")

    def round(self, fee):
        return fee.quantize(CENT, ROUND_HALF_UP)

    def price(self, merchant, fields, transaction):
        return self.round(self.exact(merchant, fields))

    # Transactions

    def key(self, mtxid):
        return mtxid

    def sale_key(self, mtxid):
        return self.key(mtxid)

    def owner(self, merchant):
        return merchant

    def new_stxid(self):
        return "tx_" + secrets.token_hex(10)

    def by_stxid(self, merchant, stxid):
        found = self.transactions.get(stxid)
        return found if found and found.merchant == merchant else None

    def given(self, value):
        return value is not None

    def locate(self, merchant, fields, key):
        stxid, mtxid = fields.get("sTxId"), fields.get("mTxId")
        found = self.by_stxid(merchant, stxid) if self.given(stxid) else None
        named = self.by_mtxid.get((self.owner(merchant), key(mtxid))) if self.given(mtxid) else None
        if found and named and found is not named:
            raise Refused("the identifiers are of two transactions", 409)
        if self.given(stxid) and not found:
            raise Refused("unknown sTxId", 404)
        return found or named

    def remember(self, transaction, fields, key):
        if self.given(fields.get("mTxId")):
            self.by_mtxid[self.owner(transaction.merchant), key(fields["mTxId"])] = transaction

    def complete(self, merchant, fields, transaction):
        """The fields of a fee call, with what an update leaves out."""
        if transaction and self.partial == "keep":
            return {**transaction.fields, **fields}
        return fields

    def allow_update(self, transaction, fields):
        if transaction.sold and self.after_sale == "refuse":
            raise Refused("the transaction is sold", 409)

    def create(self, merchant, fields):
        with self.lock:
            transaction = self.locate(merchant, {"mTxId": fields.get("mTxId")}, self.key)
            if transaction is None:
                transaction = Transaction(merchant, self.new_stxid())
                self.transactions[transaction.stxid] = transaction
                self.remember(transaction, fields, self.key)
        return transaction

    def fee(self, merchant, fields):
        with self.lock:
            if self.unknown_stxid == "open" and fields.get("sTxId") not in self.transactions:
                fields.pop("sTxId", None)
            transaction = self.locate(merchant, fields, self.key)
        if transaction and transaction.sold and self.after_sale == "new":
            with self.lock:
                self.by_mtxid = {key: value for key, value in self.by_mtxid.items() if value is not transaction}
            transaction, _ = None, fields.pop("sTxId", None)
        whole = self.complete(merchant, fields, transaction)
        self.check_fee(merchant, whole)
        if transaction:
            self.allow_update(transaction, whole)
            self.updates += 1
        fee = self.price(merchant, whole, transaction)
        update, transaction = transaction is not None, transaction or self.create(merchant, whole)
        with self.lock:
            transaction.fields = {name: value for name, value in whole.items() if name not in ("sTxId", "mTxId")}
            self.remember(transaction, fields, self.key)
        return self.fee_status, self.fee_body(fee, transaction, update)

    def fee_body(self, fee, transaction, update):
        return {"transactionFee": fee, "sTxId": transaction.stxid, "message": "ok"}

    def sale(self, merchant, fields):
        if not self.given(fields.get("sTxId")) and not self.given(fields.get("mTxId")):
            raise Refused("sTxId or mTxId is required")
        with self.lock:
            transaction = self.locate(merchant, fields, self.sale_key)
            if transaction is None:
                raise Refused("unknown transaction", 404)
            if transaction.sold and self.second_sale == "refuse":
                raise Refused("sold already", 409)
            transaction.sold = True
            self.remember(transaction, fields, self.key)
        return self.sale_status, self.sale_body(transaction)

    def sale_body(self, transaction):
        return {"sTxId": transaction.stxid}

    # The answer

    def refusal(self, reason, status):
        return status, {"error": str(reason)}

    def write(self, body):
        text = json.dumps({name: "\0" if isinstance(value, Decimal) else value for name, value in body.items()})
        return text.replace('"\\u0000"', str(body.get("transactionFee"))).encode()

    def media_type(self, status):
        return "application/json"

    def respond(self, method, path, headers, raw):
        try:
            return self.answer(method, path, headers, raw)
        except Refused as refused:
            self.refusals += 1
            return self.refusal(refused, refused.status)

    def finish(self, connection, text):
        return text


def race(self, merchant, fields, transaction):
    """Prices what the record of the transaction holds after a moment."""
    if not transaction:
        return Service.price(self, merchant, fields, transaction)
    transaction.fields = fields
    time.sleep(0.01)
    return Service.price(self, merchant, transaction.fields, transaction)


def cached(*names):
    def price(self, merchant, fields, transaction):
        key = tuple(str(fields.get(name)) for name in names)
        if key not in self.cache:
            self.cache[key] = Service.price(self, merchant, fields, transaction)
        return self.cache[key]
    return price


def leak(*statuses, after=25):
    def respond(self, *call):
        if self.failures > after:
            return 503, {"error": "no connection is left"}
        status, body = Service.respond(self, *call)
        self.failures += status in statuses
        return status, body
    return respond


def slow_create(self, merchant, fields):
    transaction = Transaction(merchant, self.new_stxid())
    time.sleep(0.05)
    with self.lock:
        self.transactions[transaction.stxid] = transaction
        self.remember(transaction, fields, self.key)
    return transaction


def crowded(self, *call):
    self.active += 1
    try:
        if self.active > 4:
            return 500, {"error": "database is locked"}
        time.sleep(0.003)
        return Service.respond(self, *call)
    finally:
        self.active -= 1


def shared_merchant(self, headers):
    self.last = Service.merchant(self, headers)
    time.sleep(0.002)
    return self.last


def partial_update(**standins):
    def complete(self, merchant, fields, transaction):
        return {**transaction.fields, **standins, **fields} if transaction else fields
    return complete


def first_processor(self, merchant, fields, transaction):
    return {**transaction.fields, "processor": "700100", **fields} if transaction else fields


def sticky_processor(self, merchant, fields):
    given = fields.get("processor") or self.cache.get("sticky")
    self.cache["sticky"] = given if merchant == "several" else self.cache.get("sticky")
    return Service.processor(self, merchant, {**fields, "processor": given} if given and merchant == "several" else fields)


def filtered(pattern, replacement, operation):
    def clean(self, fields, path):
        if path.endswith(operation) and isinstance(fields.get("mTxId"), str):
            fields["mTxId"] = re.sub(pattern, replacement, fields["mTxId"])
        return fields
    return clean


def regex_parse(pattern):
    def parse(self, raw):
        if not re.search(pattern, raw):
            raise ValueError(pattern)
        return Service.parse(self, raw)
    return parse


def every_thirtieth(self, merchant, fields, transaction):
    self.count += transaction is None
    return Service.price(self, merchant, fields, transaction) + (CENT if self.count % 30 == 0 and transaction is None else 0)


def fee_of_processor(self, merchant, fields):
    with self.lock:
        found = self.by_mtxid.get((merchant, fields.get("mTxId")))
        if found and "sTxId" not in fields and found.fields.get("processor") != fields.get("processor"):
            del self.by_mtxid[merchant, fields["mTxId"]]
    return Service.fee(self, merchant, fields)


def fee_again(self, merchant, fields):
    """Answers an mTxId that it knows as it did before."""
    given = merchant, fields.get("mTxId")
    if given in self.cache:
        return self.cache[given]
    answer = Service.fee(self, merchant, fields)
    if given[1]:
        self.cache[given] = answer
    return answer


def loses_stxid(self, merchant, fields):
    """An update by mTxId alone leaves the transaction where its sTxId does not find it."""
    updated = None if "sTxId" in fields else self.by_mtxid.get((merchant, fields.get("mTxId")))
    answer = Service.fee(self, merchant, fields)
    if updated:
        self.transactions.pop(updated.stxid, None)
    return answer


def by_beginning(self, merchant, stxid):
    known = next((one for one in self.transactions if len(stxid) >= 8 and one.startswith(stxid)), None)
    return Service.by_stxid(self, merchant, known)


def one_sale(self, merchant, fields):
    """The second of two simultaneous sales of a transaction fails."""
    found, selling = self.locate(merchant, fields, self.sale_key), self.cache.setdefault("selling", set())
    with self.lock:
        if found in selling:
            raise Refused("duplicate key", 500)
        selling.add(found)
    time.sleep(0.005)
    try:
        return Service.sale(self, merchant, fields)
    finally:
        selling.discard(found)


def leaky_processor(self, merchant, fields):
    if self.failures >= 25:
        raise Refused("no connection is left", 503)
    self.failures += 1
    mid = Service.processor(self, merchant, fields)
    self.failures -= 1
    return mid


def keeps_a_refused_processor(self, merchant, fields):
    """An update with an unknown processor is refused, and the next call of its transaction pays for it."""
    try:
        return Service.fee(self, merchant, fields)
    except Refused as refused:
        if str(refused) == "unknown processor":
            self.cache["marked"] = self.locate(merchant, fields, self.key)
        raise


def pays_for_it(self, merchant, fields, transaction):
    marked = transaction is not None and transaction is self.cache.get("marked")
    if marked:
        del self.cache["marked"]
    return Service.price(self, merchant, fields, transaction) + (1 if marked else 0)


def small_integers(self, merchant, fields):
    if fields.get("amount", 0) >= 2**31:
        raise Refused("integer out of range", 500)
    Service.check_fee(self, merchant, fields)


def no_sale_of_a_part(self, merchant, fields):
    found = self.locate(merchant, fields, self.sale_key)
    if found and found.fields.get("totalAmount", 0) > found.fields["amount"]:
        raise Refused("parts are missing", 409)
    return Service.sale(self, merchant, fields)


def sale_of_the_latest(self, merchant, fields):
    if fields.get("sTxId") == "":
        fields = {"sTxId": next(reversed([one.stxid for one in self.transactions.values() if one.merchant == merchant]), None)}
    return Service.sale(self, merchant, fields)


def no_message_abroad(self, fee, transaction, update):
    body = Service.fee_body(self, fee, transaction, update)
    return body if transaction.fields.get("country", "840") == "840" else {"transactionFee": body["transactionFee"], "sTxId": body["sTxId"]}


def any_case_of(self, text):
    known = [mtxid for _, mtxid in self.by_mtxid]
    return text if text in known else next((one for one in known if one.lower() == text.lower()), text)


def no_sale_where(is_so):
    def sale(self, merchant, fields):
        found = self.locate(merchant, fields, self.sale_key)
        if found and is_so(found.fields):
            raise Refused("not for sale", 409)
        return Service.sale(self, merchant, fields)
    return sale


def data_again(self, transaction, fields):
    if "data" in transaction.fields and "data" in fields and "sTxId" in fields:
        raise Refused("data is there already", 500)


def opens_first(self, merchant, fields):
    if isinstance(fields.get("mTxId"), str) and "sTxId" not in fields:
        self.create(merchant, fields)
    Service.check_fee(self, merchant, fields)


def twelfth(self, fee, transaction, update):
    body = Service.fee_body(self, fee, transaction, update)
    if update and self.updates % 12 == 0:
        body["sTxId"] = self.new_stxid()
    return body


def one_late(self, connection, text):
    """Every answer of a connection after its third is the one before."""
    earlier = getattr(connection, "earlier", [])
    connection.earlier = earlier + [text]
    return earlier[-1] if len(earlier) > 3 else text


def coded(coding, encode, named=True):
    """Answers in a coding where the client takes it."""
    def finish(self, connection, text):
        if coding not in connection.codings:
            return text
        head, body = text.split(b"\r\n\r\n", 1)
        body = encode(body)
        head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(body), head)
        return head + (b"\r\nContent-Encoding: " + coding.encode() if named else b"") + b"\r\n\r\n" + body
    return finish


def raw_deflate(body):
    return zlib.compress(body)[2:-4]


def forgetful_of_tokens(self, headers):
    """One of many calls meets an instance without the key."""
    merchant = Service.merchant(self, headers)
    with self.lock:
        self.count += 1
        if self.count % 30 == 0:
            raise Refused("the token is not valid", 401)
    return merchant


def needs_total_again(self, merchant, fields, transaction):
    if transaction and "totalAmount" in transaction.fields and "totalAmount" not in fields:
        raise ZeroDivisionError
    return Service.complete(self, merchant, fields, transaction)


def fails(self, *call):
    try:
        return Service.respond(self, *call)
    except ZeroDivisionError:
        return 500, {"error": "internal error"}


def fifteenth(self, connection, text):
    """Every fifteenth answer of a connection is the one before."""
    connection.count, before = getattr(connection, "count", 0) + 1, getattr(connection, "before", text)
    connection.before = before if connection.count % 15 == 0 else text
    return connection.before


# Each connection has a thread.
CONNECTION = threading.local()


def kept_merchant(self, headers):
    CONNECTION.merchant = getattr(CONNECTION, "merchant", None) or Service.merchant(self, headers)
    return CONNECTION.merchant


def reset(reason, status):
    raise Reset


def long_refused(self, raw):
    if len(raw) > 400:
        raise ValueError("too long")
    return Service.parse(self, raw)


def any_case(self, fields, path):
    names = {name.lower(): name for name in TYPES}
    return {names.get(name.lower(), name): value for name, value in fields.items()}


def digits(text):
    return str(int(text)) if text.isascii() and text.isdecimal() else text


def any_digits(self, nicn):
    """Digits of every script, spaces around them and underscores between them: what int() takes."""
    if len(nicn) not in (6, 7, 8) or not re.fullmatch(r"\s*\d+(_\d+)*\s*", nicn):
        raise Refused("nicn is not 6 to 8 digits")


def endless_amount(self, merchant, fields):
    """quantize() raises on a number of too many digits."""
    if fields.get("amount", 0) > 10**26:
        raise Refused("InvalidOperation", 500)
    Service.check_fee(self, merchant, fields)


def counted(self, merchant, fields):
    """A counter is read and written without a lock."""
    seen = self.count
    time.sleep(0.002)
    self.count = seen + 1
    transaction = Transaction(merchant, f"tx-{seen + 1}")
    self.transactions[transaction.stxid] = transaction
    self.remember(transaction, fields, self.key)
    return transaction


def evicting(self, merchant, fields):
    if len(self.transactions) > 128:
        del self.transactions[next(iter(self.transactions))]
    return Service.create(self, merchant, fields)


BUGS = {
    # A: identifiers of an ordinary form, used again
    "mtxid-of-digits-is-a-number": dict(key=lambda self, text: digits(text)),
    "update-lowers-mtxid": dict(locate=lambda self, merchant, fields, key: Service.locate(self, merchant, fields, lambda text: text.lower())),
    "sale-drops-dashes": dict(sale_key=lambda self, text: text.replace("-", "")),
    "zero-is-no-mtxid": dict(given=lambda self, text: text is not None and text != "0"),
    "sale-in-any-case": dict(sale_key=any_case_of),
    "sale-drops-leading-zeros": dict(sale_key=lambda self, text: text.lstrip("0") or "0"),
    "mtxid-in-base-16": dict(key=lambda self, text: str(int(text, 16)) if re.fullmatch("0[xX][0-9a-fA-F]+", text) else text),
    "mtxid-in-ascii": dict(key=lambda self, text: text.encode("ascii", "replace")),
    # B: other spellings of one request
    "no-space-after-colon": dict(parse=regex_parse(rb'"(nicn|sTxId|mTxId)":"')),
    "escapes-are-kept": dict(parse=lambda self, raw: Service.parse(self, raw.replace(b"\\u", b"\\\\u"))),
    "surrogates-are-refused": dict(parse=regex_parse(rb"(?s)^((?!\\u[dD][89abAB]).)*$")),
    "slashes-have-no-escape": dict(parse=regex_parse(rb"(?s)^((?!\\/).)*$")),
    "mtxid-as-it-is-written": dict(parse=lambda self, raw: Service.parse(self, re.sub(rb'"mTxId":"[^"]*"', lambda found: found[0].replace(b"\\", b"\\\\"), raw))),
    "no-header-in-capitals": dict(header=lambda self, headers, name: next((value for key, value in headers if key in (name, name.lower())), None)),
    "amount-comes-first": dict(parse=regex_parse(rb'^\s*\{\s*"(amount|sTxId|mTxId)"')),
    "authorization-in-lower-case": dict(header=lambda self, headers, name: dict(headers).get(name.lower())),
    "no-space-before-an-stxid": dict(parse=lambda self, raw: Service.parse(self, re.sub(rb'"sTxId"\s*:\s+"[^"]*"\s*,?', b"", raw))),
    "authcode-comes-last": dict(parse=regex_parse(rb'(?s)^(?!\s*\{\s*"authCode".*TxId)')),
    "no-space-before-a-processor": dict(parse=lambda self, raw: Service.parse(self, re.sub(rb'"processor"\s*:\s+"[^"]*"\s*,?', b"", raw))),
    "one-read-of-the-body": dict(read=lambda self, stream, length: stream.read1(length)),
    "bodies-in-latin-1": dict(parse=lambda self, raw: Service.parse(self, raw.decode("latin-1").encode())),
    "exponents-are-dropped": dict(parse=lambda self, raw: Service.parse(self, re.sub(rb'("amount":[0-9.]+)e[0-9]+', rb"\1", raw))),
    # C, D: prices
    "amounts-of-31-bits": dict(check_fee=small_integers),
    "binary-floats": dict(round=lambda self, fee: Decimal(str(round(float(fee), 2)))),
    "rounded-down": dict(round=lambda self, fee: fee.quantize(CENT, ROUND_DOWN)),
    "up-to-the-comma": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, {**fields, "amount": fields["amount"] // 1000 if fields["amount"] >= 1000 else fields["amount"]}, transaction)),
    "whole-dollars-in-updates": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, {**fields, "amount": Decimal(int(fields["amount"]))} if transaction else fields, transaction)),
    "canada-is-free": dict(price=lambda self, merchant, fields, transaction: Decimal(0) if fields.get("country") == "124" else Service.price(self, merchant, fields, transaction)),
    "canada-has-one-card": dict(exact=lambda self, merchant, fields: Service.exact(self, merchant, {**fields, "nicn": "555555"} if fields.get("country") == "124" else fields)),
    "every-thirtieth-fee": dict(price=every_thirtieth),
    "fee-of-the-total": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, {**fields, "amount": fields.get("totalAmount", fields["amount"])}, transaction)),
    "the-bound-is-free": dict(price=lambda self, merchant, fields, transaction: Decimal(0) if fields["amount"] >= 5000 else Service.price(self, merchant, fields, transaction)),
    "campaign-costs-ten-cents": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, fields, transaction) + (10 * CENT if "campaign" in fields else 0)),
    "mtxid-costs-a-cent": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, fields, transaction) + (CENT if "mTxId" in fields else 0)),
    "cardtoken-costs-a-cent": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, fields, transaction) + (CENT if "cardToken" in fields else 0)),
    "total-of-the-update-before": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, {**fields, "amount": (transaction.fields if transaction else {}).get("totalAmount", fields["amount"])}, transaction)),
    # E: prices that depend on an earlier call
    "cache-without-country": dict(price=cached("amount", "nicn", "region", "processor")),
    "country-of-the-call-before": dict(price=lambda self, merchant, fields, transaction: Service.price(self, merchant, {**fields, "country": transaction.fields.get("country", "840")} if transaction else fields, transaction)),
    "cache-without-processor": dict(price=cached("amount", "nicn", "region", "country")),
    "cache-without-nicn": dict(price=cached("amount", "region", "country", "processor")),
    "cache-without-region": dict(price=cached("amount", "nicn", "country", "processor")),
    "keeps-a-refused-processor": dict(fee=keeps_a_refused_processor, price=pays_for_it),
    # F, G: at the same time
    "race-for-the-record": dict(price=race),
    "two-transactions-of-one-mtxid": dict(create=slow_create),
    "fails-in-a-crowd": dict(respond=crowded),
    "merchants-mixed-under-load": dict(merchant=shared_merchant),
    # I: refusals that leak
    "leaks-on-unknown-transactions": dict(respond=leak(404)),
    "leaks-on-wrong-fields": dict(respond=leak(422)),
    "leaks-on-malformed-json": dict(respond=leak(400)),
    # J: signs
    "mtxid-to-the-ampersand": dict(key=lambda self, text: text.split("&")[0]),
    "mtxid-with-plus-for-space": dict(key=lambda self, text: text.replace("+", " ")),
    "sale-strips-tags": dict(clean=filtered("<[^>]*>?", "", "sale")),
    "sale-escapes-ampersands": dict(clean=filtered("&", "&amp;", "sale")),
    "sale-decodes-percent": dict(clean=lambda self, fields, path: {**fields, "mTxId": unquote(fields["mTxId"])} if path.endswith("sale") and isinstance(fields.get("mTxId"), str) else fields),
    # K: too loose
    "any-country": dict(check_country=lambda self, country: None),
    "zip-of-the-first-five": dict(state=lambda self, fields: Service.state(self, {**fields, "region": re.sub("^([0-9]{5})[0-9]+$", r"\1", fields["region"])})),
    "region-with-something-after": dict(state=lambda self, fields: Service.state(self, {**fields, "region": re.sub("(?<=^[0-9]{5})(?!-).*|(?<=^[A-Z]{2})(?!-).*", "", fields["region"])})),
    "mid-as-a-number": dict(processor=lambda self, merchant, fields: Service.processor(self, merchant, {**fields, "processor": digits(fields["processor"])} if "processor" in fields else fields)),
    "authcode-of-any-type": dict(check_types=lambda self, fields, names: Service.check_types(self, fields, [name for name in names if name != "authCode"])),
    # L: partial updates
    "partial-update-of-nothing": dict(complete=partial_update(amount=Decimal(0))),
    "partial-update-by-the-first-processor": dict(complete=first_processor),
    "processor-sticks": dict(processor=sticky_processor),
    # M: forms
    "byte-order-mark": dict(write=lambda self, body: b"\xef\xbb\xbf" + Service.write(self, body)),
    "fee-again-without-cents": dict(write=lambda self, body: re.sub(rb'("transactionFee": )([0-9]+)(.*)}', rb'\1\2\3, \1\2}', Service.write(self, body))),
    "byte-order-mark-in-sales": dict(write=lambda self, body: (b"" if "transactionFee" in body else b"\xef\xbb\xbf") + Service.write(self, body)),
    "one-brand-in-full": dict(check_nicn=lambda self, nicn: re.fullmatch("37[0-9]{13}", nicn) or Service.check_nicn(self, nicn)),
    "first-line-of-a-nicn": dict(check_nicn=lambda self, nicn: Service.check_nicn(self, re.split("[\n\0]", nicn)[0])),
    "no-sale-abroad": dict(sale=no_sale_where(lambda fields: fields.get("country", "840") == "826")),
    "no-sale-of-eight-digits": dict(sale=no_sale_where(lambda fields: fields["nicn"] == "55555555")),
    "empty-stxid-is-the-latest": dict(sale=sale_of_the_latest),
    "no-message-abroad": dict(fee_body=no_message_abroad),
    "null-is-no-mtxid": dict(clean=lambda self, fields, path: {name: value for name, value in fields.items() if (name, value) != ("mTxId", "null")}),
    "true-is-no-text": dict(clean=lambda self, fields, path: {name: True if value == "true" else value for name, value in fields.items()}),
    "nicn-as-a-number": dict(check_nicn=lambda self, nicn: Service.check_nicn(self, digits(nicn))),
    "mtxid-by-twelve-characters": dict(key=lambda self, text: text[:12]),
    "fields-in-any-case": dict(clean=any_case),
    "mtxids-of-each-processor": dict(fee=fee_of_processor),
    "answers-an-mtxid-again": dict(fee=fee_again),
    "stxid-is-lost-in-updates-by-mtxid": dict(fee=loses_stxid),
    "sale-beside-a-sale-fails": dict(sale=one_sale),
    "leaks-on-unknown-processors": dict(processor=leaky_processor),
    "no-sale-of-a-part": dict(sale=no_sale_of_a_part),
    "data-given-again": dict(allow_update=data_again),
    "stxid-by-its-beginning": dict(by_stxid=by_beginning),
    "refusals-open-transactions": dict(check_fee=opens_first),
    "mtxids-of-all-merchants": dict(owner=lambda self, merchant: "all"),
    # O: mistakes that are easy to make in Python
    "digits-as-int-takes-them": dict(check_nicn=any_digits),
    "endless-amount": dict(check_fee=endless_amount),
    "true-is-one": dict(clean=lambda self, fields, path: {name: Decimal(1) if value is True and name in ("amount", "totalAmount") else value for name, value in fields.items()}),
    "mtxid-without-case": dict(key=lambda self, text: text.casefold()),
    "counter-race": dict(create=counted),
    "evicts-the-oldest": dict(create=evicting),
    "processor-by-its-beginning": dict(processor=lambda self, merchant, fields: Service.processor(self, merchant, {**fields, "processor": next((name for name in PROCESSORS[merchant].values() if name.startswith(fields["processor"])), fields["processor"])} if "processor" in fields else fields)),
    "fee-as-text": dict(fee_body=lambda self, fee, transaction, update: {**Service.fee_body(self, fee, transaction, update), "transactionFee": str(fee)}),
    "half-to-even": dict(round=lambda self, fee: fee.quantize(CENT)),
    # N: names
    "one-merchant-for-all-tokens": dict(merchant=lambda self, headers: Service.merchant(self, headers) and "one"),
    "data-around-updates": dict(fee_body=lambda self, fee, transaction, update: {"data": {"transactionFee": str(fee), "sTxId": transaction.stxid, "message": "ok"}} if update else Service.fee_body(self, fee, transaction, update)),
    "answers-one-late": dict(finish=one_late),
    "every-fifteenth-answer-again": dict(finish=fifteenth),
    "gzip-without-its-name": dict(finish=coded("gzip", gzip.compress, named=False)),
    "gzip-cut-short": dict(finish=coded("gzip", lambda body: gzip.compress(body)[:-12])),
    "gzip-in-name-alone": dict(finish=coded("gzip", lambda body: body)),
    "every-thirtieth-token": dict(merchant=forgetful_of_tokens),
    "total-is-needed-again": dict(complete=needs_total_again, respond=fails),
    "refused-with-ok": dict(refusal=lambda self, reason, status: (200, {"message": "ok", "error": str(reason)})),
    "refused-with-a-fee-and-ok": dict(refusal=lambda self, reason, status: (200, {"message": "ok", "transactionFee": 0, "sTxId": self.new_stxid()})),
    "connection-keeps-the-merchant": dict(merchant=kept_merchant),
    "every-twelfth-update": dict(fee_body=twelfth),
    "reset-on-refusal": dict(refusal=lambda self, reason, status: reset(reason, status)),
    "bodies-over-400-bytes": dict(parse=long_refused),
}


def strict_text(names, pattern):
    def clean(self, fields, path):
        for name in names:
            for text in fields.get(name) if isinstance(fields.get(name), list) else [fields.get(name)]:
                if isinstance(text, str) and not re.fullmatch(pattern, text, re.DOTALL):
                    raise Refused(f"{name} is not allowed")
        return fields
    return clean


def known_fields(self, fields, path):
    if set(fields) - set(SALE if path.endswith("sale") else TYPES):
        raise Refused("unknown field")
    return fields


def few_texts(self, fields, path):
    for name in ("data", "campaign"):
        texts = fields.get(name)
        if isinstance(texts, list) and not (1 <= len(texts) <= 5 and len({str(text) for text in texts}) == len(texts)):
            raise Refused(f"{name}: one to five different texts")
    return fields


def trimmed(self, fields, path):
    return {name: value.strip() if isinstance(value, str) else value for name, value in fields.items()}


def need(header, value):
    def check_headers(self, headers):
        if value not in (self.header(headers, header) or "").lower():
            raise Refused(f"{header}: {value} is required", 400)
    return check_headers


def same_card(self, transaction, fields):
    if transaction.fields.get("nicn") != fields["nicn"]:
        raise Refused("another card", 409)


def one_at_a_time(self, merchant, fields):
    """A transaction that is being updated is locked: 409."""
    names = {fields.get("sTxId"), fields.get("mTxId")} - {None}
    with self.lock:
        if names & self.cache.setdefault("busy", set()):
            return 409, {"error": "the transaction is locked"}
        self.cache["busy"] |= names
    try:
        time.sleep(0.002)
        return Service.fee(self, merchant, fields)
    finally:
        self.cache["busy"] -= names


def throttled(self, *call):
    self.active += 1
    try:
        time.sleep(0.001)
        return (429, {"error": "too many at once"}) if self.active > 3 else Service.respond(self, *call)
    finally:
        self.active -= 1


def locked_out(self, *call):
    if self.failures >= 5:
        return 401, {"error": "locked out"}
    status, body = Service.respond(self, *call)
    self.failures += status == 401
    return status, body


def born(self, merchant, fields):
    transaction = Service.create(self, merchant, fields)
    self.cache.setdefault(transaction.stxid, time.monotonic())
    return transaction


def lives_two_seconds(self, merchant, fields, key):
    with self.lock:
        old = {stxid for stxid, since in self.cache.items() if time.monotonic() - since >= 2}
        self.transactions = {stxid: one for stxid, one in self.transactions.items() if stxid not in old}
        self.by_mtxid = {name: one for name, one in self.by_mtxid.items() if one.stxid not in old}
    return Service.locate(self, merchant, fields, key)


def by_phase(self, merchant, fields, transaction):
    phase = sum(fields.get("mTxId", "").encode()) % 3
    return Service.price(self, merchant, fields, transaction) + phase * CENT


def new_prices(self, merchant, fields, transaction):
    self.count += 1
    return Service.price(self, merchant, fields, transaction) + (CENT if self.count > 400 else 0)


def by_turns(self, merchant, fields, transaction):
    self.count += 1
    return Service.price(self, merchant, fields, transaction) + (5 * CENT if self.count % 3 == 0 else 0)


def whole_cents(self, merchant, fields):
    amount = fields.get("amount", Decimal(1))
    if not 0 < amount < 10**9 or amount != round(amount, 2):
        raise Refused("amount is in whole cents above 0")
    Service.check_fee(self, merchant, fields)


def total_above(self, merchant, fields):
    if fields.get("totalAmount") == fields.get("amount"):
        raise Refused("totalAmount is more than amount")
    Service.check_fee(self, merchant, fields)


def small_body(self, raw):
    if len(raw) > 1024:
        raise Refused("the body is too large", 413)
    return Service.parse(self, raw)


def firewall(self, raw):
    if re.search(rb"(?i)<\s*script|javascript:|\bunion\b.+\bselect\b|'\s*or\b|;\s*(drop|--)|\.\./|\$\{|\|\s*\w|\w://|&#?\w+;|\)\s*\(|[\x00-\x08]", raw):
        raise Refused("blocked", 403)
    return Service.parse(self, raw)


def as_sets(self, fields, path):
    are_texts = lambda value: isinstance(value, list) and all(isinstance(text, str) for text in value)
    return {name: list(dict.fromkeys(value)) if are_texts(value) else value for name, value in fields.items()}


def first_member(self, raw):
    return json.loads(raw.decode("utf-8"), parse_float=Decimal, parse_int=Decimal, object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def late_names(self, transaction, fields, key):
    """An mTxId is kept where a first call gives it, and not later."""
    if not transaction.fields:
        Service.remember(self, transaction, fields, key)


def all_limits(self, fields, path):
    for check in (known_fields, few_texts, CHOICES["plain-mtxids"]["clean"], CHOICES["short-texts"]["clean"], CHOICES["printable-texts"]["clean"]):
        fields = check(self, fields, path)
    return fields


def guarded(self, fields, path):
    return all_limits(self, as_sets(self, trimmed(self, fields, path), path), path)


def forgets(self, merchant, fields):
    status, body = Service.sale(self, merchant, fields)
    sold = self.transactions.pop(body["sTxId"])
    self.by_mtxid = {name: one for name, one in self.by_mtxid.items() if one is not sold}
    return status, body


def refuse_home(self, country):
    if country != "840":
        raise Refused("only the United States")


def conflict_on_create(self, merchant, fields):
    """The second of two simultaneous first calls with one mTxId gets 409."""
    name, opening = (merchant, fields.get("mTxId")), self.cache.setdefault("opening", set())
    if "mTxId" not in fields:
        return Service.create(self, merchant, fields)
    with self.lock:
        if name in opening:
            raise Refused("is being opened", 409)
        opening.add(name)
    time.sleep(0.005)
    try:
        return Service.create(self, merchant, fields)
    finally:
        opening.discard(name)


CHOICES = {
    "none": {},
    "created": dict(fee_status=201, sale_status=202),
    "refusals-with-200": dict(refusal=lambda self, reason, status: (200, {"message": str(reason)})),
    "refusals-as-problem": dict(refusal=lambda self, reason, status: (400, {"title": "Bad Request", "detail": str(reason)}), media_type=lambda self, status: "application/json" if status < 300 else "application/problem+json"),
    "refusals-with-200-and-a-fee": dict(refusal=lambda self, reason, status: (200, {"transactionFee": 0, "sTxId": "none", "message": "declined"})),
    "extra-fields": dict(fee_body=lambda self, fee, transaction, update: {"id": 7, **Service.fee_body(self, fee, transaction, update), "links": {"sTxId": "inner"}}, sale_body=lambda self, transaction: {"message": "ok", "sTxId": transaction.stxid, "status": "sold"}),
    "stxid-uuid": dict(new_stxid=lambda self: str(uuid.uuid4())),
    "stxid-digits": dict(new_stxid=lambda self: str(secrets.randbelow(10**15) + 10**15)),
    "stxid-long": dict(new_stxid=lambda self: secrets.token_urlsafe(180)),
    "closed-after-sale": dict(after_sale="refuse", second_sale="refuse"),
    "mtxid-is-free-after-sale": dict(after_sale="new", second_sale="refuse"),
    "partial-updates-keep": dict(partial="keep"),
    "unknown-stxid-opens": dict(unknown_stxid="open"),
    "known-fields-only": dict(clean=known_fields),
    "nulls-are-absent": dict(null=lambda self, name: name not in ("amount", "nicn", "region")),
    "trims": dict(clean=trimmed),
    "needs-x-requested-with": dict(check_headers=need("X-Requested-With", "xhr")),
    "needs-content-type": dict(check_headers=need("Content-Type", "application/json")),
    "plain-mtxids": dict(clean=strict_text(["mTxId"], "[A-Za-z0-9][A-Za-z0-9-]{0,19}")),
    "short-texts": dict(clean=strict_text(["authCode"], ".{1,16}")),
    "printable-texts": dict(clean=strict_text(["data", "campaign", "authCode", "mTxId", "cardToken"], r"[^\x00-\x1f\x7f\U00010000-\U0010ffff]{1,32}")),
    "few-texts": dict(clean=few_texts),
    "updates-keep-the-card": dict(allow_update=same_card),
    "only-the-united-states": dict(check_country=refuse_home),
    "locked-while-updated": dict(fee=one_at_a_time),
    "too-many-at-once": dict(respond=throttled),
    "lockout": dict(respond=locked_out),
    "lives-two-seconds": dict(locate=lives_two_seconds, create=born),
    "whole-cents-above-zero": dict(check_fee=whole_cents),
    "total-above-amount": dict(check_fee=total_above),
    "small-bodies": dict(parse=small_body),
    "firewall": dict(parse=firewall),
    "sets": dict(clean=as_sets),
    "first-member": dict(parse=first_member),
    "late-names": dict(remember=late_names),
    "limits": dict(clean=all_limits, parse=small_body),
    "guarded": dict(clean=guarded, parse=lambda self, raw: small_body(self, raw) and firewall(self, raw), allow_update=same_card, remember=late_names, sale=forgets),
    "conflict-while-opening": dict(create=conflict_on_create),
    "phases": dict(price=by_phase),
    "new-prices": dict(price=new_prices),
    "by-turns": dict(price=by_turns),
    "indented": dict(write=lambda self, body: b"\r\n" + Service.write(self, body).replace(b", ", b" ,\n\t")),
    "closes": dict(closes=True),
    "gzip": dict(finish=coded("gzip", gzip.compress)),
    "deflate": dict(finish=coded("deflate", zlib.compress)),
    "deflate-without-wrapper": dict(finish=coded("deflate", raw_deflate)),
    "late": dict(delay=0.02),
}

RUNS = {}
RUNS_LOCK = threading.Lock()


def service_of(names, run):
    with RUNS_LOCK:
        if (names, run) not in RUNS:
            parts = {}
            for name in names.split(","):
                parts.update(BUGS.get(name) or CHOICES[name])
            RUNS[names, run] = type(names, (Service,), parts)()
        return RUNS[names, run]


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        try:
            while self.exchange():
                pass
        except (ConnectionError, ValueError):
            pass
        except Reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def exchange(self):
        words = self.rfile.readline(70000).decode("latin-1").split()
        if len(words) != 3:
            return False
        headers = []
        while line := self.rfile.readline(70000).decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers.append((name, value.strip()))
        plain = {name.lower(): value for name, value in headers}
        _, names, run, path = words[1].split("?")[0].split("/", 3)
        self.codings = plain.get("accept-encoding", "")
        service = service_of(names, run)
        length = int(plain.get("content-length", 0))
        if length > 1 << 20 or "transfer-encoding" in plain:
            return self.send(service, 413, {"error": "too large"}, True)
        raw = service.read(self.rfile, length) if length else b""
        time.sleep(service.delay)
        status, body = service.respond(words[0], "/" + path, headers, raw)
        return self.send(service, status, body, plain.get("connection", "").lower() == "close")

    def send(self, service, status, body, close):
        close = close or getattr(service, "closes", False)
        text = service.write(body)
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {service.media_type(status)}\r\nContent-Length: {len(text)}\r\n"
        head += "Connection: close\r\n\r\n" if close else "\r\n"
        self.wfile.write(service.finish(self, head.encode() + text))
        return not close


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True
    request_queue_size = 128


with Server(("127.0.0.1", 0), Connection) as server:
    # Ends with the process that started it.
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    print(json.dumps({"port": server.server_address[1], "tokens": TOKENS, "bugs": list(BUGS), "choices": list(CHOICES)}), flush=True)
    server.serve_forever(0.05)
