"""A client in Python for tests: `shop.py NAME` runs it with the mistake of the client rule NAME, or in a legal style.

It reads the address and the token from TOLLGATE_URL and TOLLGATE_TOKEN; `shop.py --list` prints the names as JSON.
"""
import http.client
import json
import os
import random
import re
import sys
import threading
import time
import urllib.parse
import uuid

CART = {"amount": 100, "nicn": "424242", "region": "85004"}


class Refused(Exception):
    pass


class Response:
    def __init__(self, response, text):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = text

    def object(self):
        value = json.loads(self.text)
        if not isinstance(value, dict):
            raise Refused("no JSON object")
        return value


class Shop:
    """Each habit replaces one step that the client does right without it."""

    def __init__(self, headers=None, check=None, read_fee=None, retry=None, path=None, timeout=4.0, token=None):
        self.address = urllib.parse.urlsplit(os.environ["TOLLGATE_URL"])
        self.token = token or os.environ["TOLLGATE_TOKEN"]
        self.change_headers, self.check, self.retry = headers, check, retry
        self.read_fee, self.change_path, self.timeout = read_fee or read_price, path, timeout

    def send(self, path, body, headers):
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=self.timeout)
        try:
            connection.request("POST", self.address.path.rstrip("/") + path, body, headers)
            response = connection.getresponse()
            return Response(response, response.read().decode("utf-8"))
        finally:
            connection.close()

    def call(self, path, fields, more=None):
        headers = {
            "Content-Type": "application/json",
            "X-Requested-With": "xhr",
            "Authorization": f"Bearer {self.token}",
            **(more or {}),
        }
        headers = self.change_headers(headers) if self.change_headers else headers
        path = self.change_path(path) if self.change_path else path
        attempt = 0
        while True:
            attempt += 1
            try:
                outcome = self.send(path, json.dumps(fields), headers)
            except (OSError, http.client.HTTPException) as error:
                outcome = error
            failed = isinstance(outcome, Exception) or outcome.status in (429, 503)
            pause = self.retry(attempt, outcome, fields) if failed and self.retry else None
            if pause is not None:
                time.sleep(pause)
                continue
            if isinstance(outcome, Exception):
                raise outcome
            if self.check:
                self.check(outcome)
            return outcome

    def fee(self, fields, more=None):
        return self.read_fee(self.call("/v1/ch", fields, more))["sTxId"]

    def sale(self, fields, more=None):
        response = self.call("/v1/ch/sale", fields, more)
        if not 200 <= response.status < 300 or not isinstance(response.object().get("sTxId"), str):
            raise Refused(f"no sale: {response.status}")


def read_price(response):
    body = response.object() if 200 <= response.status < 300 else {}
    fee = body.get("transactionFee")
    if body.get("message") != "ok" or isinstance(fee, bool) or not isinstance(fee, (int, float)):
        raise Refused(f"no fee: {response.status}")
    return body


def selling(change=None, **habits):
    """Prices an order, prices it anew, and sells it."""

    def run():
        shop = Shop(**habits)
        fields = {"mTxId": "order-1", **CART, **(change or {})}
        stxid = shop.fee({name: value for name, value in fields.items() if value is not DROPPED})
        stxid = shop.fee({**CART, "amount": 120.5, "sTxId": stxid})
        shop.sale({"sTxId": stxid, "authCode": "A1"})

    return run


DROPPED = object()


def doing(steps, **habits):
    return lambda: steps(Shop(**habits))


def without(name):
    return lambda headers: {key: value for key, value in headers.items() if key != name}


def refusing(is_refused):
    def check(response):
        if is_refused(response):
            raise Refused("unexpected response")

    return check


def fee_by(pattern):
    """Takes the fee from the text by a pattern with one group."""

    def read(response):
        match = re.search(pattern, response.text)
        if match is None or response.object().get("message") != "ok":
            raise Refused("no fee in the response")
        return response.object()

    return read


def testing_refusals(expects):
    def steps(shop):
        shop.sale({"sTxId": shop.fee(CART)})
        more = {"Tollgate-Deliberate": "client-request/nicn-is-6-to-8-digits"}
        if not expects(shop.call("/v1/ch", {**CART, "nicn": "4242"}, more)):
            raise Refused("expected another refusal")

    return doing(steps)


def changes_identifier(shop):
    shop.call("/v1/ch/sale", {"sTxId": shop.fee(CART).upper()})


