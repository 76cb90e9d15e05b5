/** What the reader of a verdict should do, in the words of its subject and of who sent the requests. */
import { count } from '../../src/text/words.ts';
import { isUnrepeated } from './failure.ts';
import type { Report } from './report.ts';
import { byGroup, rulesWith } from './rule-status.ts';

interface SubjectWords {
  /** The name of a side of traffic; absent where the report has one subject. */
  readonly side?: 'Client' | 'Service';
  readonly afterFailure: string;
  readonly runAgain: string;
  /** What the run lacks for rules that were not tested. */
  readonly aboutReasons: string;
}

const NEEDS = 'the reasons below say what the suite needs';
const IN_TRAFFIC = {
  runAgain: 'judge the traffic again',
  aboutReasons: 'traffic alone does not show whether they hold',
};

const RUN: Readonly<Record<Report['subject'], SubjectWords>> = {
  service: {
    afterFailure: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again.',
    runAgain: 'run the suite again',
    aboutReasons: NEEDS,
  },
  client: {
    afterFailure:
      'Start the mock with the command of the first failure, run the client against it, fix it, and run check-client again.',
    runAgain: 'run check-client again',
    aboutReasons: NEEDS,
  },
};

const TRAFFIC: Readonly<Record<Report['subject'], SubjectWords>> = {
  service: {
    ...{ ...IN_TRAFFIC, side: 'Service' },
    afterFailure:
      'Fix the service; tollgate conform tests the fix on a deployment where requests may be sent on purpose.',
  },
  client: {
    ...{ ...IN_TRAFFIC, side: 'Client' },
    afterFailure: 'Fix the client; tollgate check-client tests the fix against the mock.',
  },
};

export function wordsOf({ subject, passive }: Pick<Report, 'subject' | 'passive'>): SubjectWords {
  return (passive ? TRAFFIC : RUN)[subject];
}

const AFTER_STOP =
  'Start the deployment again, send it the last requests of the first failure one by one to find the cause, fix it, and run the suite again.';

/** How certain the verdict is, and what to do next. */
export function nextStep(report: Report): string {
  const { verdict, exitCode, summary, tool, seed, subject, passive } = report;
  const { afterFailure, runAgain, aboutReasons } = wordsOf(report);
  if (verdict === 'nonconformant') {
    const failed = rulesWith(report, 'failed');
    const repeated = failed.filter((rule) => !isUnrepeated(rule, report));
    const which = repeated.length === failed.length ? 'Each' : 'Each other';
    const isCertain = subject === 'service' && passive !== true && repeated.length > 0;
    const certainty = isCertain ? `${which} failure was confirmed by repeating it. ` : '';
    const [first] = failed;

    return certainty + (first !== undefined && isUnrepeated(first, report) ? AFTER_STOP : afterFailure);
  }
  // A waiver is out of date.
  if (exitCode === 1) return `Renew or remove the waiver, and ${runAgain}.`;
  if (exitCode === 4)
    return `Please report the fault of tollgate, with the JSON report, the version (${tool.version}) and the seed (${seed}).`;
  if (verdict === 'inconclusive') {
    const unstable = rulesWith(report, 'unstable').length;
    if (unstable === 0) return summary;

    return passive === true
      ? `What was seen of ${count(unstable, 'rule')} could be something else, and proves nothing. Judge more traffic, allow it with --tolerate N, or test the other side alone: tollgate conform, tollgate check-client.`
      : `${count(unstable, 'failure')} did not repeat every time. ${runAgain.charAt(0).toUpperCase()}${runAgain.slice(1)}; frequent causes are load, several instances and caches.`;
  }
  const notTested = rulesWith(report, 'not-tested').length;

  return notTested === 0
    ? 'No action is required.'
    : `${count(notTested, 'rule')} could not be tested; ${aboutReasons}.`;
}

/** A profile decides by itself; empty without warnings. */
export function optionsToCount(report: Report): string {
  const warnings = rulesWith(report, 'warning');
  if (warnings.length === 0 || report.profile !== undefined) return '';
  if (report.passive) return '--strict';

  return [...byGroup(warnings).keys()].map((group) => `--must '${group}/*'`).join(' ');
}
