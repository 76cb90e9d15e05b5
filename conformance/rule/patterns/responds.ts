/** Rules on responses, judged in every one of the run: to accepted fee calls, and to all calls. */
import fc from 'fast-check';
import { detectSuccessShape, feeIn, wrapperOf } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { describeUnmasked } from '../../../src/text/describe.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import { startOf } from '../../../src/text/visible.ts';
import { LONGEST_SHOWN } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import { type Exchange, isFeeCall } from '../exchange.ts';
import { type Finding, HOLDS, type Violation, violation } from '../finding.ts';
import { type HttpResponse, isSuccessful } from '../http-result.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import type { Script, ScriptCall } from '../script.ts';
import { identifiersBy, mtxidFor, priceableOf } from './open.ts';

interface RespondsSpec extends Omit<RuleHead, 'stage' | 'level'> {
  /** `must` unless given. */
  readonly level?: 'must' | 'should';
  /** Judges the response to an accepted fee call; undefined where the rule says nothing about it. */
  readonly judgeSuccess: (exchange: Exchange) => Finding | undefined;
}

interface FieldSpec extends Pick<RuleHead, 'id' | 'title' | 'fix' | 'lookAlikes'> {
  readonly field: string;
  readonly expected: string;
  readonly isRight: (value: unknown) => boolean;
}

interface FeeSpec extends Pick<RuleHead, 'id' | 'title' | 'tries' | 'fix' | 'lookAlikes'> {
  readonly expected: string;
  /** Receives a fee in US dollars. */
  readonly isRight: (usd: number) => boolean;
}

/** A proxy may cause one malformed response; the deployment itself causes this many. */
export const MIN_VIOLATIONS = 3;

const TRIES = 'The responses to accepted first calls and updates, sent by this rule and by all others.';

export function responds({ judgeSuccess, level = 'must', ...head }: RespondsSpec): Rule {
  return rule({
    tries: TRIES,
    ...head,
    level,
    stage: 1,
    observationSuffices: true,
    judge(exchange, history) {
      if (!isFeeCall(exchange)) return undefined;
      const isSuccess =
        exchange.outcome.kind === 'accepted' ||
        (isMalformed(exchange) && (saysOk(exchange) || history.isOrdinary(exchange)));
      const finding = isSuccess ? judgeSuccess(exchange) : undefined;
      if (finding?.kind !== 'violation') return finding;

      return { ...finding, ...(level === 'must' ? { failsFrom: MIN_VIOLATIONS } : { isAccident: true }) };
    },
    // Other rules send more varied calls, and the observer sees their responses too.
    scripts: ({ baseline, data: { plainAmounts, optional } }: RuleContext) => [
      toScript(baseline),
      ...NAMED_BY.map((by) => toScript(baseline, by)),
      toScript({ ...baseline, ...optional }),
      ...[Math.min(...plainAmounts), Math.max(...plainAmounts)].map((amount) =>
        toScript({ ...baseline, amount }),
      ),
    ],
    randomScripts: ({ data: { feeRequest } }) =>
      fc
        .record({ request: feeRequest, update: fc.constantFrom(undefined, ...NAMED_BY) })
        .map(({ request, update }) => toScript(request, update)),
  });
}

/** Other clients than browsers fail on it (RFC 8259, 8.1). */
export function byteOrderMarkIn({ text }: HttpResponse): Violation | undefined {
  return text.startsWith('\ufeff')
    ? violation('one JSON object and nothing before it', 'a byte order mark (EF BB BF) before it')
    : undefined;
}

/** A rule on one field of the response. */
export function respondsWithField({ field, expected, isRight, ...head }: FieldSpec): Rule {
  return responds({
    ...head,
    section: '2.2',
    dependsOn: ['fee-response/is-json-object'],

    judgeSuccess(exchange) {
      const body = successOf(exchange);
      if (body === undefined) return undefined;
      const value = body[field];

      if (isRight(value)) return HOLDS;
      const shown = typeof value === 'string' ? startOf(value, LONGEST_SHOWN) : value;

      return violation(expected, describeUnmasked(shown));
    },
  });
}

