/** Opens the connection to a deployment and finds the ground that its rules are judged on. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { BudgetSpent, TIME_REACHED } from '../client/budget.ts';
import { type Client, createClient } from '../client/client.ts';
import { Interrupted, interruptible, neverInterrupted } from '../client/interruption.ts';
import { createPace } from '../client/pace.ts';
import { patienceFor } from '../client/patience.ts';
import { transportTo } from '../client/transport.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { createFreshMtxids } from '../fresh-mtxids.ts';
import type { Observation } from '../observations/observation.ts';
import { createWitness } from '../observations/witness.ts';
import { createReportRedactor } from '../report/redact.ts';
import type { Rule } from '../rule.ts';
import { createContentCheck } from './content-check.ts';
import type { Effort } from './effort.ts';
import type { Ground } from './ground.ts';
import { learnHabits } from './habits.ts';
import { watchLiveness } from './liveness.ts';
import { createMemory } from './memory.ts';
import { findFooting, type NoFooting } from './preflight.ts';
import { createTurns } from './turns.ts';
import { wordsOf } from './words.ts';

export interface Site extends AsyncDisposable {
  readonly client: Client;
  readonly ground: Ground | NoFooting;
}

interface Approach {
  readonly deployment: Deployment;
  /** Those that are judged: some of them look at every answer. */
  readonly rules: readonly Rule[];
  readonly observations?: readonly Observation[];
  readonly effort: Effort;
  readonly seed: number;
  readonly maxRequests: number;
  /** Milliseconds for the whole run; no limit when undefined. */
  readonly maxTime?: number;
  /** Requests that the deployment puts off and that do not count; none unless given. */
  readonly freeRetries?: number;
  /** Of which rules one failure must not hide another; of none unless said. */
  readonly goesOn?: (id: RuleId) => boolean;
  /** Ends the run before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** The connection is closed when the site is disposed of. */
export async function approach(given: Approach): Promise<Site> {
  const { deployment, maxRequests, maxTime, freeRetries, signal = neverInterrupted() } = given;
  const transport = interruptible(transportTo(deployment), signal);
  const pace = createPace({ ...deployment.limits, maxRequests, maxTime, freeRetries, signal });
  const client = createClient(transport, pace, patienceFor(maxRequests), signal);
  const site = { client, [Symbol.asyncDispose]: () => transport.close() };
  try {
    return { ...site, ground: await findGround(client, { ...given, signal }) };
  } catch (error) {
    if (error instanceof BudgetSpent)
      return {
        ...site,
        ground: { kind: 'nothing', why: error.message === TIME_REACHED ? TIME_SPENT : spent(maxRequests) },
      };
    if (error instanceof Interrupted)
      return {
        ...site,
        ground: { kind: 'nothing', why: 'The run was interrupted before any rule could be judged.' },
      };
    await transport.close();
    throw error;
  }
}

/** @throws BudgetSpent, Interrupted */
async function findGround(
  client: Client,
  {
    deployment,
    rules,
    observations = [],
    effort,
    seed,
    goesOn = () => false,
    signal,
  }: Approach & { readonly signal: AbortSignal },
): Promise<Ground | NoFooting> {
  const footing = await findFooting(client, deployment);
  if (footing.kind !== 'found') return footing;

  const { baseline, dialect, fee } = footing;
  const { token, processors } = deployment.one;
  const mtxids = createFreshMtxids();
  const witness = createWitness(observations, createReportRedactor(deployment).credentials);
  const memory = createMemory({ rules, witness, baseline });
  for (const { reply, transcript } of footing.tries)
    for (const step of transcript.steps) memory.listen('one')(reply, step);
  const habits = await learnHabits({
    client,
    dialect,
    token,
    baseline,
    fee,
    processor: processors[0],
    freshMtxid: mtxids.forExecutionOf('identity/outlives-other-traffic'),
    onReply: memory.listen('one'),
  });
  // The oracle leaves open whether a sale with another message was accepted; that it was one is known here.
  if (habits.saleStatus !== undefined) witness.note('observe/sale-status', [String(habits.saleStatus)]);
  const watched = watchLiveness({ client, dialect, token, baseline, signal, recent: memory.recent });
  const requestsLeft = () => client.left;
  const learned = { baseline, habits, effort, memory, requestsLeft, signal };
  const one = wordsOf(deployment, deployment.one, learned);
  const several = wordsOf(deployment, deployment.several ?? deployment.one, learned);

  return {
    kind: 'ready',
    ...watched,
    deployment,
    dialect,
    effort,
    seed,
    signal,
    turns: createTurns(),
    memory,
    mtxids,
    goesOn,
    witness,
    contentChecks: {
      one: createContentCheck(one, { client, dialect, token }),
      several: createContentCheck(several, { client, dialect, token: deployment.several?.token ?? token }),
    },
    wordsFor: (rule) => (rule.merchant === 'several' ? several : one),
    choices: {
      'success-status': String(footing.status),
      ...(habits.saleStatus === undefined ? {} : { 'sale-status': String(habits.saleStatus) }),
    },
  };
}

const TIME_SPENT =
  'The time limit was reached before any rule could be judged: raise --max-time, or check why the service is so slow.';

function spent(maxRequests: number): string {
  return `The cap of ${maxRequests} requests was reached before any rule could be judged: raise --max-requests.`;
}
