"""The two operations of section 4, on a body that is a JSON object."""

import json
from decimal import Decimal

import fields
import habits
from book import Book, Counter
from pricing import PROCESSORS, price
from refusal import Refusal


def no_constant(name):
    raise ValueError(name)


class Service:
    def __init__(self, defect, habits=frozenset()):
        self.defect = defect
        self.habits = habits
        counter = Counter(defect)
        self.books = {merchant: Book(counter, defect) for merchant in PROCESSORS}

    def parse(self, body):
        members = habits.first_members if "first-member" in self.habits else None
        return json.loads(body, parse_float=Decimal, parse_constant=no_constant, object_pairs_hook=members)

    def processor(self, merchant, asked):
        """The only processor, or the one whose MID or name was sent (section 2.1)."""
        own = PROCESSORS[merchant]
        if asked is None:
            if len(own) > 1:
                raise fields.bad("processor", "this merchant has several, so one must be named")
            return next(iter(own.values()))
        for (mid, name), ask in own.items():
            if asked in (mid, name) or (self.defect == "startswith" and name.startswith(asked)):
                return ask
        raise fields.bad("processor", "this merchant has no such processor")

    def fee(self, merchant, body):
        body = habits.read(self.habits, body, is_sale=False)
        amount = fields.money(body, "amount", self.defect, required=True)
        nicn = fields.nicn(body, self.defect)
        region = fields.region(body)
        country = fields.country(body)
        total = fields.money(body, "totalAmount", self.defect)
        if total is not None and amount > total:
            raise fields.bad("amount", "a part should not be above totalAmount")
        ask = self.processor(merchant, fields.text(body, "processor"))
        record = {
            "amount": amount, "totalAmount": total, "nicn": nicn, "region": region, "country": country,
            "campaign": fields.texts(body, "campaign"), "data": fields.texts(body, "data"),
            "cardToken": fields.text(body, "cardToken"),
        }
        stxid = fields.identifier(body, "sTxId", self.defect)
        mtxid = fields.identifier(body, "mTxId", self.defect)
        fee = price(ask, amount, nicn, self.defect)

        book = self.books[merchant]
        if self.defect == "counter-race":
            transaction = book.find(stxid, mtxid) or book.open()
        else:
            with book.lock:
                known = book.find(stxid, mtxid)
                if known and "fixed" in self.habits:
                    self.check_same(known, record, ask)
                transaction = known or book.open()
                if known is None or "late-names" not in self.habits:
                    book.name(transaction, mtxid)
        record["ask"] = ask
        transaction.update(record, fee=fee)
        return self.fee_answer(fee, transaction["sTxId"])

    def check_same(self, transaction, record, ask):
        if any(transaction[field] != record[field] for field in ("nicn", "region", "country")):
            raise Refusal(409, "fixed", "an update keeps its card, region and country")
        if transaction["ask"] is not ask:
            raise Refusal(409, "fixed", "an update keeps its processor")

    def fee_answer(self, fee, stxid):
        number = f'"{fee}"' if self.defect == "fee-as-text" else str(fee)
        return f'{{"transactionFee": {number}, "sTxId": {json.dumps(stxid)}, "message": "ok"}}'

    def sale(self, merchant, body):
        body = habits.read(self.habits, body, is_sale=True)
        stxid = fields.identifier(body, "sTxId", self.defect)
        mtxid = fields.identifier(body, "mTxId", self.defect)
        auth_code = fields.text(body, "authCode")
        if stxid is None and mtxid is None:
            raise fields.bad("sTxId", "send sTxId, mTxId or both")
        book = self.books[merchant]
        with book.lock:
            transaction = book.find(stxid, mtxid)
            if transaction is None:
                raise Refusal(404, "no-such-transaction", "this mTxId is not known")
            if "late-names" not in self.habits:
                book.name(transaction, mtxid)
            transaction["authCode"] = auth_code
            if "forgets-sold" in self.habits:
                book.forget(transaction)
        return {"sTxId": transaction["sTxId"]}
