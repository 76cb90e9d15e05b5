/** Scripts: calls to send as data, on new transactions, with what a rule expects of the answers. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { ChangeableField } from './context.ts';
import type { Conversation } from './conversation.ts';
import { neverInterrupted, sleep } from './interruption.ts';
import { MTXID_PLACEHOLDER, STXID_PLACEHOLDER } from './mtxids.ts';
import { isDocumented, type RequestVariant } from './request-variant.ts';
import { type Body, isLost, type MerchantRole, type ServiceCall } from './service-call.ts';

export interface ScriptCall {
  readonly operation: OperationId;
  /** The merchant with one processor unless given. */
  readonly merchant?: MerchantRole;
  /** The documented one unless given. */
  readonly variant?: Partial<RequestVariant>;
  /** `{s1}` in place of an `sTxId` stands for the one in the response to the first call of the script, others, such as `{u1}`, for none. */
  readonly body: Body;
  /** Sent without waiting for the response to the call before it. */
  readonly concurrent?: true;
  /** Of the first calls of a script that runs alone: other calls may be in flight while this one is. */
  readonly early?: true;
  /** The rule that judges whether the call is accepted: where it is not, the script shows nothing. */
  readonly needs?: RuleId;
  /** Why the deployment may refuse the call: where it does, the script shows nothing. */
  readonly mayBeRefused?: string;
  /** Where the call is refused, those after it are not sent: further ones on lost transactions would open others. */
  readonly endsIfRefused?: true;
  /** Why the deployment may forget the transaction: where it finds no such or another one, the script shows nothing. */
  readonly mayForget?: string;
  /**
   * The deployment may accept or refuse the call. Where it accepts it, later calls of the transactions that it names may
   * be refused, and are not judged.
   */
  readonly mayDisturb?: true;
  /** Why the deployment may accept the call: where it does, the script shows nothing. */
  readonly mayBeAccepted?: string;
  /** Sent to see what follows: any answer to it is fine, and so is none. */
  readonly mayBeLost?: true;
  /** Sent over a connection of its own where the others share one. */
  readonly elsewhere?: true;
  /** Sent this many times at the same time, each with the next of its `mTxId`s; only the first answer is judged. */
  readonly times?: number;
  /** Milliseconds to wait before it is sent. */
  readonly pause?: number;
  readonly expects?: Expectation;
}

/** What the rule of a script expects of the answer to a call. Numbers are those of other calls of the script, from 1. */
export interface Expectation {
  /**
   * What is accepted, such as `a fee for {call} with a whole amount`; `{call}` stands for `a call` or `an update`, and
   * `{others}` for the number of calls before it that are sent many times.
   */
  readonly accepted?: string;
  /** What a call still gets after the others, which may have broken the deployment for good. */
  readonly still?: string;
  /** What is refused, such as `a refusal of a fee call without amount`. */
  readonly refused?: string;
  /** The fields that make the difference, which shrinking keeps. */
  readonly edited?: readonly string[];
  /** Which answers have an `sTxId`: those that are a JSON object, or each success, as a text. */
  readonly sTxId?: 'in-json' | 'in-success';
  /** The call whose `sTxId` the answer has. */
  readonly sTxIdOf?: number;
  /** The `sTxId` of the answer, of a transaction that was opened before the script. */
  readonly finds?: string;
  /** The call whose transaction the answer is not for. `isForeign`: nor is it a sale of any; a refusal is right. */
  readonly otherThan?: ComparedCall & { readonly isForeign?: true };
  /** The call whose fee this one gets as well. */
  readonly feeOf?: SameFee;
  readonly feeBetween?: FeeBetween;
}

/** The fee lies between those of two other calls, whatever the prices are. */
interface FeeBetween {
  readonly calls: readonly [number, number];
  readonly what: string;
}

/** A call that another one is compared with, and further ones without which the comparison shows nothing. */
interface ComparedCall {
  readonly call: number;
  /** What is expected, such as `without country the fee that 840 gets,`. */
  readonly what: string;
  /** Calls that have this fee, or find their transactions: where they do not, the script shows nothing. */
  readonly alike?: readonly number[];
  /** Calls that have another fee, or find none: where they do not, the script shows nothing. */
  readonly unlike?: readonly number[];
}

