/** Says what an exchange did: a new price, an update, a sale, a refusal. For `tollgate tail` and the console. */
import type { Violation } from '../../contract/types.ts';
import type { JournalEntry } from './entry.ts';

export interface Story {
  readonly did: Effect;
  /** Of the request. */
  readonly mTxId?: string;
  /** Of the response, or else of the request. */
  readonly sTxId?: string;
  /** In US dollars; a text in quotes where it was sent as one. */
  readonly amount?: string;
  /** How much of the response the client received, where that is not all of it. */
  readonly received?: JournalEntry['received'];
  /** In US dollars, as the response has it. */
  readonly fee?: number;
}

/** `other` is what has no effect on a transaction, such as a response without a fee. */
export type Effect = 'new' | 'updated' | 'sold' | 'refused' | 'fault' | 'other';

/** What the story of an entry depends on. */
export type StoryEntry = Partial<
  Pick<JournalEntry, 'method' | 'path' | 'reasonCode' | 'fault' | 'received' | 'request' | 'answer'>
> &
  Pick<JournalEntry, 'status'>;

/** Identifiers that are remembered. */
const MOST_KNOWN = 20_000;

/**
 * Returns a function that tells the story of each entry, in the order of the exchanges: a fee for an sTxId that was not
 * seen before is a new price, unless the request names that sTxId.
 */
export function createStoryteller(): (entry: StoryEntry) => Story {
  const known = new Set<string>();

  return ({ status, path, reasonCode, fault, received, request, answer }) => {
    const sent = membersOf(request?.body);
    const got = membersOf(answer?.body);
    const [mTxId, named, sTxId] = [sent['mTxId'], sent['sTxId'], got['sTxId']].map(textOf);
    const shown = sTxId ?? named;
    const amount = amountOf(sent['amount']);
    const fee = numberOf(got['transactionFee']);
    const isRefused =
      status >= 400 || reasonCode !== undefined || (textOf(got['message']) ?? 'ok').toLowerCase() !== 'ok';
    const did = ((): Effect => {
      if (isRefused) return fault === undefined ? 'refused' : 'fault';
      if (sTxId === undefined) return 'other';
      if (/\/sale\/?$/.test(path ?? '')) return 'sold';
      if (fee === undefined) return 'other';

      return known.has(sTxId) || named === sTxId ? 'updated' : 'new';
    })();
    if (sTxId !== undefined && did !== 'other' && !isRefused) {
      known.add(sTxId);
      for (const oldest of known) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(oldest);
      }
    }

    return {
      did,
      ...(mTxId === undefined ? {} : { mTxId }),
      ...(shown === undefined ? {} : { sTxId: shown }),
      ...(amount === undefined ? {} : { amount }),
      ...(received === undefined ? {} : { received }),
      ...(fee === undefined || isRefused ? {} : { fee }),
    };
  };
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
export function shortId(id: string): string {
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

function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function amountOf(value: unknown): string | undefined {
  if (typeof value === 'number') return dollars(value);

  return typeof value === 'string' ? JSON.stringify(value) : undefined;
}

/** Some services send numbers as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value;

  return typeof number === 'number' ? number : undefined;
}
