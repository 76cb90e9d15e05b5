/** Registers the rules on clients as Vitest tests: the client runs against mocks, once for each behavior of them. */
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { version } from '../../src/contract/version.ts';
import { type CheckClientOptions, checkClient } from '../clients/check-client.ts';
import type { Report } from '../report/report.ts';
import { clientSelection } from '../rule/selection.ts';
import { type Baseline, readBaselineFile } from '../verdict/waivers/baseline.ts';
import { readWaiverFile, type Waiver } from '../verdict/waivers/waiver-file.ts';
import { describeReport } from './describe-report.ts';

export interface ClientOptions
  extends Pick<
    CheckClientOptions,
    'startMock' | 'run' | 'effort' | 'seed' | 'like' | 'timeLimit' | 'strict'
  > {
  /** Patterns of rule ids, such as `client-flow`. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Accepted failures: the path of a waiver file, or waivers. */
  readonly waivers?: string | readonly Waiver[];
  /** The path of an earlier report, or the report: its failures do not count. */
  readonly baseline?: string | Baseline;
  /** Name of the test suite. */
  readonly name?: string;
  /** Milliseconds for the whole check, after which the tests fail. Default: ten minutes. */
  readonly timeout?: number;
  /** Called with the report, for example to write it to a file. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

const TEN_MINUTES = 600_000;

/**
 * Registers a test for each rule on clients and one for the verdict.
 *
 * @throws SelectionError where a pattern selects no rule
 */
export function describeClient(options: ClientOptions): void {
  const {
    only = [],
    skip = [],
    waivers = [],
    baseline,
    timeout = TEN_MINUTES,
    name,
    onReport,
    ...check
  } = options;
  const selects = clientSelection(only, skip);
  const target = name ?? 'client of the Transaction Fee and Sale API';

  describeReport({
    name: target,
    timeout,
    ids: CLIENT_RULE_IDS.filter(selects),
    judge: () =>
      checkClient({
        ...check,
        target,
        selects,
        toolVersion: version(),
        waivers: typeof waivers === 'string' ? readWaiverFile(waivers) : waivers,
        baseline: typeof baseline === 'string' ? readBaselineFile(baseline) : baseline,
      }),
    onReport,
  });
}