interface SameFee extends ComparedCall {
  /**
   * Whether another fee shows that simultaneous calls were mixed up: any other fee, or where fees vary otherwise only
   * that of one of the calls in `unlike`.
   */
  readonly isMixUp?: 'any' | 'of-others';
  /** What that means; by default that fees vary. */
  readonly otherwise?: string;
  /** Whether another fee counts even where fees vary otherwise. */
  readonly evenIfFeesVary?: true;
  /** Calls that have one fee, two by two: where they do not, the script shows nothing. */
  readonly pairs?: readonly (readonly [number, number])[];
  /** Whether a refusal is as good as that fee. */
  readonly ifAccepted?: true;
}

export interface Script {
  readonly calls: readonly ScriptCall[];
  /** Whether the answers that are no refusals are for one transaction, or each for its own, and what is expected. */
  readonly sTxIds?: { readonly are: 'one' | 'different'; readonly what: string };
  /** A field that an update changes: the script is sent only where such an update is accepted. */
  readonly changes?: ChangeableField;
  /** One connection for all calls, or one for each; unless given, they share connections with other calls. */
  readonly connections?: 'one' | 'each';
  /** Whether no other call comes between its calls, as where a client sends one at a time. */
  readonly inARow?: true;
  /** Copies of the script that are sent at the same time; 1 by default. */
  readonly copies?: number;
  /**
   * Of a script about calls at the same time, or after many others: alone, its calls must hold, or else it shows nothing,
   * and why. It runs while no other calls do.
   */
  readonly control?: { readonly why: string; readonly blame?: RuleId };
  /** Of a script that cannot be sent again. */
  readonly proof?: Proof;
}

/** Shows the failure of another script on new transactions. */
interface Proof {
  readonly script: Script;
  /** When the transactions of the other script were opened, by the clock of `performance.now()`. */
  readonly since: number;
  /** Why the other script shows nothing where this one holds; by default its failure leaves the verdict open. */
  readonly otherwise?: string | undefined;
}

/** The calls of a script one after another, with a pause of these milliseconds for those that are sent many times. */
export function alone({ calls, control: _, ...others }: Script, ms: number): Script {
  const kept = [...calls.keys()].filter((index) => calls[index]?.times === undefined);
  const paused = kept.find((index) => calls.slice(0, index).some(({ times }) => times !== undefined));
  const picked = pickCalls(calls, new Set(kept)) ?? calls;

  return {
    ...others,
    calls: picked.map(({ concurrent: __, ...call }, n) =>
      kept[n] === paused ? { ...call, pause: ms } : call,
    ),
  };
}

export const REFUSES_CHANGES = 'this deployment refuses an update that changes more than the amount';

export const REFUSES_COUNTRIES = 'this deployment refuses other countries than 840';

export function isScript(value: unknown): value is Script {
  return typeof value === 'object' && value !== null && 'calls' in value && Array.isArray(value.calls);
}

/** A field of the body that is undefined is left out. */
export function fee(body: Body, more: Omit<ScriptCall, 'operation' | 'body'> = {}): ScriptCall {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);

  return { operation: 'calculateFee', body: Object.fromEntries(fields), ...more };
}

export function sale(body: Body, more: Omit<ScriptCall, 'operation' | 'body'> = {}): ScriptCall {
  return { operation: 'attachSale', body, ...more };
}

/**
 * Sends the calls in sequence, and concurrent ones at the same time, as long as the rest can show something.
 *
 * @returns whether it can
 */
