/** `tollgate/vitest`: registers the rules on services, and those on clients, as Vitest tests. */
import '../../src/contract/expect-node.ts';
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { version } from '../../src/contract/version.ts';
import { checkClient } from '../clients/check-client.ts';
import type { CheckClientOptions } from '../clients/judge-client.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { conform } from '../index.ts';
import type { EffortName } from '../report/report.ts';
import { clientSelection, selection } from '../rule/selection.ts';
import { RULES } from '../rules/index.gen.ts';
import { EFFORTS } from '../runner/effort.ts';
import { describeReport, readAccepted, type SuiteOptions, TEN_MINUTES } from './describe-report.ts';
import { openServer, type Started } from './server.ts';

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
  const { only = [], skip = [], url, token, deployment, name, onReport, ...given } = options;
  const { timeout = TEN_MINUTES, effort = 'standard' } = given;
  const selects = selection(only, skip);
  // The run must end before Vitest's timeout.
  const withinTimeout = timeout * 0.9;
  const maxTimeMs = withinTimeout < EFFORTS[effort].maxTime ? withinTimeout : undefined;

  describeReport(
    name ?? 'conformance to the Transaction Fee and Sale API',
    RULES.map(({ id }) => id).filter(selects),
    async () => {
      await using server = await openServer({ url, token, deployment });
      const judging = { deployment: server.deployment, selects, toolVersion: version(), maxTimeMs };

      return await conform({ ...judging, ...given, ...readAccepted(given) });
    },
    options,
  );
}

export interface ClientOptions
  extends SuiteOptions,
    Pick<
      CheckClientOptions,
      'startMock' | 'run' | 'effort' | 'seed' | 'like' | 'timeLimit' | 'strict' | 'jobs'
    > {}

/**
 * Registers a test for each rule on clients and one for the verdict: the client runs once against each behavior of the mock.
 *
 * @throws SelectionError where a pattern selects no rule
 */
export function describeClient(options: ClientOptions): void {
  const { only = [], skip = [], name, timeout, onReport, ...given } = options;
  const selects = clientSelection(only, skip);
  const target = name ?? 'client of the Transaction Fee and Sale API';
  const judging = { target, selects, toolVersion: version() };

  describeReport(
    target,
    CLIENT_RULE_IDS.filter(selects),
    () => checkClient({ ...given, ...judging, ...readAccepted(given) }),
    options,
  );
}
