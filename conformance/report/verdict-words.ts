/** What a report says of its verdict, in the words of its subject, a service or a client, and of who sent the requests. */
import { count } from '../../src/text/words.ts';
import { isUnrepeated } from './failure.ts';
import type { Report, ReportRule } from './report.ts';
import { byGroup, rulesWith } from './rule-status.ts';

const SERVICE = {
  subject: 'deployment',
  /** How certain a failure is, as a sentence. */
  certainty: ' Each failure was confirmed by repeating it.',
  afterFailure: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again.',
  runAgain: 'run the suite again',
  /** The next step where failures did not repeat. */
  afterUnstable: (failures: number) =>
    `${count(failures, 'failure')} did not repeat every time. Run the suite again; frequent causes are load, several instances and caches.`,
  /** What the run lacks for rules that were not tested. */
  aboutReasons: 'the reasons below say what the suite needs',
  curlCaption: 'Run in one shell, with the token in the named variable',
  replayCaption: 'Or replay it with tollgate, which judges the response',
  /** How to reproduce a failure of a rule, for its help. */
  reproduce: (id: string): readonly string[] => [
    `Run the curl commands of a result to reproduce it. After the fix, \`tollgate replay REPORT.json ${id}\` checks whether the rule holds.`,
  ],
  /** The mock that breaks a rule, as the end of a sentence. */
  mock: (id: string) => `, and \`tollgate mock --defect ${id}\` starts a mock that breaks it`,
  /** What judged a rule. */
  judged: (exercised: number, requests: number) =>
    `${count(exercised, 'case')}, ${count(requests, 'request')}`,
  /** A request with its response. */
  exchange: 'request',
  /** The options that count the warnings of these groups. */
  toCount: (groups: readonly string[]) => groups.map((group) => `--must '${group}/*'`).join(' '),
  /** The traffic of the run, for the footer of a page. */
  traffic: (requests: number) =>
    `sent ${requests} requests to this deployment and compared the responses with the API document`,
};

export interface SubjectWords extends Readonly<typeof SERVICE> {
  /** The name of a side of traffic; absent where the report has one subject. */
  readonly side?: 'Client' | 'Service';
}

const CLIENT: SubjectWords = {
  ...SERVICE,
  subject: 'client',
  certainty: '',
  afterFailure:
    'Start the mock with the command of the first failure, run the client against it, fix it, and run check-client again.',
  runAgain: 'run check-client again',
  curlCaption: 'The requests of the client, to send in one shell',
  replayCaption: 'Start a mock that behaves like this, and run the client against it',
  reproduce: () => [
    'Start the mock with the command of a result, and run the client against it, to reproduce it.',
  ],
  mock: () => '',
  traffic: (requests) =>
    `received ${requests} requests of this client and compared them with the API document`,
};

const IN_TRAFFIC: Partial<SubjectWords> = {
  certainty: ' Each failure shows the exchanges in which it was seen; nothing was sent to repeat it.',
  runAgain: 'judge the traffic again',
  afterUnstable: (rules) =>
    `What was seen of ${count(rules, 'rule')} could be something else, and proves nothing. Judge more traffic, allow it with --tolerate N, or test the other side alone: tollgate conform, tollgate check-client.`,
  aboutReasons: 'traffic alone does not show whether they hold',
  reproduce: () => [],
  judged: (exercised) => count(exercised, 'exchange'),
  exchange: 'exchange',
  toCount: () => '--strict',
};

const SIDES: Readonly<Record<Report['subject'], SubjectWords>> = {
  service: {
    ...{ ...SERVICE, ...IN_TRAFFIC, side: 'Service', subject: 'service' },
    afterFailure:
      'Fix the service; tollgate conform tests the fix on a deployment where requests may be sent on purpose.',
  },
  client: {
    ...{ ...CLIENT, ...IN_TRAFFIC, side: 'Client' },
    afterFailure: 'Fix the client; tollgate check-client tests the fix against the mock.',
  },
};

