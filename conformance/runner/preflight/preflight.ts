/** Finds the baseline, the first valid request that the deployment accepts, and the form of its success responses. */

import {
  DOCUMENTED,
  detectSuccessShape,
  feeIn,
  type SuccessShape,
  wrapperOf,
} from '../../../src/contract/outcome.ts';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { type Deployment, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { describeCall } from '../../rule/assertions.ts';
import { REGION_FORMS } from '../../rule/context.ts';
import { startConversation } from '../../rule/conversation.ts';
import { type HttpResponse, isSuccessful } from '../../rule/http-result.ts';
import { SPELLINGS } from '../../rule/request-variant.ts';
import type { ServiceCall, Transcript } from '../../rule/service-call.ts';
import type { Send } from '../client/client.ts';
import type { Counterexample } from '../outcome.ts';
import { adviseOnDemand, adviseOnDetour, adviseOnPage, adviseOnSilence, adviseOnToken } from './advice.ts';

/** The first valid request that was accepted. */
export interface FoundBaseline {
  readonly kind: 'found';
  readonly baseline: FeeRequest;
  readonly successShape: SuccessShape;
  readonly status: number;
  /** US dollars. */
  readonly fee: number | undefined;
  /** Of the transaction that it opened. */
  readonly sTxId: string | undefined;
  /** Every call up to it. */
  readonly tries: readonly Try[];
}

export type PreflightResult =
  | FoundBaseline
  /** Every form of a valid request fails one rule, on which all others depend. */
  | { readonly kind: 'broken'; readonly by: RuleId; readonly counterexample: Counterexample }
  /** Inconclusive; `why` is one sentence that says what to do. `isRefused`: every form was refused, as it may be. */
  | { readonly kind: 'nothing'; readonly why: string; readonly isRefused?: true };

/** The run ends before any rule is judged. */
export type PreflightFailure = Exclude<PreflightResult, { kind: 'found' }>;

/** Requests without a response after which no other form is tried: by then each length and each form of region was. */
const MAX_SILENT = 3;
/** Calls that were all refused with 401 before no other one is tried. */
const MAX_UNAUTHORIZED = 5;

/**
 * @param forms the valid requests to try, in this order; all that the deployment file allows by default
 * @param inTitleCase whether one that was refused is tried with header names such as Authorization
 */
export async function runPreflight(
  client: { readonly send: Send },
  deployment: Deployment,
  forms: readonly FeeRequest[] = baselineForms(deployment),
  inTitleCase = true,
): Promise<PreflightResult> {
  const tries: Try[] = [];

  for (const request of forms) {
    const conversation = startConversation({ client, successShape: DOCUMENTED, deployment });
    const call = await conversation.fee({ ...request });
    const { response } = call;
    const successShape = response.kind === 'answered' ? detectSuccessShape(response) : undefined;
    tries.push({ request, call, transcript: conversation.transcript });
    if (response.kind === 'answered' && successShape !== undefined) {
      return {
        kind: 'found',
        baseline: request,
        successShape,
        status: response.status,
        fee: feeIn(response.body),
        sTxId: call.given,
        tries,
      };
    }
    if (tries.filter(({ call }) => call.response.kind === 'unanswered').length === MAX_SILENT) break;
    // Another card or region does not make a token valid, and many such calls may lock its merchant out.
    if (tries.length === MAX_UNAUTHORIZED && tries.every(({ call }) => call.status === 401)) break;
  }

  return (
    (await findMalformed(tries, client, deployment)) ??
    (inTitleCase ? await findSpelling(tries, client, deployment) : undefined) ??
    giveUp(tries, deployment)
  );
}

/** Finds a deployment that accepts header names in the case of the document only. */
async function findSpelling(
  [first]: readonly Try[],
  client: { readonly send: Send },
  deployment: Deployment,
): Promise<PreflightFailure | undefined> {
  if (first === undefined || !['refused', 'token-refused'].includes(first.call.outcome.kind))
    return undefined;
  const { fee } = startConversation({ client, successShape: DOCUMENTED, deployment });
  const { outcome } = await fee({ ...first.request }, { spelling: 'title-case' });
  if (outcome.kind !== 'accepted') return undefined;
  const expected = `a fee for a valid call, as for the same call ${SPELLINGS['title-case']}`;

  return broken(
    'fee-request/accepts-any-spelling',
    first,
    { request: first.request, update: 'none' },
    expected,
  );
}

/**
 * Finds a success response that is not one JSON object. It counts if it names the fields of a fee, or if the deployment
 * refuses other requests properly; otherwise it is likely a web page.
 */
async function findMalformed(
  tries: readonly Try[],
  client: { readonly send: Send },
  deployment: Deployment,
): Promise<PreflightFailure | undefined> {
  const successes = tries.filter(
    ({ call: { response } }) => response.kind === 'answered' && hasNoObject(response),
  );
  const named = successes.find(
    ({ call: { response } }) => response.kind === 'answered' && namesFields(response),
  );
  const wrapped = tries.find(
    ({ call: { response } }) => response.kind === 'answered' && wrapperOf(response, true) !== undefined,
  );
  if (wrapped !== undefined)
    return broken(
      'fee-response/is-json-object',
      wrapped,
      { request: wrapped.request, update: 'none' },
      'one JSON object with the fields of the response',
    );
  const malformed = named ?? successes[0];
  if (malformed === undefined) return undefined;
  const refuses = async () => {
    const { fee } = startConversation({ client, successShape: DOCUMENTED, deployment });

    return (await Promise.all([fee({}), fee({ raw: '{' })])).every(isProperRefusal);
  };
  if (named === undefined && !(await refuses())) return undefined;
  const value = { request: malformed.request, update: 'none' };

  return broken('fee-response/is-json-object', malformed, value, 'one JSON object');
}

/** A refusal of the request's content: web servers refuse methods and paths, with pages. */
function isProperRefusal({ response, outcome }: ServiceCall): boolean {
  if (response.kind !== 'answered' || outcome.kind !== 'refused') return false;

  return isSuccessful(response) || [400, 409, 422].includes(response.status) || response.body !== undefined;
}

interface Try {
  readonly request: FeeRequest;
  readonly call: ServiceCall;
  readonly transcript: Transcript;
}

function giveUp(tries: readonly Try[], deployment: Deployment): PreflightFailure {
  const { url, one } = deployment;
  const responses = tries.map(({ call }) => call.response);
  const silent = responses.find((response) => response.kind === 'unanswered');
  const [begun] = tries;
  // Something answers by HTTP, so the address is right.
  if (begun && responses.every((response) => response.kind === 'unanswered' && response.cause === 'cut-off'))
    return broken('robustness/answers-in-time', begun, begun.request, 'a whole answer to a valid first call');
  if (silent !== undefined)
    return { kind: 'nothing', why: adviseOnSilence(silent.cause, silent.detail, deployment) };

  const answered = responses.filter((response) => response.kind === 'answered');
  const first = tries[0];
  if (first === undefined)
    return { kind: 'nothing', why: 'The deployment file names no card or no region: add one of each.' };
  if (answered.every(({ status }) => status === 401 || status === 403)) {
    return { kind: 'nothing', why: adviseOnToken(answered[0], url, one.token) };
  }
  const detour = adviseOnDetour(answered, url);
  if (detour !== undefined) return { kind: 'nothing', why: detour };
  const [page] = answered;
  if (page !== undefined && answered.every(hasNoObject))
    return { kind: 'nothing', why: adviseOnPage(page, url) };

  const demand = adviseOnDemand(answered, deployment);
  if (demand !== undefined) return { kind: 'nothing', why: demand, isRefused: true };

  return broken(
    'fee-request/accepts-required-fields-alone',
    first,
    first.request,
    'a fee for one of the valid first calls',
  );
}

function broken(by: RuleId, { call, transcript }: Try, value: unknown, expected: string): PreflightFailure {
  const { response } = call;
  const isElsewhere = response.kind === 'answered' && (response.status === 404 || response.status === 405);
  const got = describeCall(call) + (isElsewhere ? ' (is this the base address, without /v1?)' : '');

  return { kind: 'broken', by, counterexample: { value, expected, got, transcript } };
}

function hasNoObject(response: HttpResponse): boolean {
  return isSuccessful(response) && response.body === undefined;
}

function namesFields({ text }: HttpResponse): boolean {
  return /transactionFee|sTxId/.test(text);
}

/** Every card at 6, 8 and 7 digits with every form of region; first three that differ in both. */
function baselineForms({ cards, regions, amounts }: Deployment): readonly FeeRequest[] {
  const amount = Math.min(Math.max(100, amounts.min), amounts.max);
  const places = REGION_FORMS.flatMap((form) => regions[form].slice(0, 1));

  const all = NICN_LENGTHS.flatMap((length) =>
    places.flatMap((region) => cards.map((card) => ({ amount, nicn: card.slice(0, length), region }))),
  );
  const varied = NICN_LENGTHS.flatMap((length, n) =>
    all
      .filter(({ nicn, region }) => nicn.length === length && region === places[n % places.length])
      .slice(0, 1),
  );

  return [...varied, ...all.filter((form) => !varied.includes(form))];
}
