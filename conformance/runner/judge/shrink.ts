/** Shrinks a failing case: tries smaller cases until none of them fails or the requests run out. */

import type { Body } from '../../rule/exchange.ts';
import {
  comparedWith,
  keptFields,
  openingOf,
  pickCalls,
  type Script,
  type ScriptCall,
} from '../../rule/script.ts';
import { smallerRequests } from '../../rule/shrink-candidates.ts';
import { bySTxId } from './find-owner.ts';
import { type FailedCase, isAlike, repeat } from './repeat.ts';

/** Requests for shrinking one case, within the allowance of a failure. */
const SHRINK_REQUESTS = 60;

interface ShrinkOptions<Case> {
  readonly start: Case;
  /** Smaller cases, the most promising first. */
  readonly candidates: (value: Case) => Iterable<Case>;
  /** Runs a candidate; returns whether it fails likewise. */
  readonly fails: (value: Case) => Promise<{ readonly failed: boolean; readonly requests: number }>;
  readonly maxRequests: number;
}

interface Shrunk<Case> {
  readonly smallest: Case;
  /** The last candidate may go beyond the maximum. */
  readonly requests: number;
}

/** Greedy: continues with the first smaller case that fails. */
export async function shrink<Case>({
  start,
  candidates,
  fails,
  maxRequests,
}: ShrinkOptions<Case>): Promise<Shrunk<Case>> {
  const tried = new Set<string>();
  let smallest = start;
  let requests = 0;

  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of candidates(smallest)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      if (requests >= maxRequests) return { smallest, requests };
      tried.add(key);
      const attempt = await fails(candidate);
      requests += attempt.requests;
      if (!attempt.failed) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }

  return { smallest, requests };
}

/** Scripts with fewer calls, or with calls that are simpler or have fewer fields. */
function* smallerScripts({ calls, ...others }: Script): Generator<Script> {
  // Fewer copies would show a failure that is rare.
  if (others.copies !== undefined) return;
  // Without the mTxId that they share, calls are of one transaction no more.
  const shared = others.sTxIds?.are === 'one' ? ['mTxId'] : [];
  for (const smaller of smallerCalls(calls, others.control !== undefined, shared))
    yield { ...others, calls: smaller };
}

type ShrunkCalls = readonly ScriptCall[];

function* smallerCalls(
  calls: ShrunkCalls,
  holdsAlone: boolean,
  shared: readonly string[],
): Generator<ShrunkCalls> {
  if (holdsAlone) yield* fewerTogether(calls);
  // First, or a call may be left out whose failure shows in another one at the same time.
  else if (calls.some(({ concurrent }) => concurrent)) yield calls.map(({ concurrent: _, ...call }) => call);
  const all = [...calls.keys()];
  const half = calls.length >> 1;
  const fewer = [
    ...(calls.length > 3 ? [all.slice(0, half), all.slice(half)] : []),
    ...(calls.length > 1 ? all.map((index) => all.toSpliced(index, 1)) : []),
  ];
  for (const kept of fewer) {
    const picked = pickCalls(calls, new Set(kept));
    if (picked !== undefined && hasExpectation(picked) === hasExpectation(calls)) yield picked;
  }
  yield* asFirstCall(calls);
  yield* asPlainSale(calls);
  yield* shorterMtxids(calls);
  const comparesFees = calls.some(({ expects }) => expects?.feeOf !== undefined);
  if (comparesFees) yield* smallerTogether(calls);
  else
    for (const [index, call] of calls.entries()) {
      if ('raw' in call.body) continue;
      for (const body of smallerRequests(call.body, [...keptFields(calls, index), ...shared]))
        yield calls.with(index, { ...call, body });
    }
  if (calls.every(({ expects, needs }) => expects === undefined && needs === undefined))
    yield* simplerValues(calls);
}

/** Half of the calls that are sent many times, or one fewer; half of the transactions, or one fewer; all but the last ones at once. */
function* fewerTogether(calls: ShrunkCalls): Generator<ShrunkCalls> {
  for (const [index, call] of calls.entries())
    if (call.times !== undefined && call.times > 1)
      for (const times of [call.times >> 1, call.times - 1]) yield calls.with(index, { ...call, times });
  const named = [...calls.keys()].map((index) => openingOf(calls, index)).filter((one) => one !== undefined);
  const openings = [...new Set(named)];
  const half = openings.length >> 1;
  const lastAtOnce = calls.findLastIndex(({ concurrent }) => !concurrent);
  const earlier = calls.slice(0, lastAtOnce);
  if (hasExpectation(earlier)) yield earlier;
  if (half === 0) return;
  for (const some of [openings.slice(0, half), openings.slice(half), openings.slice(0, -1)]) {
    const own = [...calls.keys()].filter((index) => some.includes(openingOf(calls, index) ?? index));
    const compared = own.flatMap((index) => comparedWith(calls[index]?.expects));
    const picked = pickCalls(calls, new Set([...own, ...compared]));
    if (picked !== undefined) yield picked;
  }
}

function hasExpectation(calls: ShrunkCalls): boolean {
  return calls.some(({ expects }) => expects !== undefined);
}

/** A call that is to be accepted, without the transaction that it names. */
function* asFirstCall(calls: ShrunkCalls): Generator<ShrunkCalls> {
  const last = calls.at(-1);
  if (calls.length < 2 || last?.expects?.accepted === undefined || last.operation !== 'calculateFee') return;
  if (last.expects.sTxIdOf !== undefined || 'raw' in last.body) return;
  const { sTxId: _, mTxId: __, ...body } = last.body as Readonly<Record<string, unknown>>;
  yield [{ ...last, body }];
}

