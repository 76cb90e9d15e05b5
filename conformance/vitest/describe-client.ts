/** Registers the rules on clients as Vitest tests: the client runs once against each behavior of the mock. */
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { version } from '../../src/contract/version.ts';
import { type CheckClientOptions, checkClient } from '../clients/check-client.ts';
import { clientSelection } from '../rule/selection.ts';
import { describeReport, readAccepted, type SuiteOptions, TEN_MINUTES } from './describe-report.ts';

export interface ClientOptions
  extends SuiteOptions,
    Pick<
      CheckClientOptions,
      'startMock' | 'run' | 'effort' | 'seed' | 'like' | 'timeLimit' | 'strict' | 'jobs'
    > {}

/**
 * Registers a test for each rule on clients and one for the verdict.
 *
 * @throws SelectionError where a pattern selects no rule
 */
export function describeClient(options: ClientOptions): void {
  const {
    only = [],
    skip = [],
    waivers,
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
        ...readAccepted({ waivers, baseline }),
      }),
    onReport,
  });
}
