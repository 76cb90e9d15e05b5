/**
 * What a report says to people, before any format writes it: the head, and for each side failures, warnings, observed
 * choices and what was not tested.
 */
import { OPERATIONS } from '../../src/contract/operations.ts';
import { count } from '../../src/text/words.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import { untouched } from './coverage.ts';
import { showRule } from './failure.ts';
import type { AnyReport, FeeCounts, Report, ReportRule, TrafficReport } from './report.ts';
import {
  byGroup,
  FAILURE_STATUSES,
  groupOf,
  nameOf,
  rulesWith,
  selectedPart,
  VERDICTS,
} from './rule-status.ts';
import { explainVerdict, optionsToCount, wordsOf } from './verdict-words.ts';

export type Page = Readonly<ReturnType<typeof toPage>>;

/** What a report says about its service or client. */
export type PageSide = Readonly<ReturnType<typeof toSide>>;

/** Rules or choices of which nothing is known, for one reason. */
interface UntestedReason {
  readonly reason: string;
  /** Ids or names; a group without any tested rule is one entry. */
  readonly names: readonly string[];
  /** Rules that were not tested at all: a rule that passed may leave out a part. */
  readonly count: number;
}

export function toPage(report: AnyReport) {
  const { verdict, target, exitCode, summary, durationMs } = report;
  const isTraffic = report.subject === 'traffic';
  const sides = isTraffic ? report.sides : [report];

  return {
    ...{ verdict, target, exitCode, summary },
    selected: isTraffic ? '' : selectedPart(report),
    /** What was judged of traffic and what was not, a sentence each; empty for a run. */
    judged: isTraffic ? describeJudged(report) : [],
    time: `${(durationMs / 1000).toFixed(1)} s`,
    /** One for a run; for traffic one for each judged side, the one that fails first. */
    sides: Object.keys(VERDICTS)
      .flatMap((of) => sides.filter(({ verdict: own }) => own === of))
      .map(toSide),
  };
}

export function toSide(report: Report) {
  const { summary, notes = [] } = report;
  const { meaning, next } = explainVerdict(report);
  const rules = report.rules.map((rule) => showRule(rule, report));

  return {
    ...{ report, rules },
    words: wordsOf(report),
    selected: selectedPart(report),
    /** What the verdict means, why it was reached and what it leaves open: sentences without repeats. */
    sentences: [...new Set([meaning, ...(summary === next ? [] : [summary]), ...notes])],
    /** What the reader should do. */
    next,
    /** Rules that failed, or that tollgate could not judge, by status. */
    failures: FAILURE_STATUSES.flatMap((status) => rules.filter((rule) => rule.status === status)),
    choices: rulesWith(report, 'observed').map(({ id, title, reason }) => ({
      ...{ name: nameOf(id), question: title, option: reason },
    })),
    unobserved: unobservedChoices(report),
    untested: notTestedByReason(report),
    /** What no call touched of the contract. */
    untouched: untouched(report),
    /** The options that count the warnings, such as `--must 'client-flow/*'`; empty where none would. */
    toCount: optionsToCount(report),
  };
}

/** Such as `Client: not tested` for a side of traffic, and `Not tested` otherwise. */
export function titleIn({ words: { side } }: PageSide, title: string): string {
  return side === undefined ? title : `${side}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Such as `12 exchanges judged: 8 of /v1/ch, 4 of /v1/ch/sale`; then a line for each reason, and for other addresses. */
function describeJudged({ requests, exchanges, notJudged, leftOut = [] }: TrafficReport): readonly string[] {
  const operations = OPERATIONS.map(({ operation, path }) => `${exchanges[operation]} of ${path}`);
  const others = leftOut.map(
    ({ address, count: number, nearest }) =>
      `${number} of ${address}${nearest === undefined ? '' : ` (such as ${nearest})`}`,
  );
  const all = leftOut.reduce((sum, each) => sum + each.count, 0);

  return [
    `${count(requests, 'exchange')} judged: ${operations.join(', ')}`,
    ...notJudged.map(({ why, count: number }) => `${number} not judged: ${why}`),
    ...(all === 0 ? [] : [`${all} left out, which are not calls of the API: ${others.join(', ')}`]),
  ];
}

/** Such as `fees: 12 compared, 3 differ, 5 not comparable (a field has another type)`. */
export function describeFees({ compared, differ, notComparable }: FeeCounts): string {
  const left = notComparable.reduce((sum, { count }) => sum + count, 0);
  const reasons = notComparable.map(({ why, count }) =>
    notComparable.length === 1 ? why : `${count}: ${why}`,
  );
  const why = left === 0 ? '' : ` (${reasons.join('; ')})`;

  return `fees: ${compared} compared, ${differ} differ, ${left} not comparable${why}`;
}

export function notTestedByReason(report: Report): readonly UntestedReason[] {
  const rules = [
    ...rulesWith(report, 'not-tested'),
    ...rulesWith(report, 'passed').filter((rule) => rule.reason !== '' || isRare(rule)),
  ];
  const groups = Map.groupBy(rules, (rule) =>
    rule.outcome !== 'pass'
      ? rule.reason
      : isRare(rule)
        ? `judged by ${rule.exercised} of the ${rule.least} calls that the profile requires`
        : `tested in part: ${rule.reason}`,
  );

  return [...groups].map(([reason, ofReason]) => ({
    reason,
    names: joinGroups(ofReason, report),
    count: ofReason.filter(({ outcome }) => outcome !== 'pass').length,
  }));
}

/** Whether fewer calls were judged than the profile requires. */
function isRare({ exercised, least = 0 }: ReportRule): boolean {
  return exercised < least;
}

/** The ids of rules; a group whose rules are all among them is one entry. */
export function joinGroups(rules: readonly ReportRule[], report: Report): readonly string[] {
  const groups = byGroup(report.rules);
  const entries = rules.map(({ id }) => {
    const group = groups.get(groupOf(id)) ?? [];
    const isWhole = group.length > 1 && group.every((rule) => rules.includes(rule));

    return isWhole ? `${groupOf(id)}/* (${group.length} rules)` : id;
  });

  return [...new Set(entries)];
}

/** The heading of the observed choices. */
export const CHOICES_HEADING = 'What this deployment does where the document is silent';

/** Choices that were selected and not observed, by reason. */
function unobservedChoices(report: Report): readonly UntestedReason[] {
  const rules = rulesWith(report, 'not-observed').filter(({ reason }) => reason !== NOT_SELECTED);

  return [...Map.groupBy(rules, ({ reason }) => reason)].map(([reason, ofReason]) => ({
    reason,
    names: ofReason.map(({ id }) => nameOf(id)),
    count: ofReason.length,
  }));
}
