/** Text about failures that several reporters share: steps, fixes, waiver entries, notes. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import { RULES } from '../rules/index.ts';
import { captionOf, type ExchangesRole, roleOf } from './exchanges-role.ts';
import type { Report, ReportCounterexample, ReportRule, ReportStep } from './report.ts';
import { statusOf } from './rule-status.ts';

/** How to fix a service that breaks the rule; undefined for an observation. */
export function fixOf(id: AnyRuleId): string | undefined {
  return [...RULES, ...CLIENT_RULES].find((rule) => rule.id === id)?.fix;
}

/** Such as `must, section 4.1`; the level alone where no section demands the rule. */
export function levelAndSection({ level, section }: Pick<ReportRule, 'level' | 'section'>): string {
  return section === '–' ? level : `${level}, section ${section}`;
}

/** How often a failure was seen, such as `3 of 8 times`; undefined where its reason does not say so. */
export function frequencyOf({ reason }: ReportRule): string | undefined {
  return /^(?:failed )?(\d+ of \d+ times): /.exec(reason)?.[1];
}

/** A failure with its counterexample. The steps are indented by four spaces, the other lines as given. */
export function failureLines(rule: ReportRule, report: Report, indent = ''): readonly string[] {
  const { counterexample, replay } = rule;
  if (counterexample === undefined) return [];
  const { expected, got, connection } = counterexample;
  const role = roleOf(rule, report);
  const often = frequencyOf(rule);
  const caption = `${captionOf(role)}${often === undefined ? '' : ` (${often})`}${connection === undefined ? '' : ' (needs one connection)'}:`;
  const hasSteps = counterexample.steps.length > 0;
  const before = [`expected  ${expected}`, `got       ${got}`, ...(hasSteps ? [caption] : [])];
  const after = [
    ...fixLine(rule.id),
    ...(replay === undefined ? [] : [`replay:   ${replay}`]),
    ...otherFailureLines(rule),
    ...waiverEntries(rule, report).map((entry) => `to waive: ${entry}`),
  ];
  const toLine = (line: string) => indent + visibleLine(line);

  return [...before.map(toLine), ...stepLines(counterexample, report, role), ...after.map(toLine)];
}

export function fixLine(id: AnyRuleId): readonly string[] {
  const fix = fixOf(id);

  return fix === undefined ? [] : [`fix:      ${fix}`];
}

export function otherFailureLines({ otherFailures = [] }: ReportRule): readonly string[] {
  return otherFailures.map((other) =>
    visibleLine(`also:     ${other.shape}${acceptedBy(other)}: ${other.reason}`),
  );
}

/** Names the waiver or baseline that accepts a further failure of a rule, if any. */
export function acceptedBy({ waived, known }: Pick<ReportRule, 'waived' | 'known'>): string {
  return waived !== undefined ? ' (waived)' : known !== undefined ? ' (known)' : '';
}

const MOST_STEPS = 12;
const FIRST_STEPS = 3;
const LONGEST_COMMAND = 20_000;
const LONGEST_BODY = 300;

/** A request and its response for each step. Of many steps, only the first and the last are shown. */
export function stepLines(
  { steps }: ReportCounterexample,
  report: Pick<Report, 'passive'> = {},
  role: ExchangesRole = 'reproduction',
): readonly string[] {
  return abridgeSteps(
    steps.map((step) =>
      [
        ...requestLines(step, report, role).map((line) => visible(cut(line, LONGEST_COMMAND))),
        `→ ${describeResponse(step.response)}`,
      ]
        .map((line) => `    ${line}`)
        .join('\n'),
    ),
    (left) => `    … ${left} more steps are in the JSON report …`,
  );
}

/** Replaces the middle of a long list. */
export function abridgeSteps<T>(steps: readonly T[], replacement: (left: number) => T): readonly T[] {
  const left = steps.length - MOST_STEPS + 1;

  return steps.length <= MOST_STEPS
    ? steps
    : [...steps.slice(0, FIRST_STEPS), replacement(left), ...steps.slice(FIRST_STEPS + left)];
}