def sells_unpriced(shop):
    shop.fee({**CART, "mTxId": "order-1"})
    shop.call("/v1/ch/sale", {"mTxId": "order-2"})


def opens_again(shop):
    for at, region in enumerate(["85004", "02134", "94103"]):
        shop.fee({**CART, "region": region, "amount": 100 + at})
        shop.sale({"sTxId": shop.fee({**CART, "region": region, "amount": 150 + at})})


def sells_at_refused_price(shop):
    stxid = shop.fee({**CART, "mTxId": "order-1"})
    shop.call("/v1/ch", {**CART, "amount": 250, "sTxId": stxid, "mTxId": "order-2"})
    shop.sale({"sTxId": stxid})


def sells_twice(shop):
    stxid = shop.fee(CART)
    shop.sale({"sTxId": stxid, "authCode": "A1"})
    shop.sale({"sTxId": stxid, "authCode": "B2"})


def names_two_orders_alike(shop):
    shop.fee({**CART, "mTxId": "order-1"})
    shop.sale({"mTxId": "order-1"})
    shop.fee({**CART, "nicn": "555555", "mTxId": "order-1"})


def sells_before_the_price(shop):
    """Sends the end of an update only after the sale."""
    stxid = shop.fee(CART)
    body = json.dumps({**CART, "amount": 250, "sTxId": stxid}).encode()
    late = http.client.HTTPConnection(shop.address.hostname, shop.address.port, timeout=shop.timeout)
    late.putrequest("POST", "/v1/ch")
    for name, value in {
        "Content-Type": "application/json",
        "X-Requested-With": "xhr",
        "Authorization": f"Bearer {shop.token}",
        "Content-Length": str(len(body)),
    }.items():
        late.putheader(name, value)
    late.endheaders(body[:10])
    # Long enough for the first part to arrive.
    time.sleep(0.1)
    shop.sale({"sTxId": stxid})
    late.send(body[10:])
    late.getresponse().read()
    late.close()


def sells_after_malformed_answer(shop):
    try:
        shop.fee({**CART, "mTxId": "order-1"})
    except (json.JSONDecodeError, http.client.IncompleteRead, UnicodeDecodeError):
        pass
    shop.sale({"mTxId": "order-1"})


def with_several(steps):
    return lambda: steps(Shop(token=os.environ["TOKEN_SEVERAL"]))


DOCUMENTED = {"transactionFee", "sTxId", "message"}

