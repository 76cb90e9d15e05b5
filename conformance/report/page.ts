/** What a report says to people, before any format writes it: for each side its verdict, its failures and sections of blocks. */
import { OPERATIONS } from '../../src/contract/operations.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import { untouched } from './coverage.ts';
import { dayOf, type ShownRule, showRule } from './failure.ts';
import {
  type AnyReport,
  type FeeCounts,
  type Report,
  type ReportRule,
  type TrafficReport,
  triesFewer,
} from './report.ts';
import {
  byGroup,
  FAILURE_STATUSES,
  groupOf,
  isLeftOut,
  nameOf,
  type RuleStatus,
  rulesWith,
  selectedPart,
  VERDICTS,
} from './rule-status.ts';
import { nextStep, optionsToCount, wordsOf } from './verdict-words.ts';

/** Words of the suite; an id, an option or a text of a server; or the status of a rule. */
export type Inline = string | { readonly code: string } | { readonly status: RuleStatus };

/** Rules or choices of which one thing is said, such as why they were not tested. */
interface SharedReason {
  readonly reason: string;
  /** Ids or names; a group of which all rules are meant is one entry. */
  readonly names: readonly string[];
  /** Such as `2 rules`; empty where that says nothing. */
  readonly counted: string;
}

export type Block =
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'reasons'; readonly reasons: readonly SharedReason[] }
  | {
      readonly kind: 'table';
      readonly heads: readonly Inline[];
      readonly rows: readonly (readonly Inline[])[];
    };

export interface Section {
  /** In the links of a page. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Whether a page shows it only on request. */
  readonly isFolded?: boolean;
}

/** A verdict, and the sentences below it. */
export interface Heading extends Pick<AnyReport, 'verdict' | 'exitCode' | 'target'> {
  /** Such as ` (5 of 68 rules selected)`; empty where all rules count. */
  readonly selected: string;
  /** Such as `Client`; undefined where there is one verdict. */
  readonly side: string | undefined;
  readonly sentences: readonly string[];
  /** What the reader should do; undefined where each side says it. */
  readonly next: string | undefined;
}

/** What a report says about its service or client. */
export type PageSide = Readonly<ReturnType<typeof toSide>>;

export type Page = Readonly<ReturnType<typeof toPage>>;

export function toPage(report: AnyReport) {
  const { durationMs, tool } = report;
  const isTraffic = report.subject === 'traffic';
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const sides = isTraffic ? report.sides : [report];
  const all = Object.keys(VERDICTS)
    .flatMap((of) => sides.filter(({ verdict }) => verdict === of))
    .map((side) => toSide(side, time));
  /** What was judged of traffic and what was not, a sentence each; empty for a run. */
  const judged = isTraffic ? describeJudged(report, time) : [];

  return {
    judged,
    /** Of traffic; a run has that of its side alone. */
    heading: isTraffic ? trafficHeading(report, judged) : undefined,
    /** One for a run; for traffic one for each judged side, the one that fails first. */
    all,
    /** Those that people read: the heading says all there is to say of traffic without an exchange. */
    sides: isTraffic && report.requests === 0 ? [] : all,
    footer: `tollgate ${tool.version}${isTraffic ? '' : `, effort ${report.effort}, seed ${report.seed}`}`,
  };
}

function trafficHeading(
  { verdict, exitCode, target, summary }: TrafficReport,
  judged: readonly string[],
): Heading {
  return {
    ...{ verdict, exitCode, target, selected: '', side: undefined, next: undefined },
    sentences: [summary, ...judged],
  };
}

export function toSide(report: Report, time = '') {
  const { verdict, exitCode, target, summary, notes = [] } = report;
  const rules = report.rules.map((rule) => showRule(rule, report));
  const { side } = wordsOf(report);
  const next = nextStep(report);
  const heading: Heading = {
    ...{ verdict, exitCode, target, side, selected: selectedPart(report) },
    sentences: [
      ...new Set([summary, ...notes]),
      ...baselineLine(report),
      ...(side === undefined ? [describeRun(report, time)] : passedIn(report)),
    ],
    next: next === summary ? undefined : next,
  };

  return {
    ...{ report, rules, side, heading },
    /** Rules that failed, or that tollgate could not judge, by status. */
    failures: FAILURE_STATUSES.flatMap((status) => rules.filter((rule) => rule.status === status)),
    untested: notTestedByReason(report),
    choices: rulesWith(report, 'observed').map(({ id, reason }) => [nameOf(id), reason] as const),
    sections: [notTested(report, side !== undefined), choices(report)].filter(
      ({ blocks }) => blocks.length > 0,
    ),
    tally: tallyOf(rules),
    /** The options that count the warnings, such as `--must 'client-flow/*'`; empty where none would. */
    toCount: optionsToCount(report),
  };
}

/** Such as `321 requests in 1.3 s, effort standard, seed 7`. */
function describeRun({ requests, effort, seed, latencies }: Report, time: string): string {
  const times =
    latencies &&
    ` (median response ${latencies.p50} ms, 95 % ${latencies.p95} ms, longest ${latencies.max} ms)`;

  return `${count(requests, 'request')} in ${time}, effort ${effort}, seed ${seed}${times ?? ''}`;
}

function passedIn(report: Report): readonly string[] {
  const passed = joinGroups(rulesWith(report, 'passed'), report);

  return passed.length === 0 ? [] : [`Passed: ${passed.join(', ')}`];
}

