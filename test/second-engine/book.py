"""The transactions of one merchant: by sTxId, and by the merchant's own mTxId."""

import itertools
import threading
import time

from refusal import Refusal

_shared = {}


class Counter:
    """Numbers that are unique across threads."""

    def __init__(self, defect):
        self.defect = defect
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.last = 0

    def next(self):
        if self.defect == "counter-race":
            seen = self.last
            time.sleep(0.002)
            self.last = seen + 1
            return seen + 1
        with self.lock:
            return next(self.numbers)


class Book:
    def __init__(self, counter, defect, by_mtxid=_shared):
        self.counter = counter
        self.defect = defect
        self.lock = threading.RLock()
        self.by_stxid = {}
        self.by_mtxid = by_mtxid if defect == "mutable-default" else {}

    def find(self, stxid, mtxid):
        """The transaction that either identifier names, or None."""
        by_s = self.by_stxid.get(stxid) if stxid is not None else None
        by_m = self.by_mtxid.get(mtxid) if mtxid is not None else None
        if stxid is not None and by_s is None:
            raise Refusal(404, "no-such-transaction", "this sTxId is not known")
        if by_s is not None and by_m is not None and by_s is not by_m:
            raise Refusal(409, "two-transactions", "sTxId and mTxId name two transactions")
        return by_s or by_m

    def open(self):
        transaction = {"sTxId": f"fee.{self.counter.next():09d}"}
        self.by_stxid[transaction["sTxId"]] = transaction
        if self.defect == "lru-eviction" and len(self.by_stxid) > 128:
            self.by_stxid.pop(next(iter(self.by_stxid)))
        return transaction

    def forget(self, transaction):
        del self.by_stxid[transaction["sTxId"]]
        self.by_mtxid = {name: other for name, other in self.by_mtxid.items() if other is not transaction}

    def name(self, transaction, mtxid):
        if mtxid is not None:
            self.by_mtxid[mtxid] = transaction
