/** What a history concludes from exchanges: first calls, transactions and what names them, and what stays in doubt. */
import { describe, expect, test } from 'vitest';
import { contentOutcome } from '../../../src/contract/outcome.ts';
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import { toHttpResponse } from '../../rule/http-result.ts';
import { DOCUMENTED_VARIANT } from '../../rule/request-variant.ts';
import { record } from '../../rule/script.ts';
import { type MerchantRole, type ServiceCall, stxidIn } from '../../rule/service-call.ts';
import { updateByMtxidKeepsStxid } from '../../rules/identity/updates.ts';
import { acceptsMtxid } from '../../rules/sale/accepted.ts';
import { createHistory, type GrowingHistory } from './history.ts';

const BASELINE = { amount: 100, nicn: '424242', region: '85004' };

interface Call {
  readonly operation?: ServiceCall['operation'];
  readonly merchant?: MerchantRole;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly answer?: object;
  /** In milliseconds; the call ends one later. */
  readonly at?: number;
}

let clock = 0;

function exchange({
  operation = 'calculateFee',
  merchant = 'one',
  fields,
  status = 200,
  answer,
  at,
}: Call): ServiceCall {
  const sentAt = at ?? ++clock * 10;
  const response = toHttpResponse({ status, headers: {}, text: JSON.stringify(answer ?? {}), ms: 1 });
  const outcome = contentOutcome(operation, response);

  return {
    operation,
    role: merchant,
    merchant,
    variant: DOCUMENTED_VARIANT,
    sent: fields,
    body: JSON.stringify(fields),
    fields,
    response,
    outcome,
    status,
    given: stxidIn(outcome),
    concurrent: false,
    sentAt,
    endedAt: sentAt + 1,
    hasNumericStxids: false,
  };
}

function fee(fields: object, sTxId: string, more: Partial<Call> = {}): ServiceCall {
  return exchange({
    fields: { ...BASELINE, ...fields },
    answer: { transactionFee: 3.2, sTxId, message: 'ok' },
    ...more,
  });
}

function refused(fields: object, status = 422): ServiceCall {
  return exchange({ fields: { ...BASELINE, ...fields }, status });
}

function sale(fields: Readonly<Record<string, unknown>>, sTxId: string): ServiceCall {
  return exchange({ operation: 'attachSale', fields, answer: { sTxId } });
}

function historyOf(...exchanges: readonly ServiceCall[]): GrowingHistory {
  const token = 'x';
  const history = createHistory({
    ...DEPLOYMENT_DEFAULTS,
    one: { token, processors: [] },
    several: undefined,
  });
  for (const one of exchanges) {
    history.begin(one);
    history.add(one);
  }

  return history;
}

/** Whether a call opens a transaction, asked when it has its response. */
function opens(history: GrowingHistory, call: ServiceCall): boolean {
  history.begin(call);

  return history.isFirstCall(call);
}

describe('a fee call', () => {
  test('without identifiers is a first call', () => {
    expect(opens(historyOf(), fee({}, 'a'))).toBe(true);
  });

  test('with an mTxId that another call has at the same time may be no first call', () => {
    const history = historyOf();
    history.begin(fee({ mTxId: 'm' }, 'b'));

    expect(opens(history, fee({ mTxId: 'm' }, 'a'))).toBe(false);
  });

  test('with an mTxId is a first call until an accepted call has sent it, in either case', () => {
    const history = historyOf(fee({ mTxId: 'Order-1' }, 'a'));

    expect(opens(history, fee({ mTxId: 'order-1' }, 'b'))).toBe(false);
    expect(opens(history, fee({ mTxId: 'order-2' }, 'b'))).toBe(true);
  });

  test('that was refused has named nothing, and one that failed leaves its mTxId in doubt', () => {
    const history = historyOf(refused({ mTxId: 'r' }), refused({ mTxId: 'f' }, 500));

    expect(opens(history, fee({ mTxId: 'r' }, 'a'))).toBe(true);
    expect(opens(history, fee({ mTxId: 'f' }, 'a'))).toBe(false);
  });

  test('with an mTxId of unusual characters is not surely a first call', () => {
    expect(opens(historyOf(), fee({ mTxId: 'order 1' }, 'a'))).toBe(false);
  });
});

