/** Derives transactions and their timelines from the journal, as a mock and a proxy have it. */
import type { JournalEntry } from '../../../exchange/journal/entry.ts';

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
    const call = readCall(entry);
    if (call === undefined) continue;
    const { sent, answer } = call;
    const owner = JSON.stringify([entry.merchant ?? '', sent.mTxId]);
    const named =
      (sent.sTxId === undefined ? undefined : bySTxId.get(sent.sTxId)) ??
      (sent.mTxId === undefined ? undefined : byMTxId.get(owner));
    const known = answer.sTxId === undefined ? named : bySTxId.get(answer.sTxId);
    const step = toStep(call, entry, known !== undefined || sent.sTxId !== undefined);
    if (!isAccepted(step)) {
      if (named !== undefined) named.steps.push(step);
      else if (sent.mTxId !== undefined) early.set(owner, [...(early.get(owner) ?? []), step]);
      continue;
    }
    const sTxId = answer.sTxId ?? '';
    const before = known ?? begin(sTxId, entry, sent.mTxId === undefined ? [] : (early.get(owner) ?? []));
    const changed: Draft = {
      ...before,
      mTxId: sent.mTxId ?? before.mTxId,
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

interface ReadCall {
  readonly operation: TransactionStep['operation'];
  readonly outcome: 'accepted' | 'refused' | 'unclear';
  readonly sent: {
    readonly sTxId?: string | undefined;
    readonly mTxId?: string | undefined;
    readonly amount?: number | undefined;
  };
  readonly answer: { readonly sTxId?: string | undefined; readonly fee?: number | undefined };
}

/** Undefined for what is not a call of the API. */
function readCall({
  method,
  path = '',
  status,
  request,
  answer,
  reasonCode,
}: JournalEntry): ReadCall | undefined {
  const operation = /\/v1\/ch\/sale\/?$/.test(path) ? 'sale' : /\/v1\/ch\/?$/.test(path) ? 'fee' : undefined;
  if (operation === undefined || method === 'OPTIONS') return undefined;
  const [sent, got] = [fieldsOf(request.body), fieldsOf(answer.body)];
  const sTxId = textOf(got['sTxId']);
  const fee = numberOf(got['transactionFee']);
  const isOk = got['message'] === 'ok' || (operation === 'sale' && got['message'] === undefined);
  const isSuccess = status >= 200 && status < 300 && reasonCode === undefined;
  const isComplete = sTxId !== undefined && isOk && (operation === 'sale' || fee !== undefined);
  const isRefused = !isSuccess || (typeof got['message'] === 'string' && got['message'] !== 'ok');

  return {
    operation,
    outcome: isSuccess && isComplete ? 'accepted' : isRefused ? 'refused' : 'unclear',
    sent: { sTxId: textOf(sent['sTxId']), mTxId: textOf(sent['mTxId']), amount: numberOf(sent['amount']) },
    // A refusal may have an sTxId of no transaction.
    answer: isSuccess && isComplete ? { sTxId, fee } : {},
  };
}

function toStep(
  { operation, outcome, sent, answer }: ReadCall,
  entry: JournalEntry,
  isKnown: boolean,
): TransactionStep {
  const kind =
    outcome !== 'accepted' ? outcome : operation === 'sale' ? 'sold' : isKnown ? 'updated' : 'priced';

  return { kind, operation, entry, amount: sent.amount, fee: operation === 'fee' ? answer.fee : undefined };
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
