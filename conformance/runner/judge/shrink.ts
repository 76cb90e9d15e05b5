/** Shrinks a failing script: tries smaller scripts until none of them fails or the requests run out. */

import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import { areSafeTexts, isSafeText } from '../../rule/arbitraries/text.ts';
import {
  comparedWith,
  keptFields,
  openingOf,
  pickCalls,
  type Script,
  type ScriptCall,
} from '../../rule/script.ts';
import { type FailedScript, isAlike, repeat } from './repeat.ts';

/** Requests for shrinking one script, within the allowance of a failure. */
const SHRINK_REQUESTS = 60;

/** Returns the smallest script that fails likewise and fails again; the script itself where there is none. */
export async function shrinkFailed(failed: FailedScript): Promise<FailedScript> {
  const { run, execution, allowance, isKnown = () => false } = failed;
  const maxRequests = Math.min(SHRINK_REQUESTS, allowance);
  const tried = new Set<string>();
  let value = failed.value;
  let spent = 0;
  let isOver = maxRequests === 0;

  const fails = async (candidate: Script): Promise<boolean> => {
    const key = JSON.stringify(candidate);
    if (tried.has(key)) return false;
    tried.add(key);
    const attempt = await run(candidate);
    spent += attempt.requests;
    isOver = spent >= maxRequests || attempt.kind === 'interrupted';
    if (attempt.kind !== 'failed' || (attempt.isPartial && !execution.isPartial)) return false;

    return isAlike(attempt.failure, execution.failure) && !isKnown(attempt);
  };
  /** Greedy: continues with the first smaller script that fails. */
  const smaller = async (): Promise<Script | undefined> => {
    const parts = value === failed.value ? (execution.parts?.slice(0, 1) ?? []) : [];
    for (const candidate of [...parts, ...smallerScripts(value)]) {
      if (isOver) return undefined;
      if (await fails(candidate)) return candidate;
    }

    return undefined;
  };
  for (let next = await smaller(); next !== undefined; next = await smaller()) value = next;
  const { execution: again } = await repeat({ ...failed, value });

  return again === undefined || !isAlike(again.failure, execution.failure)
    ? { ...failed, spent }
    : { ...failed, value, execution: again, spent };
}

/** Scripts with fewer calls, or with calls that are simpler or have fewer fields, the most promising first. */
export function smallerScripts({ calls, ...others }: Script): readonly Script[] {
  // Fewer copies would show a failure that is rare.
  if (others.copies !== undefined) return [];
  // Without the mTxId that they share, calls are of one transaction no more.
  const shared = others.sTxIds?.are === 'one' ? ['mTxId'] : [];

  return [...smallerCalls(calls, others.control !== undefined, shared)].map((smaller) => ({
    ...others,
    calls: smaller,
  }));
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
  for (const kept of fewerOf([...calls.keys()])) {
    const picked = pickCalls(calls, new Set(kept));
    if (picked !== undefined && hasExpectation(picked) === hasExpectation(calls)) yield picked;
  }
  yield* asFirstCall(calls);
  yield* withPlainMtxids(calls);
  // Fees are compared of calls that differ in what the script is about: a field or text goes from all of them.
  const isCompared = calls.some(({ expects }) => expects?.feeOf !== undefined);
  const keptOfAll = calls.flatMap((_, index) => keptFields(calls, index));
  for (const [index, call] of calls.entries()) {
    if ('raw' in call.body) continue;
    const kept = isCompared ? keptOfAll : [...keptFields(calls, index), ...shared];
    for (const body of smallerBodies(call.body as JsonObject, kept))
      yield isCompared
        ? calls.map((one) => ({
            ...one,
            body: withChange(one.body as JsonObject, call.body as JsonObject, body),
          }))
        : calls.with(index, { ...call, body });
  }
  // The observer judges every call of it.
  if (calls.every(({ expects, needs }) => expects === undefined && needs === undefined))
    for (const [index, call] of calls.entries())
      for (const simpler of simplerFields(call.body as JsonObject))
        yield calls.with(index, { ...call, body: { ...call.body, ...simpler } });
}

/** Half of them, the other half, and all but each one. */
function fewerOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const half = items.length >> 1;

  return [
    ...(items.length > 3 ? [items.slice(0, half), items.slice(half)] : []),
    ...(items.length > 1 ? items.map((_, index) => items.toSpliced(index, 1)) : []),
  ];
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
  if (comparedWith(last.expects).length > 0 || 'raw' in last.body) return;
  const { sTxId: _, mTxId: __, ...body } = last.body as JsonObject;
  yield [{ ...last, body }];
}