describe('a transaction', () => {
  test('is named by its sTxId, its mTxId and both', () => {
    const history = historyOf(fee({ mTxId: 'm' }, 'a'));
    const by = [{ sTxId: 'a' }, { mTxId: 'm' }, { sTxId: 'a', mTxId: 'm' }].map(
      (identifiers) => history.named(fee(identifiers, 'a'))?.by,
    );

    expect(by).toEqual(['sTxId', 'mTxId', 'both']);
  });

  test('is named by an mTxId that an update or a sale was first to give', () => {
    const history = historyOf(
      fee({}, 'a'),
      fee({ sTxId: 'a', mTxId: 'late' }, 'a'),
      fee({}, 'b'),
      sale({ sTxId: 'b', mTxId: 'later' }, 'b'),
    );

    expect(history.named(fee({ mTxId: 'late' }, 'a'))?.transaction.sTxId).toBe('a');
    expect(history.named(fee({ mTxId: 'later' }, 'b'))?.transaction).toMatchObject({
      sTxId: 'b',
      isSold: true,
    });
  });

  test('that is named a second time leaves the second mTxId in doubt', () => {
    const history = historyOf(fee({ mTxId: 'm' }, 'a'), fee({ sTxId: 'a', mTxId: 'n' }, 'a'));

    expect(history.named(fee({ mTxId: 'n' }, 'a'))).toBeUndefined();
  });

  test('is unknown to a call that was sent before its first call was answered', () => {
    const history = historyOf(fee({ mTxId: 'm' }, 'a', { at: 1000 }));

    expect(history.named(fee({ sTxId: 'a' }, 'a', { at: 1000 }))).toBeUndefined();
    expect(history.named(fee({ sTxId: 'a' }, 'a', { at: 1001 }))).toBeDefined();
  });

  test('is nothing to another merchant', () => {
    const history = historyOf(fee({ mTxId: 'm' }, 'a'));
    const elsewhere = (identifiers: object) => history.named(fee(identifiers, 'a', { merchant: 'several' }));

    expect([elsewhere({ sTxId: 'a' }), elsewhere({ mTxId: 'm' })]).toEqual([undefined, undefined]);
  });

  test('with two meanings of one mTxId is named by neither', () => {
    const history = historyOf(fee({ mTxId: 'm' }, 'a'), fee({}, 'b'), fee({ sTxId: 'b', mTxId: 'm' }, 'b'));

    expect(history.named(fee({ mTxId: 'm' }, 'a'))).toBeUndefined();
  });

  test('is followed with a response too long to keep', () => {
    const long = { transactionFee: 1, sTxId: 'a', message: 'ok', noise: 'x'.repeat(10_000) };
    const history = historyOf(exchange({ fields: BASELINE, answer: long }));

    expect(history.bySTxId('a')?.opening.response).toMatchObject({
      text: expect.stringMatching(/^.{4096}$/),
    });
  });
});

test.each([
  ['of configured values', {}, true],
  ['with an amount out of bounds', { amount: 1_000_000 }, false],
  ['with a card that is not configured', { nicn: '999999' }, false],
  ['with a part over its total', { totalAmount: 50 }, false],
  ['with a field of another type', { campaign: 'spring' }, false],
  ['with an unknown field', { other: 1 }, false],
  ['for an unknown transaction', { sTxId: 'none' }, false],
])('a call %s: ordinary is %2$s', (_, fields, isOrdinary) => {
  expect(historyOf().isOrdinary(fee(fields, 'a'))).toBe(isOrdinary);
});

test.each([
  ['more than 32 bytes of text', { campaign: ['x'.repeat(33)] }],
  ['an mTxId of more than 32 characters', { mTxId: 'm'.repeat(33) }],
  ['an mTxId with a space', { mTxId: 'm 1' }],
  ['__proto__ as mTxId', { mTxId: '__proto__' }],
])('a call with %s is not ordinary, since a service may have limits', (_, fields) => {
  expect(historyOf().isOrdinary(fee(fields, 'a'))).toBe(false);
});

test('a sale with another mTxId sells, and may have replaced the mTxId', () => {
  const sale = exchange({
    operation: 'attachSale',
    fields: { sTxId: 'a', mTxId: 'n' },
    answer: { sTxId: 'a' },
  });
  const history = historyOf(fee({ mTxId: 'm' }, 'a'), sale);

  expect(history.bySTxId('a')?.isSold).toBe(true);
  expect(history.named(fee({ mTxId: 'm' }, 'a'))).toBeUndefined();
});

