/** Failures of the mock itself, or of its ledger. */
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, problemOf } from '../../test/support/ask-mock.ts';

import { type Ledger, LedgerError } from '../ledger/ledger.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { createMock } from './index.ts';

describe('a fault of the mock', () => {
  it('is a problem without a trace of the inside, and is reported to the owner', async () => {
    const fail = () => {
      throw new Error('disk /dev/sda1 is full');
    };
    const ledger: Ledger = { record: fail, attach: fail, find: fail, clear: fail, close: () => {} };
    const bugs: [unknown, string][] = [];
    await using broken = await createMock({
      ledger,
      onBug: (error, requestId) => bugs.push([error, requestId]),
    });
    const answer = await asking(broken)(FEE, BASELINE);

    expect(answer.status).toBe(500);
    expect(problemOf(answer).reasonCode).toBe('internal-error');
    expect(answer.text).not.toContain('/dev/sda1');
    expect(bugs).toEqual([
      [expect.objectContaining({ message: 'disk /dev/sda1 is full' }), answer.headers['request-id']],
    ]);
  });
});

describe('a ledger that is not available', () => {
  it('is a problem that may pass, does not say where the ledger is, and is reported to the owner', async () => {
    const inner = createMemoryLedger();
    const full = new LedgerError('ledger-full', 'sqlite:/srv/own.db', 'expected room, got a full disk');
    let isFull = true;
    const ledger: Ledger = {
      ...inner,
      record: (...asked) => (isFull ? Promise.reject(full) : inner.record(...asked)),
    };
    const bugs: unknown[] = [];
    await using short = await createMock({ ledger, onBug: (error) => bugs.push(error) });
    const answer = await asking(short)(FEE, BASELINE);

    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(problemOf(answer)).toMatchObject({
      reasonCode: 'ledger-unavailable',
      detail: 'ledger-full: expected room, got a full disk. Send the request again later.',
    });
    expect(answer.text).not.toContain('/srv');
    expect(bugs).toEqual([full]);
    isFull = false;
    expect((await asking(short)(FEE, BASELINE)).status).toBe(200);
  });
});