/** The baseline, and how its run differed from this one. */
function baselineLine({ baseline, target, effort, strict }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const differences = [
    ...(baseline.target === target ? [] : [`, of ${baseline.target}`]),
    ...(baseline.effort === effort ? [] : [`, with effort ${baseline.effort}`]),
    ...(baseline.strict === strict ? [] : [baseline.strict ? ', with --strict' : ', without --strict']),
  ];
  const compared = `Compared with the report of ${dayOf(baseline.startedAt)}${differences.join('')}.`;

  return [compared, ...(triesFewer(baseline.effort, effort) ? [SAME_EFFORT] : [])];
}

const SAME_EFFORT =
  'A failure of another shape of a known rule counts as new: record the baseline at the same effort.';

/** Such as `12 exchanges judged: 8 of /v1/ch, 4 of /v1/ch/sale`; then a line for each reason, and for other addresses. */
function describeJudged(
  { requests, exchanges, notJudged, leftOut = [] }: TrafficReport,
  time: string,
): readonly string[] {
  const operations = OPERATIONS.map(({ operation, path }) => `${exchanges[operation]} of ${path}`);
  const others = leftOut.map(
    ({ address, count: number, nearest }) =>
      `${number} of ${address}${nearest === undefined ? '' : ` (such as ${nearest})`}`,
  );
  const all = leftOut.reduce((sum, each) => sum + each.count, 0);

  return [
    ...(requests === 0
      ? []
      : [`${count(requests, 'exchange')} judged: ${operations.join(', ')}, in ${time}`]),
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

const NOT_TESTED = 'Not tested';

/** The heading of the observed choices. */
const CHOICES = 'What this deployment does where the document is silent';

/** Rules that were not tested, and what no call touched of the contract. */
function notTested(report: Report, isFolded: boolean): Section {
  const reasons = notTestedByReason(report);
  const left = untouched(report);
  const sum = rulesWith(report, 'not-tested').length;
  const lacksFile = reasons.some(({ reason }) => reason.includes(' of a deployment file: '));
  const hints = [
    ...(lacksFile
      ? [['the comments of the deployment file that tollgate init URL writes say what to complete']]
      : []),
    ...(left.length === 0 ? [] : [[`No call touched: ${left.join(', ')}.`]]),
  ];

  return {
    name: NOT_TESTED,
    title: sum === 0 ? NOT_TESTED : `${NOT_TESTED}: ${count(sum, 'rule')}`,
    isFolded,
    blocks: [
      ...(reasons.length === 0 ? [] : [{ kind: 'reasons', reasons } as const]),
      ...(hints.length === 0 ? [] : [{ kind: 'list', items: hints } as const]),
    ],
  };
}

export function notTestedByReason(report: Report): readonly SharedReason[] {
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

  return [...groups].map(([reason, ofReason]) => {
    const { length } = ofReason.filter(({ outcome }) => outcome !== 'pass');

    return {
      reason: said(reason, report),
      names: joinGroups(ofReason, report),
      counted: length === 0 ? '' : count(length, 'rule'),
    };
  });
}

/** A sentence on the whole run stands above. */
function said(reason: string, { summary }: Report): string {
  return summary.startsWith(reason) ? 'the run could not judge them, as said above' : reason;
}

/** Whether fewer calls were judged than the profile requires. */
function isRare({ exercised, least = 0 }: ReportRule): boolean {
  return exercised < least;
}

/** The ids of rules; a group whose rules are all among them is one entry. */
function joinGroups(rules: readonly ReportRule[], report: Report): readonly string[] {
  const groups = byGroup(report.rules);
  const entries = rules.map(({ id }) => {
    const group = groups.get(groupOf(id)) ?? [];
    const isWhole = group.length > 1 && group.every((rule) => rules.includes(rule));

    return isWhole ? `${groupOf(id)}/* (${group.length} rules)` : id;
  });

  return [...new Set(entries)];
}

/** The choices that were observed, and those that were selected and not observed. */
function choices(report: Report): Section {
  const pairs = rulesWith(report, 'observed').map(({ id, reason }) => [nameOf(id), reason] as const);
  const others = rulesWith(report, 'not-observed').filter(({ reason }) => reason !== NOT_SELECTED);
  const reasons = [...Map.groupBy(others, ({ reason }) => reason)].map(([reason, ofReason]) => ({
    reason: `not observed: ${said(reason, report)}`,
    names: ofReason.map(({ id }) => nameOf(id)),
    counted: '',
  }));

  return {
    name: 'Choices',
    title: `${CHOICES} (observed, not judged)`,
    blocks: [
      ...(pairs.length === 0 ? [] : [{ kind: 'pairs', pairs } as const]),
      ...(reasons.length === 0 ? [] : [{ kind: 'reasons', reasons } as const]),
    ],
  };
}

/** Failures that do not count are counted apart. */
const NOT_COUNTED: readonly RuleStatus[] = ['warning', 'waived', 'known'];

/** Such as `46 must rules: 44 pass, 1 fail, 1 skipped`, for each level. */
function tallyOf(rules: readonly ShownRule[]): readonly string[] {
  const levels = Map.groupBy(
    rules.filter((rule) => !isLeftOut(rule)),
    ({ level }) => level,
  );

  return [...levels].map(([level, ofLevel]) => {
    const names = ofLevel.map(({ status, label, outcome }) =>
      NOT_COUNTED.includes(status) ? label : outcome,
    );
    const numbers = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) =>
      name === 'warning' ? count(length, name) : `${length} ${name}`,
    );

    return `${count(ofLevel.length, `${level} rule`)}: ${numbers.join(', ')}`;
  });
}

/** Such as `Client: not tested` for a side of traffic, and `Not tested` otherwise. */
export function titleIn(side: string | undefined, title: string): string {
  return side === undefined
    ? capitalize(title)
    : `${side}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
