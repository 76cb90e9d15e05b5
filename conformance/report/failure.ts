/** A rule in words that all formats share: its status, how often it failed, in which exchanges, its fix, how to waive it. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { citeSections } from '../../src/text/words.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { RULES } from '../rules/index.gen.ts';
import { PRICED_EARLIER } from '../runner/outcome.ts';
import type { Report, ReportRule, ReportStep } from './report.ts';
import { labelOf, lookOf, type RuleStatus, statusOf } from './rule-status.ts';

/** How to fix what breaks each rule, by its id; undefined for an observation. */
export function fixes(): Readonly<Partial<Record<AnyRuleId, string>>> {
  return Object.fromEntries([...RULES, ...CLIENT_RULES].map(({ id, fix }) => [id, fix]));
}

export function fixOf(id: AnyRuleId): string | undefined {
  return [...RULES, ...CLIENT_RULES].find((rule) => rule.id === id)?.fix;
}

/** What the exchanges of a failure are, as a caption. */
const ROLES = {
  /** Sent again, they show the failure again. */
  reproduction: 'minimal reproduction',
  /** The failure was seen in them, and they need not show it again. */
  sighting: 'seen in',
  /** The same in traffic of others, which is not sent again. */
  recorded: 'seen in',
  /** One of them, or an earlier one, may be the cause. */
  'last-requests': 'the last requests before it gave no more fees',
} as const;

type ExchangesRole = keyof typeof ROLES;

const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

function roleOf(
  { id, outcome, counterexample }: Pick<ReportRule, 'id' | 'outcome' | 'counterexample'>,
  { subject, passive }: Pick<Report, 'subject' | 'passive'>,
): ExchangesRole {
  if (passive === true) return 'recorded';
  // The exchanges of a client name identifiers of the mock that answered, and may lack the call that opened the transaction.
  if (subject === 'client' || outcome === 'unstable') return 'sighting';

  return id === LIVENESS_RULE && counterexample?.expected === PRICED_EARLIER
    ? 'last-requests'
    : 'reproduction';
}

/** Whether the failure was not repeated because the deployment no longer worked. */
export function isUnrepeated(rule: ReportRule, report: Report): boolean {
  return roleOf(rule, report) === 'last-requests';
}

/** A rule of a report with all that people read about it. */
export type ShownRule = Readonly<ReturnType<typeof showRule>>;

export function showRule(rule: ReportRule, report: Report) {
  const status = statusOf(rule, report);
  const role = roleOf(rule, report);

  return {
    ...{ ...rule, report, status, role },
    label: labelOf(status),
    look: lookOf(status),
    /** Such as `must, section 4.1`, or `must, outside the profile, section 4.1`. */
    demand: [
      rule.level,
      ...(rule.disputed === undefined ? [] : [`disputed since ${rule.disputed}`]),
      ...(status === 'warning' && rule.level === 'must' ? ['outside the profile'] : []),
      ...(rule.section === '–' ? [] : [citeSections(rule.section)]),
    ].join(', '),
    /** The reason for its status. */
    note: noteOn(rule, report),
    /** Such as `3 of 8 times`; undefined where its reason does not say how often. */
    often: /^(?:failed )?(\d+ of \d+ times): /.exec(rule.reason)?.[1],
    caption: ROLES[role] as string,
    steps: rule.counterexample?.steps ?? [],
    fix: fixOf(rule.id),
    /** Entries of a waiver file that accept its failures. */
    toWaive: waiverEntries(rule, report),
  };
}

interface LineOptions {
  readonly indent?: string;
  readonly longest?: number;
  readonly mostSteps?: number;
  /** Before a response. */
  readonly mark?: string;
}

/** A failure with its counterexample. The steps are indented by four spaces, the other lines as given. */
export function failureLines(
  rule: ShownRule,
  { indent = '', ...limits }: LineOptions = {},
): readonly string[] {
  const { fix, counterexample, role, caption, often, replay, otherFailures = [], toWaive } = rule;
  if (counterexample === undefined) return [];
  const { expected, got, connection, steps } = counterexample;
  const seen = `${caption}${often === undefined ? '' : ` (${often})`}${connection === undefined ? '' : ' (needs one connection)'}:`;
  const toLine = (line: string) => indent + visibleLine(line);

  return [
    ...[`expected  ${expected}`, `got       ${got}`, ...(steps.length > 0 ? [seen] : [])].map(toLine),
    ...stepLines(steps, role, limits),
    ...[
      ...(fix === undefined ? [] : [`fix:      ${fix}`]),
      ...(replay === undefined ? [] : [`replay:   ${replay}`]),
      ...otherFailures.map((other) => `also:     ${other.shape}${acceptedBy(other)}: ${other.reason}`),
      ...toWaive.map((entry) => `to waive: ${entry}`),
    ].map(toLine),
  ];
}

/** Names the waiver or baseline that accepts a further failure of a rule, if any. */
export function acceptedBy({ waived, known }: Pick<ReportRule, 'waived' | 'known'>): string {
  return waived !== undefined ? ' (waived)' : known !== undefined ? ' (known)' : '';
}

