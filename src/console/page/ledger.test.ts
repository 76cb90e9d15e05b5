import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { transactionsOf } from './ledger.ts';

interface Sent {
  readonly path?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly merchant?: string;
  readonly reasonCode?: string;
}

/** Entries with the ids 0, 1, 2 … */
function journal(...sent: readonly Sent[]): readonly JournalEntry[] {
  return sent.map(({ path = '/v1/ch', status = 200, body, answer, merchant = 'one', ...more }, at) => ({
    ...{ requestId: String(at), time: '2026-01-31T00:00:00.000Z', milliseconds: 1, method: 'POST' },
    ...{ path, status, merchant, violations: [], overlooked: [], choices: {}, hints: [], ...more },
    request: { headers: {}, body },
    answer: { headers: {}, body: answer },
  }));
}

const priced = (sTxId: string, transactionFee = 2.43) => ({ sTxId, transactionFee, message: 'ok' });

function summarize(entries: readonly JournalEntry[]) {
  return transactionsOf(entries).map(({ sTxId, mTxId, fee, state, steps }) => [
    ...[sTxId, mTxId, fee, state],
    steps.map(({ story, entry }) => `${entry.requestId} ${story.did}`).join(', '),
  ]);
}

describe('transactions of a journal', () => {
  it('have each call that named or opened them, the last changed one first', () => {
    const entries = journal(
      { body: { amount: 100, mTxId: 'a' }, answer: priced('s1') },
      { body: { amount: 20 }, answer: priced('s2', 0.5) },
      { body: { amount: 50, mTxId: 'a' }, answer: priced('s1', 1.2) },
      { path: '/v1/ch/sale', body: { sTxId: 's1' }, answer: { sTxId: 's1' } },
    );

    expect(summarize(entries)).toEqual([
      ['s1', 'a', '1.20', 'sold', '0 new, 2 updated, 3 sold'],
      ['s2', undefined, '0.50', 'priced', '1 new'],
    ]);
    expect(transactionsOf(entries)[0]?.amount).toBe('50.00');
  });

  it('have refused calls that name them, also those before the first accepted one', () => {
    const refused = { status: 422, reasonCode: 'content-refused', answer: { message: 'no' } };
    const entries = journal(
      { body: { mTxId: 'a' }, ...refused },
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1') },
      { path: '/v1/ch/sale', body: { mTxId: 'a' }, ...refused },
      { path: '/v1/ch/sale', body: { sTxId: 's1' }, ...refused },
      { path: '/v1/ch/sale', body: { sTxId: 'unknown' }, ...refused },
      { body: { mTxId: 'a' }, merchant: 'several', ...refused },
    );

    expect(summarize(entries)).toEqual([
      ['s1', 'a', '2.43', 'priced', '0 refused, 1 new, 2 refused, 3 refused'],
    ]);
  });

  it('have a refused call whose response has an sTxId', () => {
    const entries = journal(
      { body: { amount: 1, mTxId: 'a' }, answer: { ...priced('r1'), message: 'declined' } },
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1') },
    );

    expect(summarize(entries)).toEqual([['s1', 'a', '2.43', 'priced', '0 refused, 1 new']]);
  });

  it.each<readonly [string, Sent, string]>([
    ['another message', { answer: { ...priced('s2'), message: 'declined' } }, 'refused'],
    ['no fields', { answer: {} }, 'refused'],
    ['a fee as text', { answer: { ...priced('s1'), transactionFee: '2.43' } }, 'other'],
    ['a page', { answer: undefined }, 'other'],
    ['a status of 500', { status: 500, answer: priced('s1') }, 'refused'],
  ])('are not changed by a response with %s', (_what, sent, kind) => {
    const entries = journal(
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1', 1) },
      { body: { amount: 9, mTxId: 'a' }, ...sent },
    );

    expect(summarize(entries)).toEqual([['s1', 'a', '1.00', 'priced', `0 new, 1 ${kind}`]]);
  });

  it('are found by an mTxId that a sale gave first', () => {
    const entries = journal(
      { body: { amount: 1 }, answer: priced('s1') },
      { path: '/v1/ch/sale', body: { sTxId: 's1', mTxId: 'late' }, answer: { sTxId: 's1' } },
      { status: 409, body: { mTxId: 'late' }, answer: undefined },
    );

    expect(summarize(entries)).toEqual([['s1', 'late', '2.43', 'sold', '0 new, 1 sold, 2 refused']]);
  });

  it('of two merchants stay apart, also with an equal mTxId', () => {
    const body = { amount: 1, mTxId: 'a' };
    const entries = journal(
      { body, answer: priced('s1') },
      { body, answer: priced('s2'), merchant: 'several' },
      { status: 422, body, answer: undefined, merchant: 'several' },
    );

    expect(summarize(entries).map(([sTxId, , , , steps]) => `${sTxId}: ${steps}`)).toEqual([
      's2: 1 new, 2 refused',
      's1: 0 new',
    ]);
  });

  it('begin with what is left of them where the journal dropped the beginning', () => {
    expect(
      summarize(
        journal(
          { body: { sTxId: 's1', amount: 3 }, answer: priced('s1', 1) },
          { path: '/base/v1/ch/sale/', body: { mTxId: 'b' }, answer: { sTxId: 's2', message: 'ok' } },
          { path: '/v1/other', body: { mTxId: 'b' }, answer: {} },
        ),
      ),
    ).toEqual([
      ['s2', 'b', undefined, 'sold', '1 sold'],
      ['s1', undefined, '1.00', 'priced', '0 updated'],
    ]);
  });
});
