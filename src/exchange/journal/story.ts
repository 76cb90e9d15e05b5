/** Says what an exchange did: a new price, an update, a sale, a refusal. For `tollgate tail` and the console. */
import { feeIn } from '../../contract/outcome.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import { type Call, readCall } from '../call.ts';
import { createTrace } from '../trace.ts';
import { type KeptCall, mayBeDone, type TransactionHistory } from '../transaction.ts';
import type { JournalEntry } from './entry.ts';

export interface Story {
  readonly did: StoryEffect;
  /** Undefined where the exchange calls neither operation. */
  readonly operation?: OperationId;
  /** That the call belongs to: one object for all of its calls. */
  readonly transaction?: TransactionHistory<KeptCall>;
  /** Of the request. */
  readonly mTxId?: string;
  /** Of the response, or else of the request. */
  readonly sTxId?: string;
  /** In US dollars; a text in quotes where it was sent as one. */
  readonly amount?: string;
  /** How much of the response the client received, where that is not all of it. */
  readonly received?: JournalEntry['received'];
  /** In US dollars, as an accepted response to a fee call has it. */
  readonly fee?: number;
}

/** `other` is what has no effect on a transaction, such as a response without a fee. */
type StoryEffect = 'new' | 'updated' | 'sold' | 'refused' | 'fault' | 'other';

/** What the story of an entry depends on. */
export type StoryEntry = Pick<JournalEntry, 'status'> & Partial<JournalEntry>;

/** Of the transactions that are remembered, in bytes. */
const BUDGET = 16 * 1024 * 1024;

/**
 * Returns a function that tells the story of each entry, in the order of the exchanges: an accepted fee call is a new
 * price, unless it names an sTxId or its response has one that was priced before.
 */
export function createStoryteller(): (entry: StoryEntry) => Story {
  const trace = createTrace({
    keep: ({ sentAt, endedAt }: Call): KeptCall => ({ sentAt, endedAt }),
    budget: BUDGET,
    view: 'partial',
  });

  return (entry) => {
    const { reasonCode, fault, received } = entry;
    const read = callOf(entry);
    const outcome = reasonCode === undefined ? read?.outcome : ({ kind: 'refused' } as const);
    // A refusal may have an sTxId, but opens no transaction.
    const given = outcome?.kind === 'accepted' ? read?.given : undefined;
    const call = read && outcome && { ...read, outcome, given };
    const before = given === undefined ? undefined : trace.given(given);
    const isKnown = call?.sTxId !== undefined || (before !== undefined && before.accepted + before.sales > 0);
    const named = call && trace.transactionOf(call);
    const added = call && trace.add(call).transaction;
    const transaction = outcome?.kind === 'accepted' ? added : (named ?? added);
    const isRefused = outcome === undefined ? entry.status >= 400 : !mayBeDone(outcome);
    const did = ((): StoryEffect => {
      if (isRefused) return fault === undefined ? 'refused' : 'fault';
      if (outcome?.kind !== 'accepted') return 'other';
      if (call?.operation === 'attachSale') return 'sold';

      return isKnown ? 'updated' : 'new';
    })();
    const shown = read?.given ?? read?.sTxId;
    const amount = amountOf(call?.fields['amount']);
    const fee =
      outcome?.kind === 'accepted' && call?.operation === 'calculateFee' ? feeIn(outcome.body) : undefined;

    return {
      did,
      ...(call === undefined ? {} : { operation: call.operation }),
      ...(transaction === undefined ? {} : { transaction }),
      ...(call?.mTxId ? { mTxId: call.mTxId } : {}),
      ...(shown === undefined ? {} : { sTxId: shown }),
      ...(amount === undefined ? {} : { amount }),
      ...(received === undefined ? {} : { received }),
      ...(fee === undefined ? {} : { fee }),
    };
  };
}

/** Reads the call of a shown exchange; undefined where it calls neither operation. */
function callOf(entry: StoryEntry): Call | undefined {
  const { requestId = '', time, milliseconds = 0, merchant, method, path, status, request, answer } = entry;
  const startedAt = time === undefined ? 0 : Date.parse(time);

  return readCall({
    ...{ id: requestId, world: undefined, merchant, startedAt, duration: milliseconds },
    endedAt: startedAt + milliseconds,
    // A service behind a proxy may take a slash at the end.
    request: {
      ...{ method, url: path?.replace(/\/$/, ''), headers: request?.headers ?? {} },
      ...{ body: request?.text, json: request?.body },
    },
    response: { status, headers: answer?.headers ?? {}, body: answer?.text ?? '', json: answer?.body },
  });
}

/** Such as `order-1 → new 4f3a21bc… fee 2.43`; empty where the exchange had no effect on a transaction. */
export function storyText({ did, mTxId, sTxId, fee, received }: Story): string {
  const lost = received === undefined ? '' : `the client received ${received}`;
  if (did !== 'new' && did !== 'updated' && did !== 'sold') return lost;
  const words = [did, shortId(sTxId ?? ''), ...(fee === undefined ? [] : [`fee ${dollars(fee)}`])];

  return [
    ...(mTxId === undefined ? [] : [shortId(mTxId)]),
    '→',
    ...words,
    ...(lost === '' ? [] : [`(${lost})`]),
  ].join(' ');
}

/** Enough of a long hexadecimal identifier or UUID to tell it from others; the identifiers of people stay whole. */
function shortId(id: string): string {
  return /^[\da-f-]{24,}$/i.test(id) ? `${id.slice(0, 8)}…` : id;
}

/** Such as `/nicn: expected a string of 6 to 8 digits, got "4242"`. */
export function violationText({ pointer, expected, got }: Violation): string {
  return `${pointer || 'the body'}: expected ${expected}, got ${got}`;
}

/** With cents at least. */
export function dollars(value: number): string {
  const text = String(value);
  const decimals = /^-?\d+(?:\.(\d*))?$/.exec(text)?.[1];

  return decimals === undefined && !/^-?\d+$/.test(text)
    ? text
    : value.toFixed(Math.max(2, decimals?.length ?? 0));
}

function amountOf(value: unknown): string | undefined {
  if (typeof value === 'number') return dollars(value);

  return typeof value === 'string' ? JSON.stringify(value) : undefined;
}
