/** Surveys a deployment for `tollgate init`: about two dozen fee calls, and no sale. */

import { DOCUMENTED } from '../../src/contract/outcome.ts';
import type { FeeRequest } from '../../src/contract/types.ts';
import { type Deployment, NICN_LENGTHS, type RegionForm } from '../deployment/deployment.ts';
import { obtainTokens } from '../deployment/token-command.ts';
import { startConversation } from '../rule/conversation.ts';
import type { HttpResponse, HttpResult } from '../rule/http-result.ts';
import type { RequestVariant } from '../rule/request-variant.ts';
import { BudgetSpent } from './client/budget.ts';
import { createClient, type Send } from './client/client.ts';
import { createLimiter } from './client/limiter.ts';
import { openDeployment } from './client/renewing-transport.ts';
import { type PreflightResult, runPreflight } from './preflight/preflight.ts';

/** Redirects and retries included. */
export const MAX_REQUESTS = 30;
/** Milliseconds. */
const PATIENCE = { each: 5000, all: 10_000 };
const MAX_TIME = 45_000;
/** Unanswered probes after which no further one is sent. */
const MAX_UNANSWERED = 2;

export interface Survey {
  readonly requests: number;
  /** The median response time in milliseconds; undefined without a response. */
  readonly median: number | undefined;
  /** The HTTP statuses of throttled requests. */
  readonly putOffBy: readonly number[];
  readonly found: Found;
}

export type Found =
  /** Neither success nor refusal; `why` is one sentence that says what to do. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'token-refused'; readonly status: number; readonly why: string }
  /** Every first call was refused with one of these statuses. */
  | {
      readonly kind: 'refusing';
      readonly statuses: readonly number[];
      /** Whether a refusal mentions the processor. */
      readonly names: 'processor' | 'no processor';
    }
  | SurveyedDeployment;

/** It accepted a first call; each probe changed one thing about that call. */
export interface SurveyedDeployment {
  readonly kind: 'speaking';
  readonly status: number;
  /** Whether its success responses are as documented (4.1). */
  readonly dialect: 'documented' | 'other';
  readonly withoutToken: ProbeOutcome;
  readonly nicnLengths: readonly Probed<number>[];
  readonly cards: readonly Probed<string>[];
  readonly regions: Readonly<Record<RegionForm, readonly Probed<string>[]>>;
  /** US dollars. */
  readonly amounts: readonly Probed<number>[];
  readonly multiPay: ProbeOutcome;
}

export type ProbeOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  /** Not sent, no response, or a response that is neither success nor refusal. */
  | { readonly kind: 'unclear' };

export interface Probed<T> {
  readonly value: T;
  readonly seen: ProbeOutcome;
}

export interface SurveyOptions {
  /** Only its address, token, headers and limits are used. */
  readonly deployment: Deployment;
  /** Called after each response with the number of requests so far. */
  readonly onAnswer?: (requests: number) => void;
}

/** Surveys a deployment. No behavior of the deployment makes it reject. */
export async function survey({ onAnswer = () => {}, ...options }: SurveyOptions): Promise<Survey> {
  const deployment = await obtainTokens(options.deployment);
  const transport = openDeployment(deployment);
  const limiter = createLimiter({
    ...deployment.limits,
    ...{ concurrency: 1, maxRequests: MAX_REQUESTS, maxTime: MAX_TIME },
  });
  const client = createClient(transport, deployment.url, limiter, PATIENCE);
  const results: HttpResult[] = [];
  const send: Send = async (request) => {
    const result = await client.send(request);
    results.push(result);
    onAnswer(client.budget.sent);

    return result;
  };
  try {
    const found = await explore(send, deployment, results);

    return {
      requests: client.budget.sent,
      median: client.latencies?.p50,
      putOffBy: [...client.throttleStatuses],
      found,
    };
  } finally {
    await transport.close();
  }
}

async function explore(send: Send, deployment: Deployment, results: readonly HttpResult[]): Promise<Found> {
  const preflight = await findBaseline(send, deployment);
  switch (preflight.kind) {
    case 'found':
      return probe(send, deployment, preflight);
    case 'nothing': {
      if (preflight.isRefused) return refusing(results);
      const [first] = results.filter(isTokenRefusal);

      return first !== undefined && results.every(isTokenRefusal)
        ? { kind: 'token-refused', status: first.status, why: preflight.why }
        : { kind: 'nothing', why: preflight.why };
    }
    case 'broken':
      return preflight.by === 'fee-request/accepts-required-fields-alone'
        ? refusing(results)
        : {
            kind: 'nothing',
            why: `${deployment.url.origin} answers with a fee in a form that nothing can be read from: conform says how, by ${preflight.by}.`,
          };
  }
}

/** These have no field in common, so that one unknown card or region cannot refuse them all. */
const FIRST_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '424242', region: '85004' },
  { amount: 10, nicn: '41111111', region: 'NY' },
  { amount: 50, nicn: '555555', region: 'US-AZ' },
];