/** A sale that is to be accepted, whatever names its transaction: by the `sTxId`. */
function* asPlainSale(calls: ShrunkCalls): Generator<ShrunkCalls> {
  const { operation, body = {}, expects } = calls.at(-1) ?? {};
  if (operation !== 'attachSale' || expects?.accepted === undefined || expects.sTxIdOf !== undefined) return;
  if ('mTxId' in body) yield bySTxId(calls);
}

/** Two first calls with similar `mTxId`s: without some characters of both, or of one. They differ by more than case. */
function* shorterMtxids(calls: ShrunkCalls): Generator<ShrunkCalls> {
  const [one, other] = calls.map(({ body }) => partsOf(('mTxId' in body && body['mTxId']) || ''));
  if (calls.length !== 2 || one === undefined || other === undefined) return;
  // One mTxId names one transaction.
  if (one.join('') === other.join('')) return;
  const longest = Math.max(one.length, other.length);
  const isShared = (part: string) => one.includes(part) && other.includes(part);
  if (!one.some((part) => part.length > 2 && isShared(part))) return;
  for (let size = longest >> 1 || 1; size > 0; size >>= 1)
    for (let start = 0; start + size <= longest; start += size) {
      const cut = (parts: readonly string[]) =>
        parts.filter((part, index) => index < start || index >= start + size || part.length > 2).join('');
      const pairs = [
        [cut(one), cut(other)],
        [cut(one), other.join('')],
        [one.join(''), cut(other)],
      ] as const;
      for (const pair of pairs)
        if (pair[0].toLowerCase() !== pair[1].toLowerCase())
          yield calls.map((call, n) => ({ ...call, body: { ...call.body, mTxId: pair[n] } }));
    }
}

/** The characters of an `mTxId`; a placeholder stays whole. */
function partsOf(mTxId: unknown): readonly string[] {
  return String(mTxId).match(/\{\w+\}|./gsu) ?? [];
}

/** Fees are compared of calls that differ in what the script is about: a field or text goes from all of them. */
function* smallerTogether(calls: ShrunkCalls): Generator<ShrunkCalls> {
  const kept = calls.flatMap((_, index) => keptFields(calls, index));
  for (const { body } of calls) {
    if ('raw' in body) continue;
    for (const smaller of smallerRequests(body, kept))
      yield calls.map((call) => ({ ...call, body: withChange(call.body, body, smaller) }));
  }
}

/** A body with the change that made another one smaller. */
function withChange(body: Body, before: Body, after: Body): Body {
  if ('raw' in body) return body;
  const old = new Map(Object.entries(before));
  const left = new Map(Object.entries(after));
  const changed = Object.entries(body).map(([name, value]) => {
    const isSame = JSON.stringify(old.get(name)) === JSON.stringify(value);

    return [name, isSame && left.has(name) ? left.get(name) : value] as const;
  });

  return Object.fromEntries(changed.filter(([name]) => left.has(name) || !old.has(name)));
}

/** Simpler values, for scripts of which the observer judges every call. */
function* simplerValues(calls: ShrunkCalls): Generator<ShrunkCalls> {
  for (const [index, call] of calls.entries())
    for (const simpler of simplerFields(call.body as Readonly<Record<string, unknown>>))
      yield calls.with(index, { ...call, body: { ...call.body, ...simpler } });
}

/** US dollars, simplest first. Fees of smaller amounts have so few cents that too many hypotheses fit. */
const SIMPLE_AMOUNTS = [100, 1000, 10];
const SIMPLE_PART = { amount: 40, totalAmount: 100 };

function* simplerFields({ nicn, amount, totalAmount }: Readonly<Record<string, unknown>>): Generator<object> {
  if (typeof nicn === 'string' && /^\d{7,8}$/.test(nicn)) yield { nicn: nicn.slice(0, 6) };
  if (typeof amount !== 'number') return;
  if (totalAmount !== undefined) {
    if (amount !== SIMPLE_PART.amount || totalAmount !== SIMPLE_PART.totalAmount) yield SIMPLE_PART;

    return;
  }
  const rank = SIMPLE_AMOUNTS.indexOf(amount);
  const simpler = rank < 0 ? SIMPLE_AMOUNTS : SIMPLE_AMOUNTS.slice(0, rank);
  yield* simpler.map((simple) => ({ amount: simple }));
  if (rank < 0 && amount > 1 && !Number.isInteger(amount)) yield { amount: Math.floor(amount) };
}

/** Returns the smallest case that fails likewise and fails again; the case itself where there is none. */
export async function shrinkCase(failed: FailedCase): Promise<FailedCase> {
  const { run, execution, allowance, isKnown = () => false } = failed;
  let isInterrupted = false;
  const { smallest: value, requests: spent } = await shrink({
    start: failed.value,
    maxRequests: Math.min(SHRINK_REQUESTS, allowance),
    *candidates(value) {
      if (value === failed.value) yield* execution.parts?.slice(0, 1) ?? [];
      for (const candidate of smallerScripts(value)) {
        if (isInterrupted) return;
        yield candidate;
      }
    },
    fails: async (candidate) => {
      const attempt = await run(candidate);
      isInterrupted = attempt.kind === 'interrupted';
      if (attempt.kind !== 'failed') return { failed: false, requests: attempt.requests };
      const showsLess = attempt.isPartial === true && !execution.isPartial;
      const isFailed = isAlike(attempt.failure, execution.failure) && !showsLess;

      return { failed: isFailed && !isKnown(attempt), requests: attempt.requests };
    },
  });
  const { execution: confirmed } = await repeat({ ...failed, value });

  return confirmed === undefined || !isAlike(confirmed.failure, execution.failure)
    ? { ...failed, spent }
    : { ...failed, value, execution: confirmed, spent };
}
