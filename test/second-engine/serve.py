"""Serves JSON over HTTP, with a thread for each connection. The only file that uses HTTP."""

import argparse
import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from defects import DEFECTS
from habits import HABITS
from refusal import Refusal
from service import Service
from tokens import merchant_of, mint

LARGEST_BODY = 256 * 1024


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # sends headers and body in one packet

    def do_POST(self):
        try:
            body = self.read_body()
            operation = self.server.operations.get(self.path.split("?")[0])
            if operation is None:
                raise Refusal(404, "no-such-path", "only /v1/ch and /v1/ch/sale are served")
            merchant = self.caller()
            self.answer(200, operation(merchant, self.parse(body)))
        except Refusal as refusal:
            self.answer(refusal.status, refusal.body())
        except (KeyError, TypeError, ValueError, ArithmeticError):
            self.answer(500, {"problem": "unexpected", "text": "this is a bug of the service"})

    def other_method(self):
        self.close_connection = True
        self.answer(405, {"problem": "method", "text": "use POST"}, Allow="POST")

    do_GET = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = other_method

    def read_body(self):
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            self.close_connection = True
            raise Refusal(411, "length", "Content-Length is needed")
        if int(length) > (1024 if "limits" in self.server.service.habits else LARGEST_BODY):
            self.close_connection = True
            raise Refusal(413, "length", "the body is too long")
        return self.rfile.read(int(length))

    def caller(self):
        """The headers of section 5; the token names the merchant."""
        kind = self.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal(415, "content-type", "send application/json")
        if self.headers.get("X-Requested-With", "").lower() != "xhr":
            raise Refusal(403, "x-requested-with", "send X-Requested-With: xhr")
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        merchant = merchant_of(token.strip(), self.server.secret) if scheme.lower() == "bearer" else None
        if merchant is None:
            raise Refusal(401, "token", "send a bearer token of this service")
        return merchant

    def parse(self, body):
        service = self.server.service
        try:
            value = service.parse(body.decode("utf-8"))
        except (ValueError, RecursionError):
            raise Refusal(400, "json", "the body is not JSON") from None
        if not isinstance(value, dict):
            raise Refusal(400, "json", "the body is not an object")
        return value

    def answer(self, status, value, **headers):
        body = value if isinstance(value, str) else json.dumps(value)
        payload = body.encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(payload)
        self.wfile.flush()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--defect", choices=sorted(DEFECTS))
    parser.add_argument("--habit", choices=sorted(HABITS), action="append", default=[])
    asked = parser.parse_args()
    server = Server(("127.0.0.1", 0), Handler)
    server.secret = secrets.token_bytes(32)
    server.service = Service(asked.defect, frozenset(asked.habit))
    server.operations = {"/v1/ch": server.service.fee, "/v1/ch/sale": server.service.sale}
    tokens = {merchant: mint(merchant, server.secret) for merchant in ("bakery", "outfitter")}
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}", "tokens": tokens}), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
