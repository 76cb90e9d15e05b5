/** Follows calls: which transaction each of them names, how certain that is, and what became of the transaction. */
import type { JsonObject } from '../text/json-object.ts';
import { createRecentMap } from './recent-map.ts';
import {
  countCall,
  createEntry,
  type KeptCall,
  mayBeDone,
  type OpenTransaction,
  type TracedCall,
  type TracedTransaction,
  type TransactionHistory,
} from './transaction.ts';

/** The ways in which a call names a transaction. */
export const NAMED_BY = ['sTxId', 'mTxId', 'both'] as const;
export type NamedBy = (typeof NAMED_BY)[number];

/** What is known of a call when it is sent. */
type SentCall = Pick<TracedCall, 'merchant' | 'fields'>;

/** The transaction that a call names with certainty, and the identifiers that name it. */
export interface Named<Kept> {
  readonly transaction: OpenTransaction<Kept>;
  readonly by: NamedBy;
  /** Whether the call has an `mTxId` that the transaction did not have before. */
  readonly addsMtxid: boolean;
  /** Whether the call has an `mTxId` that an update or a sale of the transaction was first to give. */
  readonly isLate?: true;
}

export interface Trace<Call extends TracedCall, Kept> {
  /**
   * The transaction that a call names with certainty. Undefined where it was not known when the call was sent, belongs
   * to another merchant, or is in doubt: after a lost answer, two identifiers of two transactions, or another `sTxId`.
   */
  readonly named: (call: Call) => Named<Kept> | undefined;
  /** The transaction that a call names by its `sTxId`, or else by its `mTxId`, as the last response connected them. */
  readonly transactionOf: (call: SentCall) => TransactionHistory<Kept> | undefined;
  /** The transaction of any merchant that a response opened with this `sTxId`. */
  readonly bySTxId: (sTxId: string) => OpenTransaction<Kept> | undefined;
  /** Whether a fee call opens a transaction; undefined where earlier calls with its `mTxId` may be missing. */
  readonly isFirstCall: (call: Call) => boolean | undefined;
  /** Whether a fee call opens a transaction at every service: some fold the case of an `mTxId`, or change its signs. */
  readonly opens: (call: Call) => boolean;
  /** Whether an identifier may belong to a transaction that the trace does not know, or has forgotten. */
  readonly mayBeOlder: (identifier: string) => boolean;
  /** The transaction of an `sTxId` that any response has given. */
  readonly given: (sTxId: string) => TransactionHistory<Kept> | undefined;
  /** The given `sTxId`s, the oldest first. */
  readonly givenStxids: () => readonly string[];
  /** The `sTxId`s and `mTxId`s of all transactions. */
  readonly identifiers: () => readonly string[];
  /** An estimate of its memory. */
  readonly bytes: () => number;
  /** Notes that a call is sent, where the source knows it: until its response, its `mTxId` is in doubt for others. */
  readonly begin: (call: SentCall) => void;
  /** Learns from a call, in the order of the responses. */
  readonly add: (call: Call) => Step<Kept>;
}

/** What a call did. */
interface Step<Kept> {
  /** The transaction that it belongs to, as its response says. */
  readonly transaction: TransactionHistory<Kept> | undefined;
  /** Whether it opened it with certainty. */
  readonly hasOpened: boolean;
}

export interface TraceOptions<Call, Kept> {
  /** What to keep of a call. */
  readonly keep: (call: Call) => Kept;
  /** How many calls after its first are kept of a transaction; none by default. */
  readonly keptCalls?: number;
  /** The size of what is kept of a call, in bytes; 0 by default. */
  readonly sizeOf?: (kept: Kept) => number;
  /** In bytes; unlimited by default. Beyond it the least recently named transactions are forgotten. */
  readonly budget?: number;
  /**
   * Whether an identifier may belong to a transaction from before the first call. By default none does: the view is
   * complete. In a `partial` view any may, and other calls may be missing.
   */
  readonly mayBeOlder?: (identifier: string) => boolean;
  readonly view?: 'complete' | 'partial';
  /** Whether `begin` is called for each call. */
  readonly hasBegins?: boolean;
}