/** Sent if all of FIRST_CALLS are refused. */
const FURTHER_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '378282', region: 'AZ' },
  { amount: 1, nicn: '601111', region: '02134' },
  { amount: 1000, nicn: '411111', region: '85004' },
  { amount: 100, nicn: '42424242', region: 'US-NY' },
];

async function findBaseline(send: Send, deployment: Deployment): Promise<PreflightResult> {
  try {
    const first = await runPreflight({ send }, deployment, FIRST_CALLS, false);
    if (first.kind !== 'broken') return first;
    const further = await runPreflight({ send }, deployment, FURTHER_CALLS, false);

    return further.kind === 'found' ? further : first;
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;

    return {
      kind: 'nothing',
      why: `${deployment.url.origin} gave no usable answer to ${MAX_REQUESTS} requests, redirects and retries included.`,
    };
  }
}

function refusing(results: readonly HttpResult[]): Found {
  const refusals = results.filter((result) => result.kind === 'answered');
  const names = refusals.some(({ text }) => /processor/i.test(text)) ? 'processor' : 'no processor';

  return { kind: 'refusing', statuses: [...new Set(refusals.map(({ status }) => status))], names };
}

function isTokenRefusal(result: HttpResult): result is HttpResponse {
  return result.kind === 'answered' && (result.status === 401 || result.status === 403);
}

/** Test numbers that card schemes and gateways publish. */
export const CARDS = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
] as const;

const REGIONS: Deployment['regions'] = {
  zip: ['85004', '02134'],
  state: ['AZ', 'NY'],
  iso: ['US-AZ', 'US-NY'],
};

/** US dollars; the second is sent only where the first is refused. */
const SMALL_AMOUNTS = [0.01, 1];
const LARGE_AMOUNTS = [5000, 1000];

/** US dollars. */
const MULTI_PAY = { amount: 60, totalAmount: 100 };

/** Repeats the accepted call with one change at a time, one after another to cause no load. */
async function probe(
  send: Send,
  deployment: Deployment,
  { baseline, status, successShape }: Extract<PreflightResult, { readonly kind: 'found' }>,
): Promise<SurveyedDeployment> {
  const conversation = startConversation({ client: { send }, successShape, deployment });
  const { nicn, region, amount } = baseline;
  const card = CARDS.find((number) => number.startsWith(nicn)) ?? nicn;
  let unanswered = 0;

  /** After the last request or too many unanswered probes, every outcome is unclear. */
  const outcomeOf = async (
    change: Partial<FeeRequest>,
    variant?: Partial<RequestVariant>,
  ): Promise<ProbeOutcome> => {
    if (unanswered >= MAX_UNANSWERED) return { kind: 'unclear' };
    try {
      const { outcome, response } = await conversation.fee({ ...baseline, ...change }, variant);
      if (response.kind === 'unanswered') unanswered++;
      if (outcome.kind === 'accepted') return { kind: 'taken' };
      // A server error may be a refusal or an outage, and `token-refused` says nothing about the probe.
      if (outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500)
        return { kind: 'refused', status: response.status };
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      unanswered = MAX_UNANSWERED;
    }

    return { kind: 'unclear' };
  };
  /** Tries these values but the one that is known; further ones of `fallbacks` only where the one before is refused. */
  const each = async <T>(
    values: readonly T[],
    known: T,
    changeTo: (value: T) => Partial<FeeRequest>,
    areFallbacks = false,
  ): Promise<readonly Probed<T>[]> => {
    const probed: Probed<T>[] = [];
    for (const value of values) {
      const last = probed.at(-1)?.seen.kind ?? 'refused';
      if (areFallbacks && last !== 'refused') break;
      probed.push({ value, seen: value === known ? { kind: 'taken' } : await outcomeOf(changeTo(value)) });
    }

    return probed;
  };
  const regionsOf = (form: RegionForm) => each(REGIONS[form], region, (other) => ({ region: other }));
  const amountsOf = (amounts: readonly number[]) => each(amounts, amount, (usd) => ({ amount: usd }), true);

  return {
    ...{ kind: 'speaking', status, dialect: successShape === DOCUMENTED ? 'documented' : 'other' },
    withoutToken:
      deployment.one.token === undefined ? { kind: 'taken' } : await outcomeOf({}, { credential: 'none' }),
    regions: { zip: await regionsOf('zip'), state: await regionsOf('state'), iso: await regionsOf('iso') },
    cards: await each<string>(CARDS, card, (other) => ({ nicn: other.slice(0, nicn.length) })),
    nicnLengths: await each<number>(NICN_LENGTHS, nicn.length, (length) => ({ nicn: card.slice(0, length) })),
    multiPay: await outcomeOf(MULTI_PAY),
    amounts: [
      { value: amount, seen: { kind: 'taken' } },
      ...(await amountsOf(SMALL_AMOUNTS)),
      ...(await amountsOf(LARGE_AMOUNTS)),
    ],
  };
}
