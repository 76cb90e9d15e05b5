/** Laws of the trace: with certainty it names what a ledger finds, and a partial view only knows less. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTrace } from '../../src/exchange/trace.ts';
import type { TracedCall } from '../../src/exchange/transaction.ts';
import type { Attached, Recorded } from '../../src/ledger/ledger.ts';
import { createMemoryLedger } from '../../src/ledger/memory.ts';
import { runsOf } from '../support/sampled.ts';

interface Command {
  readonly operation: TracedCall['operation'];
  readonly merchant: 'one' | 'several';
  /** Which of the opened transactions it names, of either merchant; -1 for an unknown one. */
  readonly sTxId: number | undefined;
  readonly mTxId: string | undefined;
  readonly isLost: boolean;
  /** How many further calls are sent before its response. */
  readonly delay: number;
  /** Whether the service carries it out just before its response, and not at once. */
  readonly isDoneLate: boolean;
  /** Whether a partial view sees it. */
  readonly isSeen: boolean;
}

const COMMAND: fc.Arbitrary<Command> = fc.record({
  operation: fc.constantFrom('calculateFee', 'calculateFee', 'attachSale'),
  merchant: fc.constantFrom('one', 'one', 'several'),
  sTxId: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
  mTxId: fc.option(fc.constantFrom('order-1', 'order-2', 'order_3'), { nil: undefined }),
  isLost: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  delay: fc.constantFrom(0, 0, 0, 1, 3),
  isDoneLate: fc.boolean(),
  isSeen: fc.boolean(),
});

/** A call that is sent. */
interface Sent {
  readonly sent: Pick<TracedCall, 'merchant' | 'fields'>;
}

/** A call with what the ledger did. */
interface Done {
  readonly call: TracedCall;
  readonly isSeen: boolean;
  readonly ledger: Recorded | Attached;
}

const FEE = { request: { amount: 10, nicn: '424242', region: 'AZ' }, fee: 1 };

/** The commands as a ledger carries them out: when each call is sent, and when it has its response. */
function carryOut(commands: readonly Command[]): readonly (Sent | Done)[] {
  const ledger = createMemoryLedger();
  const opened: string[] = [];
  const carry = ({ operation, merchant, mTxId }: Command, sTxId: string | undefined): Recorded | Attached => {
    const by = { sTxId, mTxId };
    if (operation === 'attachSale') return ledger.attach(merchant, by, {}) as Attached;
    const recorded = ledger.record(merchant, by, FEE) as Recorded;
    if (recorded.kind === 'opened') opened.push(recorded.transaction.sTxId);

    return recorded;
  };
  const events = commands.flatMap((command, index) => {
    const [sentAt, endedAt] = [10 * index, 10 * (index + command.delay) + 5];
    let fields: Record<string, unknown> = {};
    let done: Recorded | Attached | undefined;
    const send = (): Sent => {
      const known = command.sTxId === undefined ? undefined : (opened[command.sTxId] ?? 'unknown');
      fields = {
        ...(known === undefined ? {} : { sTxId: known }),
        ...(command.mTxId === undefined ? {} : { mTxId: command.mTxId }),
      };
      if (!command.isDoneLate) done = carry(command, known);

      return { sent: { merchant: command.merchant, fields } };
    };
    const receive = (): Done => {
      const result = done ?? carry(command, fields['sTxId'] as string | undefined);
      const sTxId = 'transaction' in result ? result.transaction.sTxId : undefined;
      const isLost = command.isLost;
      const answer =
        sTxId === undefined ? { kind: 'refused' as const } : { kind: 'accepted' as const, body: { sTxId } };
      const { operation, merchant, isSeen } = command;

      return {
        isSeen,
        ledger: result,
        call: {
          ...{ operation, merchant, fields, sentAt, endedAt },
          outcome: isLost ? { kind: 'lost' } : answer,
          status: isLost ? 0 : sTxId === undefined ? 404 : 200,
          given: isLost ? undefined : sTxId,
        },
      };
    };

    return [
      { at: sentAt, act: send },
      { at: endedAt + index / 1000, act: receive },
    ];
  });

  return events.toSorted((one, other) => one.at - other.at).map(({ act }) => act());
}

const commands = (more: Partial<{ [Key in keyof Command]: Command[Key] }> = {}) =>
  fc
    .array(
      COMMAND.map((command) => ({ ...command, ...more })),
      { minLength: 2, maxLength: 14 },
    )
    .map(carryOut);
const traceOf = (view: 'complete' | 'partial') =>
  createTrace({ keep: (call: TracedCall) => call, view, hasBegins: true });

/** Shows the calls to a trace, and each response to `judge` before. */
function follow(
  all: readonly (Sent | Done)[],
  traces: readonly ReturnType<typeof traceOf>[],
  judge: (done: Done) => void,
) {
  for (const event of all)
    if ('sent' in event) for (const trace of traces) trace.begin(event.sent);
    else judge(event);
}
const foundBy = ({ ledger }: Done) => ('transaction' in ledger ? ledger.transaction.sTxId : undefined);
const RUNS = { numRuns: runsOf(11_000, 1 / 33) };

