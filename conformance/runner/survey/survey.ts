/** Surveys a deployment for `tollgate init`: about two dozen fee calls, and no sale. */

import { DOCUMENTED, type SuccessShape } from '../../../src/contract/outcome.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { obtainTokens } from '../../deployment/token-command.ts';
import { startConversation } from '../../rule/conversation.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { HttpResponse, HttpResult } from '../../rule/http-result.ts';
import { BudgetSpent } from '../client/budget.ts';
import { type Client, createClient, withSend } from '../client/client.ts';
import { createLimiter } from '../client/limiter.ts';
import { openDeployment } from '../client/renewing-transport.ts';
import { type PreflightResult, runPreflight } from '../preflight/preflight.ts';
import {
  FIRST_CALLS,
  FURTHER_CALLS,
  type Probe,
  type ProbeOutcome,
  type ProbeResults,
  runProbes,
} from './probes.ts';

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
export interface SurveyedDeployment extends ProbeResults {
  readonly kind: 'speaking';
  readonly status: number;
  /** Whether its success responses are as documented (4.1). */
  readonly dialect: 'documented' | 'other';
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
    concurrency: 1,
    maxRequests: MAX_REQUESTS,
    maxTime: MAX_TIME,
  });
  const client = createClient(transport, deployment.url, limiter, PATIENCE);
  const results: HttpResult[] = [];
  const recording = withSend(client, async (request) => {
    const result = await client.send(request);
    results.push(result);
    onAnswer(client.budget.sent);

    return result;
  });
  try {
    const found = await explore(recording, deployment, results);

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

async function explore(
  client: Client,
  deployment: Deployment,
  results: readonly HttpResult[],
): Promise<Found> {
  const preflight = await findBaseline(client, deployment);
  switch (preflight.kind) {
    case 'found': {
      const { baseline, status, successShape } = preflight;
      const probe = createProbe(client, deployment, successShape);

      return {
        ...(await runProbes(baseline, deployment.one.token, probe)),
        kind: 'speaking',
        status,
        dialect: successShape === DOCUMENTED ? 'documented' : 'other',
      };
    }
    case 'nothing': {
      if (preflight.isRefused) return refusing(results);
      const [first] = results.filter(isTokenRefusal);

      return first !== undefined && results.every(isTokenRefusal)
        ? { kind: 'token-refused', status: first.status, why: preflight.why }
        : { kind: 'nothing', why: preflight.why };
    }
    case 'broken':
      if (preflight.by === 'fee-request/accepts-required-fields-alone') return refusing(results);

      return {
        kind: 'nothing',
        why: `${deployment.url.origin} answers with a fee in a form that nothing can be read from: conform says how, by ${preflight.by}.`,
      };
  }
}

async function findBaseline(client: Client, deployment: Deployment): Promise<PreflightResult> {
  try {
    const first = await runPreflight(client, deployment, FIRST_CALLS, false);
    if (first.kind !== 'broken') return first;
    const further = await runPreflight(client, deployment, FURTHER_CALLS, false);

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

/** After the last request or too many unanswered probes, every outcome is unclear. */
function createProbe(client: Client, deployment: Deployment, successShape: SuccessShape): Probe {
  const conversation = startConversation({ client, successShape, deployment });
  let unanswered = 0;

  return async (body, variant) => {
    if (unanswered >= MAX_UNANSWERED) return UNCLEAR;
    try {
      const exchange = await conversation.fee({ ...body }, variant);
      if (exchange.response.kind === 'unanswered') unanswered++;

      return outcomeOf(exchange);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      unanswered = MAX_UNANSWERED;

      return UNCLEAR;
    }
  };
}

const UNCLEAR: ProbeOutcome = { kind: 'unclear' };

/** A server error may be a refusal or an outage, and `token-refused` says nothing about the probe: both are unclear. */
function outcomeOf({ outcome, response }: Exchange): ProbeOutcome {
  if (outcome.kind === 'accepted') return { kind: 'taken' };
  const isRefusal = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;

  return isRefusal ? { kind: 'refused', status: response.status } : UNCLEAR;
}
