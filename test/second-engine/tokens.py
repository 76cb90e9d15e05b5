"""Bearer tokens: JWTs signed with HS256, whose `sub` is the merchant (section 5)."""

import base64
import binascii
import hashlib
import hmac
import json
import time


def _encode(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def _decode(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _signature(signed, secret):
    return _encode(hmac.new(secret, signed.encode("ascii"), hashlib.sha256).digest())


def mint(merchant, secret):
    head = _encode(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    claims = _encode(json.dumps({"sub": merchant, "exp": int(time.time()) + 3600}).encode())
    return f"{head}.{claims}.{_signature(f'{head}.{claims}', secret)}"


def merchant_of(token, secret):
    """The merchant that the token names, or None for a token of another issuer."""
    parts = token.split(".")
    if len(parts) != 3 or not token.isascii():
        return None
    head, claims, signature = parts
    if not hmac.compare_digest(signature, _signature(f"{head}.{claims}", secret)):
        return None
    try:
        read = json.loads(_decode(claims))
    except (ValueError, binascii.Error):
        return None
    return read["sub"] if read["exp"] > time.time() else None