/** A rule on the value of every fee. */
export function respondsWithFee({ expected, isRight, ...head }: FeeSpec): Rule {
  return responds({
    ...head,
    section: '2.2',
    level: 'should',
    dependsOn: ['fee-response/is-json-object'],

    judgeSuccess(exchange) {
      const usd = feeIn(successOf(exchange));
      // Negative amounts belong to the rule that expects them to be refused.
      if (usd === undefined || Number(exchange.fields?.['amount']) < 0) return undefined;

      return isRight(usd) ? HOLDS : violation(expected, String(usd));
    },
  });
}

/** The body of a success, even if a field is malformed; undefined for a refusal or a body that is not a JSON object. */
function successOf(exchange: Exchange): JsonObject | undefined {
  const { outcome, response } = exchange;
  if (response.kind !== 'answered') return undefined;
  const isSuccess = outcome.kind === 'accepted' || detectSuccessShape(response) !== undefined;

  return isSuccess ? response.body : undefined;
}

/** A success whose outcome is not accepted because a documented part is missing. */
function isMalformed({ outcome, response }: Exchange): boolean {
  if (outcome.kind === 'unclear') return true;

  if (outcome.kind !== 'refused' || response.kind === 'unanswered') return false;

  return detectSuccessShape(response) !== undefined || wrapperOf(response) !== undefined;
}

/**
 * Whether a 2xx answer has the text of a success (2.2), in JSON or in what was to be JSON, whatever the call holds but for an
 * amount that is no number. A recording may cut the text.
 */
function saysOk({ response, fields, original }: Exchange): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { amount = 0 } = fields ?? {};
  if (!Number.isFinite(amount)) return false;
  const { body, text } = response;
  if (body !== undefined) return body['message'] === 'ok';

  return original === undefined && /"message"\s*:\s*"ok"/.test(text);
}

/** A first call; with `update`, a first call for the same card and region and an update that carries the request. */
function toScript(request: FeeRequest, update?: NamedBy): Script {
  const fee = (body: ScriptCall['body']): ScriptCall => ({ operation: 'calculateFee', body });
  if (update === undefined) return { calls: [fee({ ...request })] };

  return {
    calls: [
      fee({ ...priceableOf(request), ...mtxidFor(update) }),
      fee({ ...request, ...identifiersBy(update, '{s1}') }),
    ],
  };
}

interface EveryResponseSpec extends Omit<RuleHead, 'stage' | 'level'> {
  /** What is wrong with a response, if anything. */
  readonly findViolation: (exchange: Exchange) => Violation | undefined;
}

export function everyResponse({ findViolation, ...head }: EveryResponseSpec): Rule {
  return rule({
    ...head,
    level: 'should',
    stage: 3,
    observationSuffices: true,
    // The response to a valid call shows little of how a server handles others.
    judge: (exchange) => findViolation(exchange) ?? (isNoSuccess(exchange) ? HOLDS : undefined),
    scripts: () => BAD_INPUT,
  });
}

function isNoSuccess({ response, outcome }: Exchange): boolean {
  return response.kind === 'answered' && outcome.kind !== 'accepted';
}

/** Requests that are likely to make a server fail; sent if no other rule has sent similar ones. */
const BAD_INPUT: readonly Script[] = [
  { operation: 'calculateFee', body: { raw: '{"amount":' } } as const,
  { operation: 'calculateFee', body: { raw: '[]' } } as const,
  { operation: 'calculateFee', body: { amount: {}, nicn: [], region: 1 } } as const,
  { operation: 'attachSale', body: { sTxId: "'" } } as const,
  { operation: 'attachSale', body: { mTxId: '\u0000' } } as const,
  { operation: 'attachSale', body: { sTxId: 7, mTxId: {}, authCode: [] } } as const,
  { operation: 'calculateFee', body: {}, variant: { credential: 'garbled' } } as const,
].map((call) => ({ calls: [call] }));
