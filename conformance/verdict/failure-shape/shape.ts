/**
 * Describes a failure by its shape: the call, the traits of its fields, and the result.
 * Failures of one rule with one shape count as one defect, so nothing in a shape depends on seeds or identifiers.
 */
import type { AnyRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { type JsonObject, parseJsonObject } from '../../../src/text/json-object.ts';
import { likeness } from '../../rule/mtxids.ts';
import { ABOUT_PAIRS, traitsOf, transactionTraits } from './traits.ts';

/** The part of an exchange that a shape depends on. */
export interface ShapeStep {
  readonly operation: OperationId;
  readonly variant: { readonly method: string };
  readonly body: string;
  readonly response:
    | { readonly kind: 'answered'; readonly status: number; readonly text: string }
    | { readonly kind: 'unanswered' };
}

export interface SeenFailure {
  readonly expected: string;
  readonly got: string;
  /** The step with the wrong response; by default the last one. */
  readonly at?: ShapeStep | undefined;
  readonly transcript: { readonly steps: readonly ShapeStep[] };
  /** Of a refused sale: the fields of its transaction without which it is accepted; by default any may explain it. */
  readonly transaction?: readonly string[];
}

export interface RequestShape {
  /** Such as `update with mTxId`. */
  readonly call: string;
  /** Each such as `authCode: empty`. */
  readonly traits: readonly string[];
}

export interface FailureShape extends RequestShape {
  /** The class of the result, such as `refused (4xx)`. */
  readonly result: string;
}

const NO_OBJECT = 'body: no JSON object';

export function shapeOf(rule: AnyRuleId, seen: SeenFailure): FailureShape {
  const { expected, got, at, transcript, transaction } = seen;
  const { steps } = transcript;
  const known = at === undefined ? -1 : steps.indexOf(at);
  const index = known === -1 ? steps.length - 1 : known;
  const step = steps[index];
  const result = classifyResult(expected, got);
  if (step === undefined) return { call: 'any call', traits: [], result };
  if (rule.startsWith('auth/'))
    return { call: step.operation === 'attachSale' ? 'sale' : 'fee', traits: [expected], result };

  const explaining = result.startsWith('refused ') ? transaction : [];

  return { ...requestShape(rule, step, steps.slice(0, index), explaining), result };
}

/** The shapes of all requests that have a JSON object as body. */
export function requestShapes(rule: AnyRuleId, steps: readonly ShapeStep[]): readonly RequestShape[] {
  return steps
    .map((step, index) => requestShape(rule, step, steps.slice(0, index)))
    .filter(({ traits }) => !traits.includes(NO_OBJECT));
}

/** The text of a shape in reports and waiver files. */
export function formatShape({ call, traits, result }: FailureShape): string {
  return `${[call, ...traits].join(', ')} → ${result}`;
}

/** A text of any other form gives a shape that equals no other. */
export function parseShape(text: string): FailureShape {
  const [request = '', ...result] = text.split(' → ');
  const [call = '', ...traits] = request.split(', ');

  return { call, traits, result: result.join(' → ') };
}

/** Whether the other failure may have the same cause: same call, same result, and all traits of this one. */
export function covers(known: FailureShape, other: FailureShape): boolean {
  return known.call === other.call && coversInAnyCall(known, other);
}

export function coversInAnyCall(known: FailureShape, other: FailureShape): boolean {
  return known.result === other.result && hasTraitsOf(known, other);
}

/** Whether the request has all that the shape names, so that it would have failed as well. */
export function wouldFail(known: FailureShape, request: RequestShape): boolean {
  return known.call === request.call && hasTraitsOf(known, request);
}

/** Whether the other request has all traits of the known one, and lacks the same required fields. */
function hasTraitsOf({ traits }: RequestShape, other: RequestShape): boolean {
  const lacking = (all: readonly string[]) => all.filter((trait) => trait.startsWith('without ')).join();

  return lacking(traits) === lacking(other.traits) && traits.every((trait) => other.traits.includes(trait));
}

/** @param transaction the fields of the transaction that a sale's shape names; all of them by default */
function requestShape(
  rule: AnyRuleId,
  step: ShapeStep,
  earlier: readonly ShapeStep[],
  transaction?: readonly string[],
): RequestShape {
  const call = callOf(step, earlier);
  const fields = parseJsonObject(step.body);
  if (fields === undefined) return { call, traits: [NO_OBJECT] };
  const pair = mtxidPairOf(rule, fields, earlier);

  const opening = step.operation === 'attachSale' ? openingOf(fields, earlier) : undefined;
  const ofTransaction = opening === undefined ? [] : transactionTraits(opening, transaction);

  return {
    call,
    traits: [...traitsOf(rule, step.operation, fields, call === 'first call'), ...pair, ...ofTransaction],
  };
}

/** The fields of the fee call that opened the transaction of a sale. */
function openingOf({ sTxId, mTxId }: JsonObject, earlier: readonly ShapeStep[]): JsonObject | undefined {
  const opening = earlier.find(({ operation, body, response }) => {
    if (operation !== 'calculateFee' || response.kind !== 'answered') return false;

    return sTxId === undefined
      ? identifiersIn(body).mTxId === mTxId
      : parseJsonObject(response.text)?.['sTxId'] === sTxId;
  });

  return opening && parseJsonObject(opening.body);
}

function callOf({ operation, variant, body }: ShapeStep, earlier: readonly ShapeStep[]): string {
  const { sTxId, mTxId } = identifiersIn(body);
  const by = variant.method === 'POST' ? '' : ` by ${variant.method}`;
  if (operation === 'attachSale') {
    const names = [sTxId === undefined ? [] : 'sTxId', mTxId === undefined ? [] : 'mTxId'].flat();

    return `sale${by}${names.length === 0 ? ' without an identifier' : ` with ${names.join(' and ')}`}`;
  }
  const isKnown = mTxId !== undefined && earlier.some((step) => identifiersIn(step.body).mTxId === mTxId);
  if (sTxId === undefined) return isKnown ? `update with mTxId${by}` : `first call${by}`;

  return `update with sTxId${mTxId === undefined ? '' : ' and mTxId'}${by}`;
}

function identifiersIn(body: string) {
  const fields = parseJsonObject(body);

  return { sTxId: fields?.['sTxId'], mTxId: fields?.['mTxId'] };
}

/** For rules on similar identifiers: how the two are alike. */
function mtxidPairOf(
  rule: AnyRuleId,
  { mTxId }: JsonObject,
  earlier: readonly ShapeStep[],
): readonly string[] {
  const isAboutPairs = ABOUT_PAIRS.some((name) => rule.startsWith(name));
  if (!isAboutPairs || typeof mTxId !== 'string') return [];
  const other = earlier.map(({ body }) => identifiersIn(body).mTxId).findLast((one) => one !== mTxId);

  return typeof other === 'string' ? [`mTxIds: ${likeness(other, mTxId)}`] : [];
}

/** Distinguishes server errors, other refusals and lost responses; removes quoted texts and numbers. */
function classifyResult(expected: string, got: string): string {
  const cause = /^(?:no answer|none): ([a-z-]+)/.exec(got)?.[1];
  if (cause !== undefined) return `no answer (${cause})`;
  const [, kind, status] = /^(accepted|refused|unclear|token-refused): (\d)\d\d\b/.exec(got) ?? [];
  if (kind !== undefined) return kind === 'accepted' ? kind : `${kind} (${status}xx)`;
  const fee = EXPECTED_FEE.test(expected) ? /^-?[\d.]+(?:e[+-]?\d+)?(,.*)?$/s.exec(got) : null;
  if (fee !== null) return `another fee${withoutValues(fee[1] ?? '')}`;
  if (/ more than once\b| once more$/.test(got)) return 'one sTxId twice';
  if (/own sTxId/.test(expected)) return 'another sTxId';

  return `${withoutValues(got)} for ${withoutValues(expected)}`;
}

/** The end of an expectation that is a fee in US dollars. */
const EXPECTED_FEE = / -?[\d.]+(?:e[+-]?\d+)?$/;
const MAX_LENGTH = 100;

function withoutValues(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/^"[a-z ]{1,20}"$/i.test(quoted) ? quoted : 'a text'))
    .replaceAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, 'N')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LENGTH);
}