test('an update to another card is not ordinary, since a service may refuse it', () => {
  const history = historyOf(fee({}, 'a'));

  expect(history.isOrdinary(fee({ sTxId: 'a', amount: 200 }, 'a'))).toBe(true);
  expect(history.isOrdinary(fee({ sTxId: 'a', nicn: '411111' }, 'a'))).toBe(false);
});

test('two fees of one request vary; of one with an mTxId they may', () => {
  const priced = (fields: object, transactionFee: number) =>
    exchange({
      fields: { ...BASELINE, ...fields },
      answer: { transactionFee, sTxId: `s${++clock}`, message: 'ok' },
    });

  expect(historyOf(priced({}, 1), priced({ mTxId: 'm' }, 2)).feesVary).toBe(false);
  expect(historyOf(priced({}, 1), priced({}, 2)).feesVary).toBe(true);
});

describe('a script', () => {
  test('has the calls on the same transactions, and refers to an sTxId by the call that was given it', () => {
    const steps = [
      fee({ mTxId: '{m1}' }, 'a'),
      fee({}, 'other'),
      fee({ sTxId: 'a' }, 'a'),
      sale({ mTxId: '{m1}' }, 'wrong'),
    ];
    const { calls } = record(steps, steps[3] as ServiceCall);

    expect(calls.map(({ operation, body }) => [operation, body])).toEqual([
      ['calculateFee', { ...BASELINE, mTxId: '{m1}' }],
      ['calculateFee', { ...BASELINE, sTxId: '{s1}' }],
      ['attachSale', { mTxId: '{m1}' }],
    ]);
  });

  test('brings exchanges of another execution in the order in which they were sent, with placeholders of their own', () => {
    const steps = [fee({ mTxId: '{m1}' }, 'a', { at: 10 }), fee({ mTxId: '{m1}' }, 'b', { at: 30 })];
    const elsewhere = fee({ mTxId: '{m1}' }, 'b', { at: 20 });
    const { calls } = record(steps, steps[1] as ServiceCall, [elsewhere]);

    expect(calls.map(({ body }) => ('mTxId' in body ? body['mTxId'] : ''))).toEqual([
      '{m1}',
      '{m901}',
      '{m1}',
    ]);
  });

  test('names the transaction that another execution opened as it opens it again', () => {
    const opening = { ...fee({ mTxId: '{m1}' }, 'a', { at: 10 }), fields: { ...BASELINE, mTxId: 'order-7' } };
    const update = fee({ mTxId: 'order-7' }, 'b', { at: 20 });
    const { calls } = record([update], update, [opening]);

    expect(calls.map(({ body }) => ('mTxId' in body ? body['mTxId'] : ''))).toEqual(['{m901}', '{m901}']);
  });
});

test('after an update that was taken for another transaction only the rule on updates judges', () => {
  const mTxId = 'order-1';
  const first = fee({ mTxId }, 'a');
  const update = fee({ mTxId }, 'b');
  const opened = historyOf(first);
  const updated = historyOf(first, update);
  const last = sale({ mTxId }, 'b');

  expect(updateByMtxidKeepsStxid.judge?.(update, opened)).toMatchObject({ got: '"b"' });
  expect(acceptsMtxid.judge?.(last, updated)).toBeUndefined();
  expect(acceptsMtxid.judge?.(last, opened)).toMatchObject({ got: '"b"' });
});

describe('an update that opens a new transaction makes its rule unstable', () => {
  const mTxId = 'order-1';
  const first = fee({ mTxId }, 'a', { at: 0 });
  const other = fee({}, 'c', { at: 2 });
  const seen = (sTxId: string, at: number) =>
    updateByMtxidKeepsStxid.judge?.(fee({ mTxId }, sTxId, { at }), historyOf(first, other));

  test('soon after the first call', () => {
    expect(seen('b', 500)).not.toHaveProperty('isAccident');
  });

  test('but not long after it, when the transaction may have expired', () => {
    expect(seen('b', 5000)).toMatchObject({ kind: 'violation', isAccident: true });
  });

  test('and always if it is answered with that of another transaction', () => {
    expect(seen('c', 5000)).not.toHaveProperty('isAccident');
  });
});