export async function sendScript(
  { calls }: Pick<Script, 'calls'>,
  conversation: Conversation,
  signal = neverInterrupted(),
): Promise<boolean> {
  let together: Promise<boolean>[] = [];
  for (const call of calls) {
    const { operation, merchant = 'one', variant, body, concurrent, elsewhere, pause, times = 1 } = call;
    if (!concurrent) {
      if ((await Promise.all(together)).includes(false)) return false;
      together = [];
    }
    if (pause !== undefined) await sleep(pause, signal);
    const options = { merchant, ...variant, ...(elsewhere && { elsewhere }) };
    const send = operation === 'calculateFee' ? conversation.fee : conversation.sale;
    const { length } = conversation.transcript.steps;
    const sending = send(body, options);
    // Not sent, for lack of an earlier answer: the next call would be taken for it.
    if (conversation.transcript.steps.length === length) await Promise.all([...together, sending]);
    together = [...together, sending.then((exchange) => isUsable(call, exchange))];
    for (let n = 1; n < times; n++)
      together.push(send(withNextMtxid(body, n), { ...options, repeated: true }).then(() => true));
  }

  return !(await Promise.all(together)).includes(false);
}

/** The body with a later one of its fresh `mTxId`s. */
function withNextMtxid(body: Body, further: number): Body {
  if (!('mTxId' in body)) return body;
  const mTxId = String(body['mTxId']).replace(/\d+/, (number) => String(Number(number) + further));

  return { ...body, mTxId };
}

/** Whether the calls after it can show something. */
function isUsable(call: ScriptCall, exchange: ServiceCall): boolean {
  const { needs, mayBeRefused, mayBeLost, endsIfRefused = false } = call;
  if (isLost(exchange)) return mayBeLost === true;

  return exchange.outcome.kind !== 'refused' || !(needs ?? mayBeRefused ?? endsIfRefused);
}

/** Two calls, the second of which gets the fee of the first. */
export function sameFee(what: string, first: ScriptCall, second: ScriptCall): Script {
  return { calls: [first, { ...second, expects: { feeOf: { call: 1, what } } }] };
}

/** Calls that are sent at the same time, after all before them. */
export function atOnce(calls: readonly ScriptCall[]): readonly ScriptCall[] {
  return calls.map((call, n) => (n === 0 ? call : { ...call, concurrent: true }));
}

/** The script with further calls before some of its own. */
export function withCalls(
  script: Script,
  further: (call: ScriptCall, index: number) => readonly ScriptCall[],
): Script {
  const groups = script.calls.map((call, index) => [...further(call, index), call]);
  const ends = groups.map((_, index) => groups.slice(0, index + 1).flat().length);
  const renumber = (number: number) => ends[number - 1] ?? number;

  return {
    ...script,
    calls: groups.flatMap((group, index) =>
      group.with(-1, renumberedCall(script.calls[index] as ScriptCall, renumber)),
    ),
  };
}

/** Some of the calls, by their indices; undefined where one of them needs the answer to a call that is left out. */
export function pickCalls(
  calls: readonly ScriptCall[],
  kept: ReadonlySet<number>,
): readonly ScriptCall[] | undefined {
  const numbers = new Map(
    [...calls.keys()].filter((index) => kept.has(index)).map((old, n) => [old + 1, n + 1]),
  );
  let isWhole = true;
  const renumber = (number: number): number => {
    const own = numbers.get(number);
    if (own === undefined) isWhole = false;

    return own ?? number;
  };
  let previous = -1;
  const picked = [...calls.entries()]
    .filter(([index]) => kept.has(index))
    .map(([index, call]) => {
      if (call.expects !== undefined) for (const giving of namedIn(calls, index)) renumber(giving + 1);
      // It still waits for the calls that it waited for.
      const isConcurrent = calls.slice(previous + 1, index + 1).every(({ concurrent }) => concurrent);
      previous = index;
      const { concurrent: _, ...own } = renumberedCall(call, renumber);

      return isConcurrent && call.concurrent ? { ...own, concurrent: true as const } : own;
    });

  return isWhole ? picked : undefined;
}

function renumberedCall(call: ScriptCall, renumber: (number: number) => number): ScriptCall {
  const { body, expects, ...rest } = call;
  const { form, number } = referenceIn(call) ?? {};

  return {
    ...rest,
    body: number === undefined ? body : { ...body, sTxId: `{${form}${renumber(number)}}` },
    ...(expects === undefined ? {} : { expects: renumbered(expects, renumber) }),
  };
}

