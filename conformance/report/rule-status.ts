/** The status of a rule in a report: its outcome weighed by level, strictness, waivers and baseline; and how it looks. */
import { NOT_SELECTED } from '../runner/outcome.ts';
import type { Report, ReportRule } from './report.ts';

/** Of a coloured word. */
export type Tone = 'good' | 'bad' | 'doubtful';

export interface Look {
  /** Readable without colours. */
  readonly sign: string;
  /** The word before a failure of a terminal. */
  readonly word?: string;
  readonly tone?: Tone;
  /** The result of a test case: an error leaves the verdict open. */
  readonly junit: 'passed' | 'failure' | 'error' | 'skipped';
  readonly github?: 'error' | 'warning' | 'notice';
  readonly sarif: 'error' | 'warning' | 'note' | 'none';
}

/** In the order in which reports list them. */
const LOOKS = {
  failed: { sign: '✕', word: 'FAIL', tone: 'bad', junit: 'failure', github: 'error', sarif: 'error' },
  unstable: {
    sign: '≈',
    word: 'UNSTABLE',
    tone: 'doubtful',
    junit: 'error',
    github: 'error',
    sarif: 'warning',
  },
  broken: { sign: '!', word: 'BROKEN', tone: 'bad', junit: 'error', github: 'error', sarif: 'error' },
  warning: {
    sign: '△',
    word: 'WARNING',
    tone: 'doubtful',
    junit: 'skipped',
    github: 'warning',
    sarif: 'warning',
  },
  waived: { sign: '◇', word: 'WAIVED', junit: 'skipped', github: 'notice', sarif: 'error' },
  known: { sign: '◆', word: 'KNOWN', junit: 'skipped', github: 'notice', sarif: 'error' },
  'not-tested': { sign: '–', junit: 'skipped', sarif: 'note' },
  observed: { sign: '○', junit: 'passed', sarif: 'none' },
  'not-observed': { sign: '·', junit: 'skipped', sarif: 'note' },
  passed: { sign: '✓', junit: 'passed', sarif: 'none' },
} as const satisfies Readonly<Record<string, Look>>;

export type RuleStatus = keyof typeof LOOKS;

export const STATUSES = Object.keys(LOOKS) as readonly RuleStatus[];

/** Statuses of a rule that failed, or could not be judged because of tollgate: reports show each with its proof. */
export const FAILURE_STATUSES: readonly RuleStatus[] = STATUSES.slice(0, STATUSES.indexOf('not-tested'));

export function lookOf(status: RuleStatus): Look {
  return LOOKS[status];
}

export function statusOf(
  rule: ReportRule,
  { strict, profile }: Pick<Report, 'strict' | 'profile'>,
): RuleStatus {
  const { outcome, level, counted, least } = rule;
  const counts =
    profile === undefined
      ? level === 'must' || counted === true || (strict && level === 'should')
      : least !== undefined;

  return statusFrom(outcome, level, counts, rule);
}

/** @param counts whether a failure would count */
export function statusFrom(
  outcome: ReportRule['outcome'],
  level: ReportRule['level'],
  counts: boolean,
  { waived, known }: Pick<ReportRule, 'waived' | 'known'> = {},
): RuleStatus {
  switch (outcome) {
    case 'pass':
      return 'passed';
    case 'fail':
    case 'unstable':
      if (waived ?? known) return waived ? 'waived' : 'known';
      if (!counts) return 'warning';
      return outcome === 'fail' ? 'failed' : 'unstable';
    case 'blocked':
    case 'skipped':
      return level === 'observe' ? 'not-observed' : 'not-tested';
    case 'observed':
    case 'broken':
      return outcome;
  }
}

/** How a verdict looks, the worst first: its sign and word on a page, its mark in Markdown, and the status that looks alike. */
export const VERDICTS = {
  nonconformant: { sign: '✕', word: 'Not conformant', mark: '❌', tone: 'bad', like: 'failed' },
  inconclusive: { sign: '?', word: 'Inconclusive', mark: '⚠️', tone: 'doubtful', like: 'unstable' },
  conformant: { sign: '✓', word: 'Conformant', mark: '✅', tone: 'good', like: 'passed' },
} as const;

/** A status in words. */
export function labelOf(status: RuleStatus): string {
  return status.replace('-', ' ');
}

/** The rules with these statuses, in the order of the statuses. */
export function rulesWith(report: Report, ...statuses: readonly RuleStatus[]): readonly ReportRule[] {
  return statuses.flatMap((status) => report.rules.filter((rule) => statusOf(rule, report) === status));
}

/** Whether --only or --skip left out a rule that is judged otherwise. */
export function isLeftOut({ level, reason }: Pick<ReportRule, 'level' | 'reason'>): boolean {
  return level !== 'observe' && reason === NOT_SELECTED;
}

/** Such as ` (5 of 68 rules selected)` or ` (profile 2026-11+several)`, for the heading of a report; empty where all rules count. */
export function selectedPart({ partial, profile, rules }: Report): string {
  const judged = rules.filter(({ level }) => level !== 'observe');
  const selected = judged.filter((rule) => !isLeftOut(rule));

  const parts = [
    ...(profile === undefined ? [] : [`profile ${[profile.name, ...profile.modules].join('+')}`]),
    ...(partial === true ? [`${selected.length} of ${judged.length} rules selected`] : []),
  ];

  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The part of an id before the slash. */
export function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}

/** The part of an id after the slash. */
export function nameOf(id: string): string {
  return id.slice(groupOf(id).length + 1);
}

export function byGroup<R extends ReportRule>(rules: readonly R[]): ReadonlyMap<string, readonly R[]> {
  return Map.groupBy(rules, ({ id }) => groupOf(id));
}