/** What an `mTxId` names. */
interface Naming<Kept> {
  readonly mTxId: string;
  /** As the last response says. */
  latest: TracedTransaction<Kept> | undefined;
  /** With certainty, and since when; `doubt` where it may be another. */
  owner: TracedTransaction<Kept> | 'doubt' | undefined;
  since: number;
  /** Whether a later call than the first was first to give it. */
  isLate: boolean;
}

/** The objects of a transaction, and an entry of a map, in bytes. */
const OBJECTS = 512;
const ENTRY = 128;
const NO_FIELDS: Readonly<JsonObject> = {};

export function createTrace<Call extends TracedCall, Kept extends KeptCall>({
  keep,
  keptCalls = 0,
  sizeOf,
  budget = Number.POSITIVE_INFINITY,
  view = 'complete',
  hasBegins = false,
  mayBeOlder: isOlder = () => view === 'partial',
}: TraceOptions<Call, Kept>): Trace<Call, Kept> {
  const isPartial = view === 'partial';
  const byStxid = createRecentMap<TracedTransaction<Kept>>();
  /** Further `sTxId`s, which the responses to later calls of a transaction gave. */
  const aliases = createRecentMap<TracedTransaction<Kept>>();
  const namings = createRecentMap<Naming<Kept>>();
  /**
   * How many calls, the refused ones aside, had an `mTxId`, without its case, as some services compare them; and how many
   * had one beside an `sTxId`.
   */
  const uses = createRecentMap<number>();
  /** Identifiers that a call named before a response gave them: clocks are wrong, or the transactions are older. */
  const early = createRecentMap<true>();
  let [recentBytes, olderBytes] = [0, 0];
  let hasForgotten = false;
  /** How often it has learnt something. */
  let version = 0;
  /** Many rules ask the same about one call. */
  const once = <Asked, Answer>(find: (call: Asked) => Answer) => {
    let last: { readonly call: Asked; readonly at: number; readonly answer: Answer } | undefined;

    return (call: Asked): Answer => {
      if (last?.call !== call || last.at !== version) last = { call, at: version, answer: find(call) };

      return last.answer;
    };
  };

  const grow = (bytes: number) => {
    if (recentBytes + bytes > budget / 2 && recentBytes > 0) {
      const forgotten = [byStxid, aliases, namings, uses, early].map((map) => map.age());
      hasForgotten ||= forgotten.includes(true);
      [recentBytes, olderBytes] = [0, recentBytes];
    }
    recentBytes += bytes;
  };
  const givenAs = (sTxId: string) => aliases.get(sTxId) ?? byStxid.get(sTxId);
  const mayBeOlder = (identifier: string) => hasForgotten || isOlder(identifier);

  const use = ({ merchant, fields = NO_FIELDS }: SentCall, by: 1 | -1) => {
    const { sTxId, mTxId } = fields;
    if (typeof mTxId !== 'string') return;
    const keys = [
      foldedKey(merchant, mTxId),
      ...(typeof sTxId === 'string' ? [keyOf(merchant, `${sTxId} `)] : []),
    ];
    for (const key of keys) {
      const count = uses.get(key);
      if (count === undefined) grow(ENTRY + key.length);
      uses.set(key, (count ?? 0) + by);
    }
  };
  /** Whether no other call had it, or has it at the same time. */
  const isUnused = (key: string) => (uses.get(key) ?? 0) <= (hasBegins ? 1 : 0);

  const transactionOf = once(({ merchant, fields = NO_FIELDS }: SentCall) => {
    const { sTxId, mTxId } = fields;
    if (typeof sTxId === 'string') return givenAs(sTxId);

    return typeof mTxId === 'string' ? namings.get(keyOf(merchant, mTxId))?.latest : undefined;
  });

  const isFirstCall = once((call: TracedCall): boolean | undefined => {
    const { operation, fields = NO_FIELDS } = call;
    const { sTxId, mTxId } = fields;
    if (operation !== 'calculateFee' || typeof sTxId === 'string') return false;
    if (typeof mTxId !== 'string') return true;
    const known = transactionOf(call);
    if (known === undefined) return mayBeOlder(mTxId) ? undefined : true;
    if (known.accepted + known.unclear + known.lost + known.sales > 0) return false;

    return known.isWhole ? true : undefined;
  });

  /** Whether a first call opens a transaction at every service. */
  const opensEverywhere = ({ fields, merchant }: TracedCall): boolean => {
    if (fields === undefined || 'sTxId' in fields) return false;
    const { mTxId } = fields;

    return !('mTxId' in fields) || (isUsual(mTxId) && isUnused(foldedKey(merchant, mTxId)));
  };

  const opens = once((call: TracedCall) => opensEverywhere(call) && isFirstCall(call) === true);

  const ownedBy = ({ merchant, sentAt }: TracedCall, mTxId: string): Named<Kept> | undefined => {
    const { owner, since = 0, isLate } = namings.get(keyOf(merchant, mTxId)) ?? {};
    if (owner === undefined || owner === 'doubt' || since > sentAt || owner.isUnordered) return undefined;
    if (!isOpen(owner)) return undefined;

    return { transaction: owner, by: 'mTxId', addsMtxid: false, ...(isLate && { isLate: true as const }) };
  };

  const named = once((call: TracedCall): Named<Kept> | undefined => {
    const { merchant, fields = NO_FIELDS, sentAt } = call;
    const { sTxId, mTxId } = fields;
    if (sTxId === undefined) return typeof mTxId === 'string' ? ownedBy(call, mTxId) : undefined;
    const entry = typeof sTxId === 'string' ? byStxid.get(sTxId) : undefined;
    if (entry === undefined || !isOpen(entry) || entry.merchant !== merchant) return undefined;
    if (entry.isUnordered || entry.opening.endedAt > sentAt) return undefined;
    if (mTxId === undefined) return { transaction: entry, by: 'sTxId', addsMtxid: false };
    if (typeof mTxId !== 'string') return undefined;
    const mayBeNew = !mayBeOlder(mTxId) && entry.ownMtxid === undefined && isUsual(mTxId);
    if (mayBeNew && isUnused(foldedKey(merchant, mTxId)) && isUnused(keyOf(merchant, `${sTxId} `)))
      return { transaction: entry, by: 'both', addsMtxid: true };
    const other = ownedBy(call, mTxId);

    return other?.transaction === entry ? { ...other, by: 'both' } : undefined;
  });

  const namingOf = (merchant: string | undefined, mTxId: string): Naming<Kept> => {
    const key = keyOf(merchant, mTxId);
    const known = namings.get(key);
    if (known !== undefined) return known;
    const created = { mTxId, latest: undefined, owner: undefined, since: 0, isLate: false };
    namings.set(key, created);
    grow(ENTRY + key.length);

    return created;
  };

  /** From now on the `mTxId` of the call names this transaction with certainty, or is in doubt. */
  const own = (
    { merchant, fields, endedAt }: TracedCall,
    owner: TracedTransaction<Kept> | 'doubt',
    isLate = false,
  ) => {
    const mTxId = fields?.['mTxId'];
    if (typeof mTxId !== 'string') return;
    const naming = namingOf(merchant, mTxId);
    if (naming.owner === owner) return;
    const isNew = naming.owner === undefined;
    Object.assign(naming, { owner: isNew ? owner : 'doubt', since: endedAt, isLate });
    if (isNew && owner !== 'doubt') owner.ownMtxid = mTxId;
  };

  /** Marks both transactions as doubtful: a call that names two, or gives one another `mTxId`, may affect either. */
  const doubt = (call: TracedCall) => {
    const { operation, merchant, fields = NO_FIELDS, endedAt } = call;
    const { sTxId, mTxId } = fields;
    const owner = typeof mTxId === 'string' ? namings.get(keyOf(merchant, mTxId))?.owner : undefined;
    const both = [typeof sTxId === 'string' ? byStxid.get(sTxId) : undefined, owner];
    for (const entry of both) {
      if (entry === undefined || entry === 'doubt' || !entry.isOpen || entry.merchant !== merchant) continue;
      if (operation === 'attachSale') entry.isSold = true;
      if (typeof mTxId === 'string' && entry.ownMtxid !== undefined)
        Object.assign(namingOf(merchant, entry.ownMtxid), { owner: 'doubt', since: endedAt });
    }
    own(call, 'doubt');
  };

  const create = ({ merchant }: Call, kept: Kept, isWhole: boolean): TracedTransaction<Kept> => {
    grow(OBJECTS);

    return createEntry(merchant, kept, isWhole);
  };

  /** The transaction that a call belongs to, as its response says. A client may use an `mTxId` again for a new one. */
  const find = (call: Call, kept: Kept, isWhole: boolean): TracedTransaction<Kept> | undefined => {
    const { operation, given, outcome, fields = NO_FIELDS } = call;
    const { sTxId, mTxId } = fields;
    const known = transactionOf(call);
    const isPending = known !== undefined && known.sTxId === undefined;
    const isByIdentifier = typeof sTxId === 'string' || (operation === 'attachSale' && !isPending);
    if (known !== undefined && isByIdentifier) return known;
    const answered = given === undefined ? known : givenAs(given);
    if (answered !== undefined) {
      const isAbout = typeof mTxId === 'string' || outcome.kind === 'accepted';
      // A sale by the mTxId of one order, whose response gives the sTxId of another.
      const hasOwnFee = known !== undefined && known.refused + known.unclear + known.lost > 0;
      const isOther = operation === 'calculateFee' ? isAbout : hasOwnFee;
      if (answered !== known && isOther) answered.isMixedUp = true;

      return answered;
    }
    // A call of an unknown transaction by its sTxId is about that identifier, or about one that is older.
    if (given === undefined && (typeof mTxId !== 'string' || typeof sTxId === 'string')) return undefined;

    return isPending ? known : create(call, kept, isWhole);
  };

  /** Opens a transaction with certainty. @returns whether it was not known */
  const open = (call: Call, kept: Kept, entry: TracedTransaction<Kept>, isFirst: boolean): boolean => {
    if (entry.isOpen && isPartial) {
      own(call, 'doubt');
      if (isFirst && !entry.isFirst)
        Object.assign(entry, { isUnordered: true, isFirst, merchant: call.merchant, opening: kept });

      return false;
    }
    const wasKnown = entry.isOpen;
    entry.merchant = call.merchant;
    entry.opening = kept;
    entry.calls = [];
    entry.isOpen = true;
    entry.isFirst = isFirst;
    entry.ownMtxid = undefined;
    entry.isSold = call.operation === 'attachSale';
    entry.isUnordered = isFirst && early.get(entry.sTxId ?? '') !== undefined;
    own(call, wasKnown ? 'doubt' : entry);

    return true;
  };

  /** The transaction of this `sTxId` alone. */
  const openable = (call: Call, kept: Kept, sTxId: string): TracedTransaction<Kept> => {
    const known = byStxid.get(sTxId);
    if (known !== undefined) return known;
    const created = { ...create(call, kept, true), sTxId };
    byStxid.set(sTxId, created);

    return created;
  };

  const noteEarly = ({ fields, sentAt }: Call) => {
    const sTxId = fields?.['sTxId'];
    if (typeof sTxId !== 'string') return;
    const entry = byStxid.get(sTxId);
    if (entry === undefined || !entry.isOpen) {
      if (early.get(sTxId) === undefined) grow(ENTRY + sTxId.length);
      early.set(sTxId, true);
    } else if (entry.isFirst && sentAt < entry.opening.sentAt) entry.isUnordered = true;
  };

  /** Whether a call reveals an older transaction by its response: by one identifier, which no earlier call has named. */
  const reveals = ({ merchant, fields = NO_FIELDS, outcome }: Call): boolean => {
    if (!isPartial || outcome.kind !== 'accepted') return false;
    const { sTxId, mTxId } = fields;
    if (typeof sTxId === 'string') return mTxId === undefined && byStxid.get(sTxId)?.isOpen !== true;
    if (sTxId !== undefined || typeof mTxId !== 'string') return false;

    return namings.get(keyOf(merchant, mTxId))?.owner === undefined;
  };

  const add = (call: Call): Step<Kept> => {
    const { operation, merchant, fields = NO_FIELDS, outcome, status, given } = call;
    const { mTxId } = fields;
    const kept = keep(call);
    const isFirst = isFirstCall(call) === true;
    const isOpening = isFirst && opensEverywhere(call);
    const [target, isRevealing] = [named(call), reveals(call)];
    version++;
    if (isPartial) noteEarly(call);
    // A service that carries out a sale knows its transaction from before.
    const isUnknown = outcome.kind !== 'accepted' && !mayBeOlder(String(mTxId));
    const isWhole = operation === 'attachSale' ? isUnknown : isFirst;
    const entry = find(call, kept, isWhole);
    const isNew = entry?.opening === kept;
    if (entry !== undefined) {
      if (given !== undefined && (isNew || givenAs(given) === undefined)) {
        (entry.sTxId === undefined ? byStxid : aliases).set(given, entry);
        entry.sTxId ??= given;
        grow(ENTRY + given.length);
      }
      if (typeof mTxId === 'string' && (isNew || mayBeDone(outcome))) {
        const naming = namingOf(merchant, mTxId);
        const { latest: other } = naming;
        // Only a response takes it from another transaction that a service has accepted.
        const isFree = other === undefined || other.accepted + other.sales === 0;
        if (isNew || outcome.kind === 'accepted' || isFree) naming.latest = entry;
        if (naming.latest === entry) entry.mTxId = mTxId;
      }
      countCall(entry, call, kept);
    }
    // A 5xx says nothing about what was done.
    const isRefused = outcome.kind === 'refused' && status < 500;
    const isAnswered = outcome.kind === 'accepted' && given !== undefined;
    let hasOpened = false;
    if (target !== undefined) {
      const owner = target.transaction as TracedTransaction<Kept>;
      owner.calls.push(kept);
      if (owner.calls.length > keptCalls) owner.calls.shift();
      if (operation === 'attachSale' && !isRefused) owner.isSold = true;
      if (target.addsMtxid) own(call, outcome.kind === 'accepted' ? owner : 'doubt', true);
      if (isPartial && isAnswered && given !== owner.sTxId) doubt(call);
    } else if ((isOpening && outcome.kind === 'accepted') || isRevealing) {
      if (isAnswered) {
        const opened = entry !== undefined && isNew ? entry : openable(call, kept, given);
        hasOpened = open(call, kept, opened, isOpening);
      }
    } else if (!isRefused) doubt(call);
    if (hasBegins ? isRefused : !isRefused) use(call, hasBegins ? -1 : 1);
    if (sizeOf !== undefined) grow(sizeOf(kept));
    version++;

    return { transaction: entry, hasOpened };
  };

  const givenStxids = () => [...byStxid.keys(), ...aliases.keys()];

  return {
    named,
    transactionOf,
    isFirstCall,
    opens,
    mayBeOlder,
    begin(call) {
      version++;
      use(call, 1);
    },
    add,
    bySTxId(sTxId) {
      const entry = byStxid.get(sTxId);

      return entry !== undefined && isOpen(entry) ? entry : undefined;
    },
    given: givenAs,
    givenStxids,
    identifiers: () => [...givenStxids(), ...namings.values().map(({ mTxId }) => mTxId)],
    bytes: () => recentBytes + olderBytes,
  };
}

function isOpen<Kept>(
  entry: TracedTransaction<Kept>,
): entry is TracedTransaction<Kept> & { readonly sTxId: string } {
  return entry.isOpen;
}

/** Whether it has only letters, digits, dashes and underscores; services may change other characters. */
function isUsual(mTxId: unknown): mTxId is string {
  return typeof mTxId === 'string' && /^[\w-]{1,255}$/.test(mTxId);
}

function keyOf(merchant: string | undefined, mTxId: string): string {
  return `${merchant ?? ''} ${mTxId}`;
}

/** Whether case matters in an `mTxId` is a `should` rule. */
function foldedKey(merchant: string | undefined, mTxId: string): string {
  return keyOf(merchant, mTxId.toLowerCase());
}
