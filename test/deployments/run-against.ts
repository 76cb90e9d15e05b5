/** Judges the reference deployment, and records the requests that it gets. */

import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { deploymentOf } from './deployment-of.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

export interface Run {
  readonly report: Report;
  /** The bodies that the deployment got, sorted, with the same identifiers in each run. */
  readonly bodies: readonly string[];
  readonly received: number;
  readonly mostAtOnce: number;
}

/** Judges the reference deployment with this behavior. */
export async function runAgainst(
  differing: Partial<ReferenceBehavior>,
  { overrides = {}, ...options }: Partial<ConformOptions> & { readonly overrides?: Partial<Deployment> } = {},
): Promise<Run> {
  const bodies: string[] = [];
  let received = 0;
  let now = 0;
  let mostAtOnce = 0;
  await using server = await startReference({
    ...differing,
    intercept: (request, response, call) => {
      received++;
      mostAtOnce = Math.max(mostAtOnce, ++now);
      response.on('close', () => now--);

      return differing.intercept?.(request, response, call) ?? false;
    },
    onBody: (body) => bodies.push(body.replaceAll(/"(?:[sm]|\\u00\w\w)TxId"\s*:\s*"[^"]*"/g, '…')),
  });
  const report = await conform({ deployment: deploymentOf(server.url, overrides), seed: 1, ...options });

  return { report, bodies: bodies.toSorted(), received, mostAtOnce };
}

/** The rules with one of these outcomes. */
export function outcomes({ rules }: Report, ...kinds: readonly string[]): readonly string[] {
  return rules.filter(({ outcome }) => kinds.includes(outcome)).map(({ id }) => id);
}

/** Responds to the request of this number and to all later ones with only a status. */
export const from = (call: number, status: number): Partial<ReferenceBehavior> => ({
  intercept: (_, response, now) => {
    if (now < call) return false;
    response.writeHead(status).end();

    return true;
  },
});