export function wordsOf({ subject, passive }: Pick<Report, 'subject' | 'passive'>): SubjectWords {
  if (passive) return SIDES[subject];

  return subject === 'service' ? SERVICE : CLIENT;
}

/** What the verdict means, and what the reader should do next. */
export function explainVerdict(report: Report) {
  const { verdict, exitCode, summary } = report;
  if (verdict === 'nonconformant') return explainNonconformant(report);
  const explanation = verdict === 'conformant' ? explainConformant(report) : explainInconclusive(report);
  if (exitCode !== 1) return explanation;

  // A waiver is out of date.
  return {
    meaning: verdict === 'conformant' ? summary : explanation.meaning,
    next: `Renew or remove the waiver, and ${wordsOf(report).runAgain}.`,
  };
}

function explainNonconformant(report: Report) {
  const { subject, certainty, afterFailure } = wordsOf(report);
  const dependent = report.rules.some(({ outcome }) => outcome === 'blocked')
    ? ' Rules that depend on a failed rule are tested once that rule passes.'
    : '';
  const failed = rulesWith(report, 'failed');
  const [isFirstStopped = false, ...rest] = failed.map((rule) => isUnrepeated(rule, report));
  const others = rest.length > 0 ? ' Each other failure was confirmed by repeating it.' : '';
  const stopped = ` It stopped giving fees before the end of the run; that failure was not repeated.${others}`;
  const how = isFirstStopped || rest.includes(true) ? stopped : certainty;

  return {
    meaning: `This ${subject} breaks ${countByLevel(failed)} of the API document.${how}`,
    next: `${isFirstStopped ? AFTER_STOP : afterFailure}${dependent}`,
  };
}

const AFTER_STOP =
  'Start the deployment again, send it the last requests of the first failure one by one to find the cause, fix it, and run the suite again.';

function explainConformant(report: Report) {
  const accepted = rulesWith(report, 'waived', 'known').length;
  const warnings = rulesWith(report, 'warning').length;
  const notTested = rulesWith(report, 'not-tested').length;
  const except = accepted === 0 ? '' : `, except ${count(accepted, 'accepted failure')}`;
  const also = warnings === 0 ? '' : ` The run has ${count(warnings, 'warning')}.`;
  const options = optionsToCount(report);
  const onWarnings = options === '' ? '' : ` The warnings count with ${options}.`;

  return {
    meaning: `Every tested rule of the API document holds (${countByLevel(rulesWith(report, 'passed'))})${except}.${also}`,
    next:
      notTested === 0
        ? `No action is required.${onWarnings}`
        : `${count(notTested, 'rule')} could not be tested; ${wordsOf(report).aboutReasons}.${onWarnings}`,
  };
}

/** A profile decides by itself. */
export function optionsToCount(report: Report): string {
  const warnings = rulesWith(report, 'warning');
  if (warnings.length === 0 || report.profile !== undefined) return '';

  return wordsOf(report).toCount([...byGroup(warnings).keys()]);
}

function explainInconclusive(report: Report) {
  const { exitCode, summary, tool, seed } = report;
  const { subject, afterUnstable } = wordsOf(report);
  const unstable = rulesWith(report, 'unstable').length;
  if (exitCode === 0)
    return {
      meaning:
        'No rule was selected: this run only observed what the deployment does where the document is silent.',
      next: `${summary} The choices are listed below.`,
    };
  if (exitCode === 4)
    return {
      meaning: `tollgate itself failed while it judged some rules. The ${subject} is not at fault.`,
      next: `Please report it, with the JSON report, the version (${tool.version}) and the seed (${seed}).`,
    };

  return {
    meaning: `The run could not decide whether the ${subject} conforms.`,
    next: unstable === 0 ? summary : afterUnstable(unstable),
  };
}

/** Such as `12 must rules and 1 should rule`. */
export function countByLevel(rules: readonly ReportRule[]): string {
  const counts = (['must', 'should'] as const).flatMap((level) => {
    const { length } = rules.filter((rule) => rule.level === level);

    return length === 0 ? [] : [count(length, `${level} rule`)];
  });

  return counts.length === 0 ? '0 rules' : counts.join(' and ');
}