/** With `mTxId`s that have less in particular, the plainest first: the one that the calls have, or all that are fresh. */
function* withPlainMtxids(calls: ShrunkCalls): Generator<ShrunkCalls> {
  const named = calls.flatMap(({ body }) => ('mTxId' in body ? [body['mTxId']] : []));
  const [mTxId, ...others] = new Set(named);
  const replace = (plain: (mTxId: string) => string) =>
    calls.map((call) => {
      const { body } = call;

      return 'mTxId' in body ? { ...call, body: { ...body, mTxId: plain(String(body['mTxId'])) } } : call;
    });
  if (others.length === 0) {
    if (typeof mTxId !== 'string' || mTxId === PLAIN_MTXID) return;
    yield replace(() => PLAIN_MTXID);
    for (const [form, plainer] of PLAINER) if (form.test(mTxId)) yield replace(() => plainer);

    return;
  }
  const plain = named.map((one) => FRESH_MTXID.exec(String(one))?.[1]);
  if (plain.includes(undefined)) return;
  if (named.every((one) => String(one).startsWith('{m'))) return;
  yield replace((one) => `{m${FRESH_MTXID.exec(one)?.[1]}}`);
}

const PLAIN_MTXID = '{m1}';
/** A fresh one in one of the ordinary forms, with its number. */
const FRESH_MTXID = /^\{[a-z](\d+)\}(?:--1)?$/;
/** Fresh ones that have one trait of another: no leading zeros, nothing but a capital, a dash or leading zeros. */
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/^\{z\d+\}$|^\d+$/, '{n1}'],
  [/^0\d*$/, '{z1}'],
  [/[A-Z]/, '{u1}'],
  [/-/, '{d1}'],
];

/** A body with the change that made another one smaller. */
function withChange(body: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  if ('raw' in body) return body;
  const changed = Object.entries(body).map(([name, value]) => {
    const isSame = JSON.stringify(before[name]) === JSON.stringify(value);

    return [name, isSame && Object.hasOwn(after, name) ? after[name] : value] as const;
  });
  const isLeft = (name: string) => Object.hasOwn(after, name) || !Object.hasOwn(before, name);

  return Object.fromEntries(changed.filter(([name]) => isLeft(name)));
}

const FREE_TEXTS = ['campaign', 'data'];

/** Smaller valid calls: with fewer optional fields, or shorter texts. @param kept optional fields that cannot be removed */
function* smallerBodies(body: JsonObject, kept: readonly string[]): Generator<JsonObject> {
  const { authCode } = body;
  if (typeof authCode === 'string')
    for (const text of shorterTexts(authCode)) if (isSafeText(text)) yield { ...body, authCode: text };
  const optional = Object.keys(body).filter(
    (name) => !REQUIRED_FIELDS.includes(name) && !kept.includes(name),
  );
  const lists = optional.length === 1 ? [[]] : fewerOf(optional);
  for (const left of lists)
    yield Object.fromEntries(
      Object.entries(body).filter(([name]) => left.includes(name) || !optional.includes(name)),
    );
  for (const name of FREE_TEXTS) {
    const texts = body[name];
    if (!Array.isArray(texts)) continue;
    // Short texts shrink quickly where only their number matters.
    yield { ...body, [name]: texts.map((_, n) => `x${n === 0 ? '' : n}`) };
    const shorter = texts.flatMap((text, index) =>
      [...shorterTexts(String(text))].map((one) => texts.with(index, one)),
    );
    // A shorter text can be one that a deployment may refuse, such as one that another equals.
    for (const fewer of [...fewerOf(texts), ...shorter])
      if (areSafeTexts(fewer.map(String))) yield { ...body, [name]: fewer };
  }
}

/** In characters: longer texts are only cut at the end. */
const MAX_CHARACTER_REMOVAL = 16;

function* shorterTexts(text: string): Generator<string> {
  const characters = [...text];
  const { length } = characters;
  if (length <= MAX_CHARACTER_REMOVAL) {
    yield* fewerOf(characters).map((fewer) => fewer.join(''));

    return;
  }
  // A binary search finds the shortest failing length.
  for (let cut = length >> 1; cut > 0; cut >>= 1) yield characters.slice(0, length - cut).join('');
}

/** US dollars, simplest first. Fees of smaller amounts have so few cents that too many hypotheses fit. */
const SIMPLE_AMOUNTS = [100, 1000, 10];
const SIMPLE_PART = { amount: 40, totalAmount: 100 };

function* simplerFields({ nicn, amount, totalAmount }: JsonObject): Generator<JsonObject> {
  if (typeof nicn === 'string' && /^\d{7,8}$/.test(nicn)) yield { nicn: nicn.slice(0, 6) };
  if (typeof amount !== 'number') return;
  if (totalAmount !== undefined) {
    if (amount !== SIMPLE_PART.amount || totalAmount !== SIMPLE_PART.totalAmount) yield SIMPLE_PART;

    return;
  }
  const rank = SIMPLE_AMOUNTS.indexOf(amount);
  yield* SIMPLE_AMOUNTS.slice(0, rank < 0 ? undefined : rank).map((simple) => ({ amount: simple }));
  if (rank < 0 && amount > 1 && !Number.isInteger(amount)) yield { amount: Math.floor(amount) };
}
