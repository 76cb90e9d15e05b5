/** Derives transactions and their timelines from the journal, as a mock and a proxy have it. */
import { feeIn } from '../../../contract/outcome.ts';
import type { Call } from '../../../exchange/call.ts';
import { callOf, type JournalEntry } from '../../../exchange/journal/entry.ts';

/** What an exchange did to a transaction. `refused` did nothing; `unclear` is neither a success nor a refusal. */
export type StepKind = 'priced' | 'updated' | 'sold' | 'refused' | 'unclear';

export interface TransactionStep {
  readonly kind: StepKind;
  readonly operation: 'fee' | 'sale';
  readonly entry: JournalEntry;
  /** In US dollars, as the request has it. */
  readonly amount: number | undefined;
  /** In US dollars, as the response has it. */
  readonly fee: number | undefined;
}

export interface Transaction {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly merchant: string | undefined;
  /** Of the last accepted fee call, as is the fee. */
  readonly amount: number | undefined;
  readonly fee: number | undefined;
  readonly state: 'priced' | 'sold';
  /** The oldest first. */
  readonly steps: readonly TransactionStep[];
}

interface Draft extends Omit<Transaction, 'steps'> {
  readonly steps: TransactionStep[];
}

/**
 * The transaction that changed last comes first. A refused call belongs to the transaction that it names, also where that
 * one is opened later with the same mTxId.
 *
 * @param entries the oldest first
 */
export function transactionsOf(entries: readonly JournalEntry[]): readonly Transaction[] {
  const bySTxId = new Map<string, Draft>();
  const byMTxId = new Map<string, Draft>();
  const early = new Map<string, TransactionStep[]>();

  for (const entry of entries) {
    const call = callOf(entry);
    if (call === undefined) continue;
    const given = call.outcome.kind === 'accepted' ? call.given : undefined;
    const owner = JSON.stringify([entry.merchant ?? '', call.mTxId]);
    const named =
      (call.sTxId === undefined ? undefined : bySTxId.get(call.sTxId)) ??
      (call.mTxId === undefined ? undefined : byMTxId.get(owner));
    const known = given === undefined ? named : bySTxId.get(given);
    const step = toStep(call, entry, known !== undefined || call.sTxId !== undefined);
    if (!isAccepted(step)) {
      if (named !== undefined) named.steps.push(step);
      else if (call.mTxId !== undefined) early.set(owner, [...(early.get(owner) ?? []), step]);
      continue;
    }
    const sTxId = given ?? '';
    const before = known ?? begin(sTxId, entry, call.mTxId === undefined ? [] : (early.get(owner) ?? []));
    const changed: Draft = {
      ...before,
      mTxId: call.mTxId ?? before.mTxId,
      amount: step.operation === 'fee' ? (step.amount ?? before.amount) : before.amount,
      fee: step.fee ?? before.fee,
      state: step.kind === 'sold' ? 'sold' : before.state,
    };
    changed.steps.push(step);
    // The newest is the last one of the map.
    bySTxId.delete(sTxId);
    bySTxId.set(sTxId, changed);
    early.delete(owner);
    if (changed.mTxId !== undefined)
      byMTxId.set(JSON.stringify([entry.merchant ?? '', changed.mTxId]), changed);
  }

  return [...bySTxId.values()].reverse();
}

function begin(sTxId: string, { merchant }: JournalEntry, steps: TransactionStep[]): Draft {
  return {
    ...{ sTxId, merchant, steps },
    mTxId: undefined,
    amount: undefined,
    fee: undefined,
    state: 'priced',
  };
}

function isAccepted({ kind }: TransactionStep): boolean {
  return kind === 'priced' || kind === 'updated' || kind === 'sold';
}

/** A sale whose response has a fee gets none of it: the fee is that of the fee call. */
function toStep(call: Call, entry: JournalEntry, isKnown: boolean): TransactionStep {
  const { operation: id, outcome, fields } = call;
  const operation = id === 'attachSale' ? 'sale' : 'fee';
  const fee = outcome.kind === 'accepted' && operation === 'fee' ? feeIn(outcome.body) : undefined;

  return { kind: kindOf(call, isKnown), operation, entry, amount: numberOf(fields['amount']), fee };
}

function kindOf({ operation, outcome }: Call, isKnown: boolean): StepKind {
  switch (outcome.kind) {
    case 'accepted':
      if (operation === 'attachSale') return 'sold';

      return isKnown ? 'updated' : 'priced';
    case 'unclear':
    case 'lost':
      return 'unclear';
    default:
      return 'refused';
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
