/** The laws of a ledger: in any order of calls it does what a list on paper would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';

/** A transaction as a person would note it on paper. */
interface Note {
  readonly merchant: string;
  readonly sTxId: string;
  mTxId: string | undefined;
  fee: number;
  authCode: string | undefined;
}

interface Step {
  readonly call: 'fee' | 'sale' | 'look';
  readonly merchant: string;
  /** Which of the sTxIds given so far, by any merchant; none, or one that nobody was given. */
  readonly sTxId: number | 'none' | 'strange';
  readonly mTxId: string | undefined;
  readonly fee: number;
}

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 3 })
  .map((units) => String.fromCharCode(...units));

/** Few, so that they meet again; some of them odd. */
const steps = fc.tuple(anyText, anyText).chain(([merchant, mTxId]) =>
  fc.array(
    fc.record<Step>({
      call: fc.constantFrom('fee', 'fee', 'sale', 'look'),
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

/** The note that the identifiers name, looked up the slow way. */
function lookUp(
  notes: readonly Note[],
  merchant: string,
  sTxId: string | undefined,
  mTxId: string | undefined,
) {
  const own = notes.filter((note) => note.merchant === merchant);
  const bySTxId = own.find((note) => note.sTxId === sTxId);
  const byMTxId = own.find((note) => mTxId !== undefined && note.mTxId === mTxId);
  if (sTxId === undefined) return byMTxId ?? 'unknown';
  if (bySTxId === undefined) return 'unknown';
  const agrees = mTxId === undefined || byMTxId === bySTxId || (byMTxId ?? bySTxId.mTxId) === undefined;

  return agrees ? bySTxId : 'mismatched';
}

/** @param open gives a ledger; it is cleared between two runs, and closed by whoever opened it */
export function itKeepsTheLaws(open: () => Promise<Ledger>, numRuns: number): void {
  it('does in any order of calls what a list on paper would', async () => {
    const ledger = await open();
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await ledger.clear();
        const notes: Note[] = [];
        for (const step of sequence) await take(step, ledger, notes);
        for (const note of notes) await expectKept(note, ledger);
      }),
      { numRuns },
    );
    await ledger.close();
  });
}

async function take(step: Step, ledger: Ledger, notes: Note[]): Promise<void> {
  const { call, merchant, sTxId: which, mTxId, fee } = step;
  const sTxId = which === 'none' ? undefined : which === 'strange' ? 'strange' : notes[which]?.sTxId;
  const note = lookUp(notes, merchant, sTxId, mTxId);
  const naming = { sTxId, mTxId: mTxId as string };
  const isNamed = sTxId !== undefined || mTxId !== undefined;
  const authCode = String(fee);
  if (!isNamed && call !== 'fee') return;

  if (call === 'look') {
    const found = await ledger.find(merchant, naming);
    expect(found.kind).toBe(typeof note === 'string' ? note : 'found');
    return;
  }
  if (call === 'sale') {
    const attached = await ledger.attach(merchant, naming, { authCode });
    expect(attached.kind).toBe(typeof note === 'string' ? note : 'attached');
  } else {
    const request = { amount: fee, nicn: '424242', region: 'AZ' };
    const recorded = await ledger.record(merchant, { sTxId, mTxId }, { request, fee });
    const expected = note === 'unknown' && sTxId === undefined ? 'opened' : note;
    expect(recorded.kind).toBe(typeof expected === 'string' ? expected : 'updated');
    if (recorded.kind === 'opened') {
      expect(notes.map((known) => known.sTxId)).not.toContain(recorded.transaction.sTxId);
      notes.push({ merchant, sTxId: recorded.transaction.sTxId, mTxId, fee, authCode: undefined });
    }
  }
  if (typeof note === 'string') return;
  note.mTxId ??= mTxId;
  if (call === 'sale') note.authCode = authCode;
  else note.fee = fee;
}

async function expectKept({ merchant, sTxId, mTxId, fee, authCode }: Note, ledger: Ledger): Promise<void> {
  const request = { amount: fee, nicn: '424242', region: 'AZ' };
  const sale = authCode === undefined ? undefined : { authCode };
  const kept = { kind: 'found', transaction: { sTxId, mTxId, request, fee, sale } };

  expect(await ledger.find(merchant, { sTxId })).toEqual(kept);
  if (mTxId !== undefined) expect(await ledger.find(merchant, { mTxId })).toEqual(kept);
}