/** Each number in an expectation is that of another call. */
function renumbered<T>(value: T, renumber: (number: number) => number): T {
  const change = (one: unknown): unknown => {
    if (typeof one === 'number') return renumber(one);
    if (Array.isArray(one)) return one.map(change);
    if (typeof one !== 'object' || one === null) return one;

    return Object.fromEntries(Object.entries(one).map(([name, field]) => [name, change(field)]));
  };

  return change(value) as T;
}

/** The indices of the calls that one with these expectations is compared with. */
export function comparedWith(expects: Expectation = {}): readonly number[] {
  const indices: number[] = [];
  renumbered(expects, (number) => indices.push(number - 1));

  return indices;
}

/** The index of the call that opened the transaction which a later one names. */
export function openingOf(calls: readonly ScriptCall[], index: number): number | undefined {
  const call = calls[index] as ScriptCall;
  const { form, number } = referenceIn(call) ?? {};
  if (form === 's' && number !== undefined) return number - 1;
  const [giving] = 'sTxId' in call.body ? [] : namedIn(calls, index);

  return giving === undefined ? undefined : (openingOf(calls, giving) ?? giving);
}

/** The indices of the calls that gave the identifiers of a later one. */
function namedIn(calls: readonly ScriptCall[], index: number): readonly number[] {
  const { number } = referenceIn(calls[index] as ScriptCall) ?? {};
  const named = firstWithMtxid(calls, index);

  return [...(number === undefined ? [] : [number - 1]), ...(named === undefined ? [] : [named])];
}

/** The index of the first call with the `mTxId` of a later one, those aside that are to be refused. */
export function firstWithMtxid(calls: readonly ScriptCall[], index: number): number | undefined {
  const { body } = calls[index] as ScriptCall;
  if (!('mTxId' in body)) return undefined;
  const { mTxId } = body;
  const first = calls.findIndex(({ body, mayBeAccepted }) => {
    return 'mTxId' in body && body['mTxId'] === mTxId && mayBeAccepted === undefined;
  });

  return first === -1 || first >= index ? undefined : first;
}

/** The fields of a call that smaller scripts keep, since the expectations depend on them. */
export function keptFields(calls: readonly ScriptCall[], index: number): readonly string[] {
  const { operation, merchant, body, expects } = calls[index] as ScriptCall;
  // Without it, a sale names no transaction, which is another failure.
  const isNamed = operation === 'attachSale' && !('sTxId' in body);
  const isShared = calls.some((other, n) => {
    return n !== index && 'mTxId' in body && 'mTxId' in other.body && other.body['mTxId'] === body['mTxId'];
  });
  const isExpected = calls.some((call) => call.expects !== undefined);

  return [
    'sTxId',
    ...(isNamed || (isShared && isExpected) ? ['mTxId'] : []),
    ...(merchant === 'several' ? ['processor'] : []),
    ...(expects?.edited ?? []),
  ];
}

/** The call whose `sTxId` this one sends, or one like it. */
function referenceIn({ body }: ScriptCall): { readonly form: string; readonly number: number } | undefined {
  const sTxId = 'sTxId' in body ? body['sTxId'] : undefined;
  const [, form = '', number] = (typeof sTxId === 'string' && STXID_PLACEHOLDER.exec(sTxId)) || [];

  return number === undefined ? undefined : { form, number: Number(number) };
}

/** The most calls on one transaction that are kept: more would cost requests and explain little. */
const MAX_CALLS = 8;

/**
 * Records an exchange, with those before it that concern the same transactions.
 *
 * @param exchanges those of one execution, in the order in which they were sent
 * @param related exchanges that always belong to it, of this execution or another
 */