MISTAKES = {
    "client-request/is-json-post": selling(headers=lambda sent: {**sent, "Content-Type": "text/plain"}),
    "client-request/has-x-requested-with": selling(headers=without("X-Requested-With")),
    "client-request/has-bearer-jwt": selling(headers=lambda sent: {**sent, "Authorization": "Bearer secret"}),
    "client-request/has-required-fields": selling({"region": DROPPED}),
    "client-request/has-right-types": selling({"amount": "100.00"}),
    "client-request/nicn-is-6-to-8-digits": selling({"nicn": "4242"}),
    "client-request/never-sends-card-number": selling({"data": ["4242 4242 4242 4242"]}),
    "client-request/region-has-a-documented-form": selling({"region": "Arizona"}),
    "client-request/country-is-iso-numeric": selling({"country": "USA"}),
    "client-request/names-processor-with-several": with_several(lambda shop: shop.fee(CART)),
    "client-request/part-is-within-total": selling({"totalAmount": 99.99}),
    "client-request/sends-no-nulls": selling({"cardToken": None}),
    "client-request/looks-free-of-card-data": selling({"securityCode": "123"}),
    "client-request/amount-has-whole-cents": selling({"amount": 1.1 + 2.2}),
    "client-request/uses-documented-fields": selling({"mTxId": DROPPED, "m_tx_id": "order-1"}),
    "client-request/keeps-secrets-out-of-the-address": selling(
        path=lambda path: f"{path}?access_token={os.environ['TOLLGATE_TOKEN']}"
    ),
    "client-flow/uses-identifiers-it-was-given": doing(changes_identifier),
    "client-flow/sells-what-was-priced": doing(sells_unpriced),
    "client-flow/prices-anew-by-identifier": doing(opens_again),
    "client-flow/sells-at-an-accepted-price": doing(sells_at_refused_price),
    "client-flow/sells-once": doing(sells_twice),
    "client-flow/sells-at-the-last-price": doing(sells_before_the_price),
    "client-flow/one-order-per-mtxid": doing(names_two_orders_alike),
    "client-tolerance/success-status": selling(check=refusing(lambda response: response.status != 200)),
    "client-tolerance/extra-response-fields": selling(
        check=refusing(lambda response: not set(response.object()) <= DOCUMENTED)
    ),
    "client-tolerance/field-order": selling(read_fee=fee_by(r'^\s*\{\s*"transactionFee"')),
    "client-tolerance/json-layout": selling(read_fee=fee_by(r'"transactionFee":\d')),
    "client-tolerance/number-form": selling(read_fee=fee_by(r'"transactionFee"\s*:\s*\d+(\.\d{1,2})?\s*[,}]')),
    "client-tolerance/stxid-form": selling(
        check=refusing(lambda response: len(str(response.object().get("sTxId", ""))) > 36)
    ),
    "client-tolerance/json-charset": selling(
        check=refusing(lambda response: response.headers.get("content-type") != "application/json")
    ),
    "client-tolerance/refusal-form": testing_refusals(lambda response: "violations" in response.text),
    "client-tolerance/refusal-status": testing_refusals(lambda response: response.status == 422),
    "client-tolerance/response-media-type": selling(
        check=refusing(lambda response: "json" not in response.headers.get("content-type", ""))
    ),
    "client-tolerance/zero-fee": selling(
        check=refusing(lambda response: response.object().get("transactionFee", 1) <= 0)
    ),
    "client-tolerance/late-answers": selling(timeout=1.5),
    "client-tolerance/connection-close": selling(
        check=refusing(lambda response: response.headers.get("connection", "").lower() == "close")
    ),
    "client-resilience/no-sale-after-refused-fee": selling(read_fee=lambda response: response.object()),
    "client-resilience/waits-for-retry-after": selling(
        retry=lambda attempt, outcome, _: 0.002 if attempt < 3 and isinstance(outcome, Response) else None
    ),
    "client-resilience/repeats-safely": selling(
        {"mTxId": DROPPED},
        retry=lambda attempt, outcome, _: 0.02 if attempt < 3 and isinstance(outcome, Exception) else None,
    ),
    "client-resilience/gives-up": selling(
        retry=lambda attempt, outcome, _: 0.002 if attempt < 60 and isinstance(outcome, Exception) else None
    ),
    "client-resilience/survives-malformed-answers": doing(sells_after_malformed_answer),
}


def patiently(attempt, outcome, fields):
    """A few attempts with growing pauses and jitter, of named requests only, and none before Retry-After."""
    if attempt > 3 or (isinstance(outcome, Exception) and not {"mTxId", "sTxId"} & set(fields)):
        return None
    growing = 0.02 * 2**attempt * random.uniform(0.5, 1.5)
    return growing if isinstance(outcome, Exception) else max(growing, float(outcome.headers.get("retry-after", 0)))


def by_mtxid(shop):
    order = f"order-{uuid.uuid4()}"
    for amount in (100, 250.5):
        shop.fee({**CART, "amount": amount, "mTxId": order})
    shop.sale({"mTxId": order, "authCode": "012345"})


def every_field(shop):
    more = {"campaign": ["spring"], "country": "840", "cardToken": "tok_1", "data": ["coupon-7"], "totalAmount": 250}
    stxid = shop.fee({**CART, **more, "nicn": "42424242", "region": "US-AZ", "mTxId": f"order-{uuid.uuid4()}"})
    shop.sale({"sTxId": stxid})


def in_threads(shop):
    failures = []

    def one():
        try:
            shop.sale({"sTxId": shop.fee(CART)})
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def late_mtxid(shop):
    shop.sale({"sTxId": shop.fee(CART), "mTxId": f"order-{uuid.uuid4()}"})


STYLES = {
    "legal/an order by mTxId": doing(by_mtxid),
    "legal/every field": doing(every_field),
    "legal/threads with the same cart": doing(in_threads),
    "legal/mTxId at the sale": doing(late_mtxid),
    "legal/a price without a sale": doing(lambda shop: shop.fee(CART)),
    "legal/retries with jitter": doing(by_mtxid, retry=patiently, timeout=3.0),
}

if __name__ == "__main__":
    (name,) = sys.argv[1:]
    if name == "--list":
        print(json.dumps({"mistakes": list(MISTAKES), "styles": list(STYLES)}))
    else:
        {**MISTAKES, **STYLES}[name]()