test('a complete view names the transaction that the ledger finds, or none', () => {
  fc.assert(
    fc.property(commands(), (all) => {
      const trace = traceOf('complete');
      follow(all, [trace], (done) => {
        const named = trace.named(done.call);
        if (named !== undefined) expect(named.transaction.sTxId).toBe(foundBy(done));
        if (trace.opens(done.call)) expect(done.ledger.kind).toBe('opened');
        trace.add(done.call);
      });
    }),
    RUNS,
  );
});

test('without losses and one after another, a complete view knows all that the ledger knows', () => {
  fc.assert(
    fc.property(commands({ isLost: false, delay: 0 }), (all) => {
      const trace = traceOf('complete');
      follow(all, [trace], (done) => {
        const { kind } = done.ledger;
        expect(trace.opens(done.call)).toBe(kind === 'opened');
        expect(trace.named(done.call)?.transaction.sTxId).toBe(kind === 'opened' ? undefined : foundBy(done));
        const { hasOpened, transaction } = trace.add(done.call);
        expect(hasOpened).toBe(kind === 'opened');
        if (foundBy(done) !== undefined) expect(transaction?.sTxId).toBe(foundBy(done));
      });
    }),
    RUNS,
  );
});

test('a partial view never contradicts the complete one, and only knows less', () => {
  fc.assert(
    fc.property(commands(), (all) => {
      const [complete, partial] = [traceOf('complete'), traceOf('partial')];
      follow(all, [complete, partial], (done) => {
        const named = partial.named(done.call);
        const known = complete.named(done.call)?.transaction.sTxId;
        if (named !== undefined) expect(named.transaction.sTxId).toBe(known ?? foundBy(done));
        if (partial.opens(done.call)) expect(complete.opens(done.call)).toBe(true);
        complete.add(done.call);
        if (done.isSeen) partial.add(done.call);
      });
    }),
    RUNS,
  );
});

test('the transaction that a response belongs to is the one of its sTxId', () => {
  fc.assert(
    fc.property(commands(), (all) => {
      const trace = traceOf('complete');
      follow(all, [trace], ({ call }) => {
        const { transaction } = trace.add(call);
        if (call.given !== undefined) expect(transaction?.sTxId).toBe(call.given);
        if (call.given !== undefined) expect(trace.given(call.given)).toBe(transaction);
      });
    }),
    RUNS,
  );
});

test('beyond its budget a trace forgets the transactions that were named longest ago, and says so', () => {
  const trace = createTrace({ keep: (call: TracedCall) => call, budget: 64 * 1024 });
  const call = (number: number): TracedCall => ({
    ...{ operation: 'calculateFee', merchant: 'one', fields: { mTxId: `order-${number}` } },
    ...{ outcome: { kind: 'accepted', body: {} }, status: 200, given: `s-${number}` },
    ...{ sentAt: number, endedAt: number + 0.5 },
  });
  for (let number = 0; number < 1000; number++) {
    trace.add(call(number));
    expect(trace.bytes()).toBeLessThanOrEqual(64 * 1024);
  }

  expect(trace.bySTxId('s-0')).toBeUndefined();
  expect(trace.isFirstCall(call(0))).toBeUndefined();
  expect(trace.given('s-999')).toBeDefined();
  expect(trace.isFirstCall(call(999))).toBe(false);
});

// The memory of a trace: whatever calls name counts, and is forgotten beyond the budget.

const BUDGET = 20_000;

const REFUSED = { outcome: { kind: 'refused' }, status: 404, given: undefined } as const;
const LOST = { outcome: { kind: 'lost' }, status: 0, given: undefined } as const;

test.each([
  ['unknown sTxIds', 'partial', (n: number) => ({ sTxId: `unknown-${n}` }), REFUSED],
  ['unknown sTxIds beside one mTxId', 'complete', (n: number) => ({ sTxId: `s-${n}`, mTxId: 'a' }), LOST],
  ['unknown mTxIds', 'complete', (n: number) => ({ mTxId: `order-${n}` }), REFUSED],
] as const)('%s count', (_, view, fieldsOf, response) => {
  const trace = createTrace({ keep: (call: TracedCall) => call, budget: BUDGET, view });
  const add = (n: number) =>
    trace.add({
      ...{ operation: 'attachSale', merchant: 'one', sentAt: n, endedAt: n, fields: fieldsOf(n) },
      ...response,
    });
  for (let n = 0; n < 20; n++) add(n);
  expect(trace.bytes()).toBeGreaterThan(20 * 100);
  for (let n = 20; n < 1000; n++) add(n);

  expect(trace.bytes()).toBeLessThanOrEqual(BUDGET);
});
