/** Summarises a report for people: what the verdict means, what was not tested and why, which choices were observed. */

import { count } from '../../src/text/words.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import { isUnrepeated } from './exchanges-role.ts';
import type { Report, ReportRule } from './report.ts';
import { byGroup, groupOf, nameOf, type RuleStatus, rulesWith } from './rule-status.ts';
import { wordsOf } from './subject-words.ts';

interface Explanation {
  readonly meaning: string;
  /** What the reader should do. */
  readonly next: string;
}

export function explainVerdict(report: Report): Explanation {
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

function explainNonconformant(report: Report): Explanation {
  const { subject, certainty, afterFailure } = wordsOf(report);
  const dependent = report.rules.some(({ outcome }) => outcome === 'blocked')
    ? ' Rules that depend on a failed rule are tested once that rule passes.'
    : '';

  const failed = rulesWith(report, 'failed');
  const unrepeated = failed.filter((rule) => isUnrepeated(rule, report));
  const isFirst = failed[0] !== undefined && unrepeated.includes(failed[0]);

  return {
    meaning: `This ${subject} breaks ${countByLevel(failed)} of the API document.${
      unrepeated.length === 0
        ? certainty
        : ` It stopped giving fees before the end of the run; that failure was not repeated.${failed.length > 1 ? ' Each other failure was confirmed by repeating it.' : ''}`
    }`,
    next: `${isFirst ? AFTER_STOP : afterFailure}${dependent}`,
  };
}

const AFTER_STOP =
  'Start the deployment again, send it the last requests of the first failure one by one to find the cause, fix it, and run the suite again.';

function explainConformant(report: Report): Explanation {
  const [passed, accepted, warnings, notTested] = [
    countByLevel(rulesWith(report, 'passed')),
    rulesWith(report, 'waived', 'known').length,
    rulesWith(report, 'warning').length,
    rulesWith(report, 'not-tested').length,
  ];
  const except = accepted === 0 ? '' : `, except ${count(accepted, 'accepted failure')}`;
  const also = warnings === 0 ? '' : ` The run has ${count(warnings, 'warning')}.`;
  const onWarnings = warnings === 0 ? '' : ' Warnings are about good practice; they count with --strict.';

  return {
    meaning: `Every tested rule of the API document holds (${passed})${except}.${also}`,
    next:
      notTested === 0
        ? `No action is required.${onWarnings}`
        : `${count(notTested, 'rule')} could not be tested; ${wordsOf(report).aboutReasons}.`,
  };
}

function explainInconclusive(report: Report): Explanation {
  const { exitCode, summary, tool, seed } = report;
  const unstable = rulesWith(report, 'unstable').length;
  if (exitCode === 0)
    return {
      meaning:
        'No rule was selected: this run only observed what the deployment does where the document is silent.',
      next: `${summary} The choices are listed below.`,
    };
  if (exitCode === 4)
    return {
      meaning: `tollgate itself failed while it judged some rules. The ${wordsOf(report).subject} is not at fault.`,
      next: `Please report it, with the JSON report, the version (${tool.version}) and the seed (${seed}).`,
    };

  return {
    meaning: `The run could not decide whether the ${wordsOf(report).subject} conforms.`,
    next:
      unstable === 0
        ? summary
        : report.passive === true
          ? `What was seen of ${count(unstable, 'rule')} could be something else, and proves nothing. Judge more traffic, allow it with --tolerate N, or test the other side alone: tollgate conform, tollgate check-client.`
          : `${count(unstable, 'failure')} did not repeat every time. Run the suite again; frequent causes are load, several instances and caches.`,
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

/** The ids of rules with a status; a group whose rules all have it is one entry. */
export function idsWith(report: Report, status: RuleStatus): readonly string[] {
  return joinGroups(rulesWith(report, status), byGroup(report.rules));
}

interface NotTested {
  readonly reason: string;
  /** Ids; a group without any tested rule is one entry. */
  readonly rules: readonly string[];
  /** Rules that were not tested at all: a rule that passed may leave out a part. */
  readonly count: number;
}

export function notTestedByReason(report: Report): readonly NotTested[] {
  const rules = [
    ...rulesWith(report, 'not-tested'),
    ...rulesWith(report, 'passed').filter(({ reason }) => reason !== ''),
  ];
  const groups = byGroup(report.rules);

  return [...Map.groupBy(rules, whyNotTested)].map(([reason, ofReason]) => ({
    reason,
    rules: joinGroups(ofReason, groups),
    count: ofReason.filter(({ outcome }) => outcome !== 'pass').length,
  }));
}

function whyNotTested({ outcome, reason }: ReportRule): string {
  return outcome === 'pass' ? `tested in part: ${reason}` : reason;
}

function joinGroups(
  rules: readonly ReportRule[],
  groups: ReadonlyMap<string, readonly ReportRule[]>,
): readonly string[] {
  const entries = rules.map(({ id }) => {
    const group = groups.get(groupOf(id)) ?? [];
    const isWhole = group.length > 1 && group.every((rule) => rules.includes(rule));

    return isWhole ? `${groupOf(id)}/*  (${group.length} rules)` : id;
  });

  return [...new Set(entries)];
}

/** The heading of the observed choices. */
export const CHOICES_HEADING = 'What this deployment does where the document is silent';

interface Choice {
  /** Such as `success-status`. */
  readonly name: string;
  readonly question: string;
  readonly option: string;
}

export function observedChoices(report: Report): readonly Choice[] {
  const rules = rulesWith(report, 'observed');

  return rules.map(({ id, title, reason }) => ({ name: nameOf(id), question: title, option: reason }));
}

interface UnobservedChoices {
  readonly reason: string;
  readonly names: readonly string[];
}

/** Choices that were selected and not observed, by reason. */
export function unobservedChoices(report: Report): readonly UnobservedChoices[] {
  const rules = rulesWith(report, 'not-observed').filter(({ reason }) => reason !== NOT_SELECTED);

  return [...Map.groupBy(rules, ({ reason }) => reason)].map(([reason, ofReason]) => ({
    reason,
    names: ofReason.map(({ id }) => nameOf(id)),
  }));
}