/** Characters of a command that reproduces nothing; a longer one is shown as a comment. */
const LONGEST_UNPROVEN = 1000;

/** What the mask of a client's number, token or secret field looks like. */
const MASK = /\((?:\d+ digits|not shown|a card token|a token)\)/;

/** The command that sends the request, or the request itself where it need not be sent again. */
export function requestLines(
  { curl, request }: ReportStep,
  { passive }: Pick<Report, 'passive'>,
  role: ExchangesRole,
): readonly string[] {
  const { method, url, body } = request;
  const text = visibleLine(`${method} ${url} ${body}`.trimEnd());
  if (passive === true) return [text];
  if (role !== 'reproduction' && curl.length > LONGEST_UNPROVEN) return [`# ${cut(text, LONGEST_BODY)}`];

  return MASK.test(curl) ? ['# values are masked: put your own back', curl] : [curl];
}

/** On one line, so that no line of a response looks like a line of the report or a command to a CI system. */
export function describeResponse(response: ReportStep['response']): string {
  if ('none' in response) return `no answer: ${response.none} (${visibleLine(response.detail)})`;

  return `${response.status} ${response.body === '' ? '(empty body)' : visibleLine(cut(response.body, LONGEST_BODY))}`;
}

/** The reason for a rule's status on one line, with the waiver or baseline that accepts a failure. */
export function noteOn(rule: ReportRule, report: Report): string {
  const { level, reason, waived, known } = rule;
  const shown = visibleLine(reason);

  switch (statusOf(rule, report)) {
    case 'warning':
      return `warning (a ${level} rule): ${shown}`;
    case 'waived':
      return `waived${untilOf(rule)} (${visibleLine(waived?.reason ?? '')}): ${shown}`;
    case 'known':
      return `known from the baseline since ${dayOf(known?.since)}: ${shown}`;
    case 'broken':
      return `tollgate itself failed, please report it: ${shown}`;
    case 'passed':
    case 'failed':
    case 'unstable':
    case 'not-tested':
    case 'observed':
    case 'not-observed':
      return shown;
  }
}

export function untilOf({ waived }: ReportRule): string {
  return waived?.until === undefined ? '' : ` until ${waived.until}`;
}

/** The day of a moment in ISO 8601. */
export function dayOf(moment = ''): string {
  return moment.slice(0, 10);
}

/** Days that a suggested waiver applies. */
const WAIVER_DAYS = 30;

/** Entries of a waiver file that accept every failure of a rule that counts. */
export function waiverEntries(rule: ReportRule, report: Report): readonly string[] {
  const status = statusOf(rule, report);
  if (status !== 'failed' && status !== 'unstable') return [];
  const { outcome, shape, otherFailures = [] } = rule;
  const counting = [{ outcome, shape }, ...otherFailures.filter((other) => acceptedBy(other) === '')];
  const until = dayOf(new Date(Date.parse(report.startedAt) + WAIVER_DAYS * 86_400_000).toISOString());

  return (['fail', 'unstable'] as const).flatMap((kind) => {
    const failures = counting.filter((failure) => failure.outcome === kind);
    if (failures.length === 0) return [];
    const shapes = failures.flatMap((failure) =>
      failure.shape === undefined ? [] : [JSON.stringify(failure.shape)],
    );
    // A failure of a client has none: its waiver accepts all failures of the rule.
    const list = shapes.length > 1 ? `[${shapes.join(', ')}]` : shapes[0];
    const shown = list === undefined ? '' : ` shape: ${list},`;
    const often = kind === 'unstable' ? ', fails: sometimes' : '';

    return [
      `- { rule: ${rule.id},${shown} reason: "why it is accepted, and who fixes it", until: ${until}${often} }`,
    ];
  });
}