export function record(
  exchanges: readonly ServiceCall[],
  last: ServiceCall,
  related: readonly ServiceCall[] = [],
): Script {
  const kept = leadingTo(exchanges, last, related);
  const elsewhere = related.filter((one) => !exchanges.includes(one)).map(renumberMtxids);
  const renamed = new Map(elsewhere.map(({ fields, sent }) => [fields?.['mTxId'], writtenMtxid(sent)]));
  /** With the `mTxId` of another execution as this script has it, so that a repetition names the new transaction. */
  const rename = (call: ServiceCall): ServiceCall => {
    const { sent } = call;
    const own = writtenMtxid(sent);
    const mTxId = own.search(MTXID_PLACEHOLDER) === -1 ? renamed.get(own) : undefined;

    return mTxId === undefined ? call : { ...call, sent: { ...sent, mTxId } };
  };
  const all = [...elsewhere, ...kept.map(rename)].toSorted((one, other) => one.sentAt - other.sentAt);
  all.push(rename(last));
  const answered = all.map(({ given }) => given);

  return { calls: all.map((call, index) => toCall(call, answered.slice(0, index), index > 0)) };
}

/** The exchanges before the last one that concern the same transactions: the first of them, and the latest. */
export function leadingTo(
  exchanges: readonly ServiceCall[],
  last: ServiceCall,
  related: readonly ServiceCall[] = [],
): readonly ServiceCall[] {
  const before = exchanges.slice(0, exchanges.indexOf(last));
  const [first, ...others] = concernedIn(before, last, new Set(related));

  return first === undefined ? [] : [first, ...others.slice(1 - MAX_CALLS)];
}

/** Earlier exchanges that name one of the transactions that the last one names, by any identifier. */
function concernedIn(
  before: readonly ServiceCall[],
  last: ServiceCall,
  related: ReadonlySet<ServiceCall>,
): readonly ServiceCall[] {
  const names = new Set<unknown>([last, ...related].flatMap(namesIn));
  const concerned = new Set<ServiceCall>(before.filter((one) => related.has(one)));
  for (let size = -1; size < concerned.size; ) {
    size = concerned.size;
    for (const call of before) {
      const isConcerned = namesIn(call).some((name) => names.has(name));
      if (!isConcerned || concerned.has(call)) continue;
      concerned.add(call);
      for (const name of namesIn(call)) names.add(name);
    }
  }

  return before.filter((one) => concerned.has(one));
}

/** The identifiers in the request and the response of an exchange. */
function namesIn(call: ServiceCall): readonly unknown[] {
  const { fields } = call;
  const sTxId = fields?.['sTxId'];
  const mTxId = fields?.['mTxId'];
  const answered = call.operation === 'calculateFee' ? call.given : undefined;

  return [
    ...(typeof sTxId === 'string' || typeof sTxId === 'number' ? [`s ${sTxId}`] : []),
    ...(typeof mTxId === 'string' ? [`m ${mTxId}`] : []),
    ...(answered === undefined ? [] : [`s ${answered}`]),
  ];
}

function toCall(call: ServiceCall, answered: readonly (string | undefined)[], isLater: boolean): ScriptCall {
  const { operation, role, variant, sent, fields, concurrent } = call;
  // The text that was sent: its placeholder numbers the calls of another script.
  const given = 'sTxId' in sent ? answered.indexOf(String(fields?.['sTxId'])) : -1;

  return {
    operation,
    ...(role === 'one' ? {} : { merchant: role }),
    ...(isDocumented(variant) && variant.spelling === undefined ? {} : { variant }),
    body: given === -1 ? sent : { ...sent, sTxId: `{s${given + 1}}` },
    ...(concurrent && isLater ? { concurrent } : {}),
  };
}

/** As the script had it, which may be a placeholder. */
function writtenMtxid(sent: Body): string {
  return 'mTxId' in sent && typeof sent['mTxId'] === 'string' ? sent['mTxId'] : '';
}

/** Placeholders of another execution stand for other identifiers, so they get their own numbers. */
function renumberMtxids(call: ServiceCall): ServiceCall {
  const { sent } = call;
  if (!('mTxId' in sent) || typeof sent['mTxId'] !== 'string') return call;
  const mTxId = sent['mTxId'].replaceAll(
    MTXID_PLACEHOLDER,
    (_, form, number) => `{${form}${900 + Number(number)}}`,
  );

  return { ...call, sent: { ...sent, mTxId } };
}
