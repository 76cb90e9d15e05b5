/** Registers the rules on services as Vitest tests, and exports all of `tollgate/vitest`. */
import { version } from '../../src/contract/version.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { conform } from '../index.ts';
import type { EffortName, Report } from '../report/report.ts';
import { selection } from '../rule/selection.ts';
import { RULES } from '../rules/index.gen.ts';
import { EFFORTS } from '../runner/effort.ts';
import { describeReport, readAccepted, type SuiteOptions, TEN_MINUTES } from './describe-report.ts';
import { openServer, type Started } from './server.ts';

export { type ClientOptions, describeClient } from './describe-client.ts';
export type { Server, Started } from './server.ts';

export interface ConformanceOptions extends SuiteOptions {
  /** The base address, or a function that starts the server; optional with `deployment`. */
  readonly url?: string | URL | (() => Started | Promise<Started>);
  /** The JWT. Default: the server's, then TOLLGATE_TOKEN, then the deployment's. */
  readonly token?: string;
  /** The path of a deployment file, or a deployment. */
  readonly deployment?: string | Deployment;
  /** Default: `standard`. */
  readonly effort?: EffortName;
  /** A 32-bit number; the same seed generates the same cases. */
  readonly seed?: number;
  /** A failing should rule fails its test. Default: it is skipped with a warning. */
  readonly strict?: boolean;
  readonly maxRequests?: number;
  /** Milliseconds after which no request is sent. Default: that of the effort, within `timeout`. */
  readonly maxTimeMs?: number;
}

/**
 * Registers a test for each rule and one for the verdict. The deployment is judged once, before the first test.
 *
 * @throws SelectionError where a pattern selects no rule
 */
export function describeConformance(options: ConformanceOptions): void {
  const { only = [], skip = [], timeout = TEN_MINUTES } = options;
  const selects = selection(only, skip);

  describeReport({
    name: options.name ?? 'conformance to the Transaction Fee and Sale API',
    timeout,
    ids: RULES.map(({ id }) => id).filter(selects),
    judge: () => judge(options, selects),
    onReport: options.onReport,
  });
}

async function judge(
  { url, token, deployment, ...options }: ConformanceOptions,
  selects: (id: (typeof RULES)[number]['id']) => boolean,
): Promise<Report> {
  const { effort = 'standard', seed, strict, maxRequests, timeout = TEN_MINUTES } = options;
  // The run must end before Vitest's timeout.
  const withinTimeout = timeout * 0.9;
  const maxTimeMs =
    options.maxTimeMs ?? (withinTimeout < EFFORTS[effort].maxTime ? withinTimeout : undefined);
  await using server = await openServer({ url, token, deployment });

  return await conform({
    deployment: server.deployment,
    selects,
    toolVersion: version(),
    ...readAccepted(options),
    effort,
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    maxRequests,
    maxTimeMs,
  });
}
