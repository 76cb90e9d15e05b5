/** Texts that commonly break stores: all different, all valid identifiers in JSON. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';

export function textsOfAnyKind(): readonly string[] {
  return [
    '',
    ' ',
    '0',
    '-0',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    'order-1',
    'Order-1',
    'order-1\u0000',
    'order-1\u0000\u0000tail',
    '\u0000',
    '\\u0000',
    '\\',
    '"',
    "'",
    "'; DROP TABLE transactions; --",
    '%_*?[a]',
    '{}',
    '{a}',
    '}{',
    'a:b',
    'a\r\nb',
    '\ud800',
    '\ud801',
    '\udc00',
    '\\ud800',
    '\ufffd',
    'a\ud800b',
    '\u{1f600}',
    'e\u0301',
    '\u00e9',
    '\u212b',
    '\u00c5',
    '\ufeff',
    '\u202e',
    '\uffff',
    '9007199254740993',
    '9007199254740992',
    'x'.repeat(70_000),
    `${'x'.repeat(69_999)}y`,
    'ß'.repeat(40_000),
  ];
}

// Property test of a ledger: any sequence of calls matches a simple model.

/** A transaction of the model. */
interface Expected {
  readonly merchant: string;
  readonly sTxId: string;
  mTxId: string | undefined;
  fee: number;
  authCode: string | undefined;
}

interface Step {
  readonly call: 'fee' | 'sale' | 'find';
  readonly merchant: string;
  /** An index into the sTxIds of all merchants so far; `none`, or `strange` for an unknown one. */
  readonly sTxId: number | 'none' | 'strange';
  readonly mTxId: string | undefined;
  readonly fee: number;
}

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 3 })
  .map((units) => String.fromCharCode(...units));

/** A few merchants and mTxIds, some with unusual characters, so that they repeat. */
const steps = fc.tuple(anyText, anyText).chain(([merchant, mTxId]) =>
  fc.array(
    fc.record<Step>({
      call: fc.constantFrom('fee', 'fee', 'sale', 'find'),
      merchant: fc.constantFrom('one', merchant),
      sTxId: fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: 5 }) },
        { weight: 4, arbitrary: fc.constant('none' as const) },
        fc.constant('strange' as const),
      ),
      mTxId: fc.constantFrom(undefined, 'a', 'b', mTxId),
      fee: fc.oneof(fc.nat({ max: 9 }), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
    }),
    { maxLength: 30 },
  ),
);

/** Looks the identifiers up in the model. */
function lookUp(
  model: readonly Expected[],
  merchant: string,
  sTxId: string | undefined,
  mTxId: string | undefined,
) {
  const own = model.filter((expected) => expected.merchant === merchant);
  const bySTxId = own.find((expected) => expected.sTxId === sTxId);
  const byMTxId = own.find((expected) => mTxId !== undefined && expected.mTxId === mTxId);
  if (sTxId === undefined) return byMTxId ?? 'unknown';
  if (bySTxId === undefined) return 'unknown';
  const agrees = mTxId === undefined || byMTxId === bySTxId || (byMTxId ?? bySTxId.mTxId) === undefined;

  return agrees ? bySTxId : 'mismatched';
}

/** @param open returns a ledger, which is cleared before each run and closed after the last one */
export function itKeepsTheLaws(open: () => Promise<Ledger>, numRuns: number): void {
  it('matches the model for any sequence of calls', async () => {
    const ledger = await open();
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await ledger.clear();
        const model: Expected[] = [];
        for (const step of sequence) await apply(step, ledger, model);
        for (const entry of model) await expectStored(entry, ledger);
      }),
      { numRuns },
    );
    await ledger.close();
  });
}

async function apply(step: Step, ledger: Ledger, model: Expected[]): Promise<void> {
  const { call, merchant, sTxId: which, mTxId, fee } = step;
  const sTxId = which === 'none' ? undefined : which === 'strange' ? 'strange' : model[which]?.sTxId;
  const match = lookUp(model, merchant, sTxId, mTxId);
  const by = { sTxId, mTxId };
  const isIdentified = sTxId !== undefined || mTxId !== undefined;
  const authCode = String(fee);
  const expectedOf = (of: typeof match, kind: string) => {
    if (typeof of !== 'string') return { kind, transaction: { sTxId: of.sTxId } };

    return of === 'unknown' ? { kind: of, field: sTxId === undefined ? 'mTxId' : 'sTxId' } : { kind: of };
  };
  if (!isIdentified && call !== 'fee') return;

  if (call === 'find') {
    expect(await ledger.find(merchant, by)).toMatchObject(expectedOf(match, 'found'));
    return;
  }
  if (call === 'sale') {
    expect(await ledger.attach(merchant, by, { authCode })).toMatchObject(expectedOf(match, 'attached'));
  } else {
    const request = { amount: fee, nicn: '424242', region: 'AZ' };
    const recorded = await ledger.record(merchant, by, { request, fee });
    const isNew = match === 'unknown' && sTxId === undefined;
    expect(recorded).toMatchObject(isNew ? { kind: 'opened' } : expectedOf(match, 'updated'));
    if (recorded.kind === 'opened') {
      expect(model.map((one) => one.sTxId)).not.toContain(recorded.transaction.sTxId);
      model.push({ merchant, sTxId: recorded.transaction.sTxId, mTxId, fee, authCode: undefined });
    }
  }
  if (typeof match === 'string') return;
  match.mTxId ??= mTxId;
  if (call === 'sale') match.authCode = authCode;
  else match.fee = fee;
}

async function expectStored(
  { merchant, sTxId, mTxId, fee, authCode }: Expected,
  ledger: Ledger,
): Promise<void> {
  const request = { amount: fee, nicn: '424242', region: 'AZ' };
  const sale = authCode === undefined ? undefined : { authCode };
  const stored = { kind: 'found', transaction: { sTxId, mTxId, request, fee, sale } };

  expect(await ledger.find(merchant, { sTxId })).toEqual(stored);
  if (mTxId !== undefined) expect(await ledger.find(merchant, { mTxId })).toEqual(stored);
}
