import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryLedger } from './memory.ts';

/** A transaction as a person would note it on paper. */
interface Note {
  readonly merchant: string;
  readonly sTxId: string;
  mTxId: string | undefined;
  fee: number;
  authCode: string | undefined;
}

interface Step {
  readonly call: 'fee' | 'sale';
  readonly merchant: string;
  /** Which of the sTxIds given so far, by any merchant; none, or one that nobody was given. */
  readonly sTxId: number | 'none' | 'strange';
  readonly mTxId: string | undefined;
  readonly fee: number;
}

const steps = fc.array(
  fc.record<Step>({
    call: fc.constantFrom('fee', 'sale'),
    merchant: fc.constantFrom('one', 'two'),
    sTxId: fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 5 }) },
      { weight: 4, arbitrary: fc.constant('none' as const) },
      fc.constant('strange' as const),
    ),
    mTxId: fc.constantFrom(undefined, 'a', 'b', 'c'),
    fee: fc.nat({ max: 9 }),
  }),
  { maxLength: 30 },
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

it('does in any order of calls what a list on paper would', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const ledger = createMemoryLedger();
      const notes: Note[] = [];

      for (const { call, merchant, sTxId: which, mTxId, fee } of sequence) {
        const sTxId = which === 'none' ? undefined : which === 'strange' ? 'strange' : notes[which]?.sTxId;
        const note = lookUp(notes, merchant, sTxId, mTxId);
        const authCode = String(fee);

        if (call === 'sale') {
          if (sTxId === undefined && mTxId === undefined) continue;
          const attached = await ledger.attach(merchant, { sTxId, mTxId: mTxId as string }, { authCode });
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
        if (typeof note !== 'string') {
          note.mTxId ??= mTxId;
          if (call === 'sale') note.authCode = authCode;
          else note.fee = fee;
        }
      }

      for (const { merchant, sTxId, mTxId, fee, authCode } of notes) {
        const kept = { kind: 'found', transaction: { sTxId, mTxId, fee } };
        expect(await ledger.find(merchant, { sTxId })).toMatchObject(kept);
        if (mTxId !== undefined) expect(await ledger.find(merchant, { mTxId })).toMatchObject(kept);
        expect(await ledger.find(merchant, { sTxId })).toMatchObject(
          authCode === undefined ? kept : { transaction: { sale: { authCode } } },
        );
      }
    }),
    { numRuns: 400 },
  );
});
