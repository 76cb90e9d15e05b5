"""A client in Python: `shop.py STYLE` prices an order twice by its mTxId and sells it; with `no-header` it leaves one out.

It reads the address and the token from TOLLGATE_URL and TOLLGATE_TOKEN. `npm run check:executable` judges it.
"""
import http.client
import json
import os
import sys
import time
import urllib.parse
import uuid

ADDRESS = urllib.parse.urlsplit(os.environ["TOLLGATE_URL"])
HEADERS = {
    "Content-Type": "application/json",
    "X-Requested-With": "xhr",
    "Authorization": f"Bearer {os.environ['TOLLGATE_TOKEN']}",
}


class Refused(Exception):
    pass


def send(path, fields):
    connection = http.client.HTTPConnection(ADDRESS.hostname, ADDRESS.port, timeout=3.0)
    try:
        connection.request("POST", ADDRESS.path.rstrip("/") + path, json.dumps(fields), HEADERS)
        response = connection.getresponse()
        return response.status, response.getheader("retry-after"), response.read().decode("utf-8")
    finally:
        connection.close()


def call(path, fields):
    """A few attempts with growing pauses, and none before Retry-After."""
    for attempt in range(4):
        try:
            status, retry_after, text = send(path, fields)
            if status != 429 and status < 500:
                break
        except OSError:
            retry_after = None
            if attempt == 3:
                raise
        time.sleep(max(0.02 * 2**attempt, float(retry_after or 0)))
    answer = json.loads(text)
    if not 200 <= status < 300 or not isinstance(answer, dict) or answer.get("message", "ok") != "ok":
        raise Refused(text)
    return answer


if __name__ == "__main__":
    if sys.argv[1] == "no-header":
        del HEADERS["X-Requested-With"]
    order = f"order-{uuid.uuid4()}"
    for amount in (100, 250.5):
        call("/v1/ch", {"amount": amount, "nicn": "424242", "region": "85004", "mTxId": order})
    call("/v1/ch/sale", {"mTxId": order, "authCode": "012345"})
