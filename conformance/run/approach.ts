/** Opens the connection to a deployment and finds the ground that its rules are judged on. */
import { type Client, createClient } from '../client/client.ts';
import { createPace } from '../client/pace.ts';
import { openTransport } from '../client/transport.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Effort } from './effort.ts';
import type { Ground } from './ground.ts';
import { learnHabits } from './habits.ts';
import { findFooting, type NoFooting } from './preflight.ts';
import { wordsOf } from './words.ts';

export interface Site extends AsyncDisposable {
  readonly client: Client;
  readonly ground: Ground | NoFooting;
}

interface Approach {
  readonly deployment: Deployment;
  readonly effort: Effort;
  readonly seed: number;
  readonly maxRequests: number;
}

/** The connection is closed when the site is disposed of. */
export async function approach({ deployment, effort, seed, maxRequests }: Approach): Promise<Site> {
  const { limits, headers, url } = deployment;
  const transport = openTransport({ url, headers, connections: limits.concurrency, timeout: limits.timeout });
  const client = createClient(transport, createPace({ ...limits, maxRequests }));
  const site = { client, [Symbol.asyncDispose]: () => transport.close() };
  const footing = await findFooting(client, deployment);
  if (footing.kind !== 'found') return { ...site, ground: footing };

  const { baseline, dialect } = footing;
  const habits = await learnHabits({ client, dialect, token: deployment.one.token, baseline });
  const [suspects, unanswered]: [Ground['suspects'], Ground['unanswered']] = [[], []];
  const learned = { baseline, habits, effort, suspects, unanswered };
  const one = wordsOf(deployment, deployment.one, learned);
  const several = wordsOf(deployment, deployment.several ?? deployment.one, learned);

  return {
    ...site,
    ground: {
      kind: 'ready',
      client,
      deployment,
      dialect,
      effort,
      seed,
      suspects,
      unanswered,
      wordsFor: (rule) => (rule.merchant === 'several' ? several : one),
      choices: {
        'success-status': String(footing.status),
        ...(habits.saleStatus === undefined ? {} : { 'sale-status': String(habits.saleStatus) }),
      },
    },
  };
}