const LONGEST_COMMAND = 20_000;
const LONGEST_BODY = 300;

const FIRST_STEPS = 3;

/** The command and the response of each step, where a shell takes a response for a comment. Of many steps, the first and the last are shown. */
export function exchangeLines(
  steps: readonly ReportStep[],
  role: ExchangesRole = 'reproduction',
  { longest = LONGEST_COMMAND, mostSteps = 12, mark = '#' }: Omit<LineOptions, 'indent'> = {},
): readonly string[] {
  const lines = steps.map((step) => [
    ...requestLines(step, role, longest),
    `${mark} ${describeResponse(step.response)}`,
  ]);
  const left = lines.length - mostSteps + 1;
  const more = `# … ${left} more steps in the JSON report`;

  return (left <= 1 ? lines : lines.toSpliced(FIRST_STEPS, left, [more])).flat();
}

/** The same for people, indented by four spaces. */
export function stepLines(...[steps, role, limits]: Parameters<typeof exchangeLines>): readonly string[] {
  return exchangeLines(steps, role, { ...limits, mark: '→' }).map((line) => `    ${line}`);
}

/** Characters of a command that reproduces nothing; a longer one is shown as a comment. */
const LONGEST_UNPROVEN = 1000;

/** What the mask of a client's number, token or secret field looks like. */
const MASK = /\((?:\d+ digits|not shown|a card token|a token)\)/;

/** The command that sends the request, or the request itself where it need not be sent again. */
function requestLines(
  { curl, request }: ReportStep,
  role: ExchangesRole,
  longest: number,
): readonly string[] {
  const { method, url, body } = request;
  const text = visibleLine(`${method} ${url} ${body}`.trimEnd());
  if (role === 'recorded') return [cut(text, longest)];
  if (role !== 'reproduction' && curl.length > LONGEST_UNPROVEN) return [`# ${cut(text, LONGEST_BODY)}`];
  const isWhole = curl.length <= longest;

  return [
    ...(MASK.test(curl) ? ['# values are masked: put your own back'] : []),
    ...(isWhole ? [] : ['# shortened: the JSON report has the whole command']),
    visible(cut(curl, longest)),
  ];
}

/** On one line, so that no line of a response looks like a line of the report or a command to a CI system. */
function describeResponse(response: ReportStep['response']): string {
  if ('none' in response) return `no answer: ${response.none} (${visibleLine(response.detail)})`;

  return `${response.status} ${response.body === '' ? '(empty body)' : visibleLine(cut(response.body, LONGEST_BODY))}`;
}

/** The reason for a rule's status on one line, with the waiver or baseline that accepts a failure. */
function noteOn(rule: ReportRule, report: Report): string {
  const { level, reason, waived, known } = rule;
  const until = waived?.until === undefined ? '' : ` until ${waived.until}`;
  const notes: Partial<Record<RuleStatus, string>> = {
    warning: level === 'must' ? 'warning: ' : `warning (a ${level} rule): `,
    waived: `waived${until} (${visibleLine(waived?.reason ?? '')}): `,
    known: `known from the baseline since ${dayOf(known?.since)}: `,
    broken: 'tollgate itself failed, please report it: ',
  };

  return `${notes[statusOf(rule, report)] ?? ''}${visibleLine(reason)}`;
}

/** The day of a moment in ISO 8601. */
export function dayOf(moment = ''): string {
  return moment.slice(0, 10);
}

/** The reason of a suggested waiver, which its reader replaces. */
export const PLACEHOLDER = 'why it is accepted, and who fixes it';

/** Days that a suggested waiver applies. */
const WAIVER_DAYS = 30;

/** Entries of a waiver file that accept every failure of a rule that counts. */
export function waiverEntries(rule: ReportRule, report: Report): readonly string[] {
  const status = statusOf(rule, report);
  // A profile allows no waivers.
  if (report.profile !== undefined || (status !== 'failed' && status !== 'unstable')) return [];
  const { outcome, shape, otherFailures = [] } = rule;
  const counting = [{ outcome, shape }, ...otherFailures.filter((other) => acceptedBy(other) === '')];
  const until = dayOf(new Date(Date.parse(report.startedAt) + WAIVER_DAYS * 86_400_000).toISOString());

  return (['fail', 'unstable'] as const).flatMap((kind) => {
    const failures = counting.filter((failure) => failure.outcome === kind);
    if (failures.length === 0) return [];
    // A failure of a client has none: its waiver accepts all failures of the rule.
    const shapes = failures.flatMap((failure) => failure.shape ?? []).map((one) => JSON.stringify(one));
    const list = shapes.length > 1 ? `[${shapes.join(', ')}]` : shapes[0];
    const shown = list === undefined ? '' : ` shape: ${list},`;
    const often = kind === 'unstable' ? ', fails: sometimes' : '';

    return [`- { rule: ${rule.id},${shown} reason: "${PLACEHOLDER}", until: ${until}${often} }`];
  });
}
