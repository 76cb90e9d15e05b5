/** Writes the conformance statement of a report as Markdown: what is claimed, what was judged, how to check it. */
import { basename } from 'node:path';
import { count } from '../../src/text/words.ts';
import { untouched } from './coverage.ts';
import { showRule } from './failure.ts';
import type { Report, ReportRule } from './report.ts';
import { selectedPart } from './rule-status.ts';

interface StatedFailure extends Pick<ReportRule, 'level' | 'section' | 'reason'> {
  readonly rule: ReportRule['id'];
  /** Such as `failed` or `warning`. */
  readonly status: string;
  readonly disputed: ReportRule['disputed'];
  readonly waived: ReportRule['waived'];
  readonly known: ReportRule['known'];
}

/** What a statement says, as data. @param signature the path of the signature beside the report, which is not checked */
export function statementOf(report: Report, signature?: string) {
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict } = report;
  const { verdict, withoutDisputed, summary, partial, profile, choices, digests, rules, coverage } = report;

  return {
    ...{
      subject,
      target,
      build,
      contract,
      tool,
      startedAt,
      effort,
      seed,
      strict,
      verdict,
      partial,
      profile,
      summary,
    },
    rules: { must: countOf(rules, 'must'), should: countOf(rules, 'should') },
    failures: rules.filter(isFailed).map((rule): StatedFailure => {
      const { id, level, section, reason, disputed, waived, known } = rule;

      return {
        rule: id,
        level,
        status: showRule(rule, report).label,
        section,
        reason,
        disputed,
        waived,
        known,
      };
    }),
    notTested: rules
      .filter(({ level, outcome }) => level !== 'observe' && (outcome === 'skipped' || outcome === 'blocked'))
      .map(({ id, reason }) => ({ rule: id, reason })),
    calls: coverage?.operations,
    untouched: untouched(report),
    signature: signature === undefined ? undefined : basename(signature),
    ...{ withoutDisputed, choices, digests },
  };
}

function countOf(rules: readonly ReportRule[], level: ReportRule['level']) {
  const of = rules.filter((rule) => rule.level === level);
  const passed = of.filter(({ outcome }) => outcome === 'pass').length;
  const failed = of.filter(isFailed).length;

  return { passed, failed, notTested: of.length - passed - failed };
}

function isFailed({ outcome }: ReportRule): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}

/** @param signature the path of the signature beside the report, which is not checked */
export function statement(report: Report, signature?: string): string {
  const said = statementOf(report, signature);
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict, verdict } = said;
  const { calculateFee = 0, attachSale = 0 } = said.calls ?? {};
  const rows = [
    [subject === 'service' ? 'Service' : 'Client', code(target)],
    ['Build', build === undefined ? 'not named' : code(build)],
    ['Profile', profileOf(said)],
    ['Contract', `${text(contract.title)} ${text(contract.version)}`],
    ['Verdict', `**${verdict}**${selectedPart(report)}`],
    [
      'Judged by',
      `tollgate ${text(tool.version)}, effort ${effort}, seed ${seed}${strict ? ', strict' : ''}`,
    ],
    ['On', startedAt],
    ['Signature', said.signature === undefined ? 'none' : `${code(said.signature)}, not checked here`],
  ];
  const levels = Object.entries(said.rules).map(([level, counts]) => [
    level,
    ...Object.values(counts).map(String),
  ]);

  return [
    '# Conformance statement',
    '',
    text(said.summary),
    '',
    ...table(['', ''], rows),
    '',
    ...section('Rules', table(['level', 'passed', 'failed', 'not tested'], levels)),
    ...section('Failures and warnings', said.failures.map(failureLine)),
    ...section(
      'Not tested',
      said.notTested.map(({ rule, reason }) => `- ${code(rule)}: ${text(reason)}`),
    ),
    ...section(
      'Coverage',
      said.calls === undefined
        ? []
        : [
            `- ${count(calculateFee, 'fee call')}, ${count(attachSale, 'sale')}`,
            ...(said.untouched.length === 0 ? [] : [`- no call touched: ${text(said.untouched.join(', '))}`]),
          ],
    ),
    ...section(
      'Choices',
      Object.entries(said.choices).map(([name, option]) => `- ${code(name)}: ${text(option)}`),
    ),
    ...section(
      'Digests (SHA-256)',
      Object.entries(said.digests ?? {}).map(([name, digest]) => `- ${name}: ${code(digest)}`),
    ),
    ...section('Check it', [
      `\`tollgate verify REPORT RECORDING${said.signature === undefined ? '' : ' --public-key FILE'}\` judges the recorded run again, offline${said.signature === undefined ? '' : ', and checks the signature'}.`,
    ]),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function profileOf({ profile, strict }: ReturnType<typeof statementOf>): string {
  if (profile === undefined)
    return `none: the must rules${strict ? ' and the should rules' : ''} of this version count`;

  return `${[profile.name, ...profile.modules].map(code).join(' + ')}, SHA-256 ${code(profile.digest)}`;
}

function failureLine({ rule, level, status, section, reason, disputed, waived }: StatedFailure): string {
  const about = [
    level,
    ...(section === '–' ? [] : [`section ${text(section)}`]),
    ...(disputed === undefined ? [] : [`disputed since ${disputed}`]),
    `${status}${waived === undefined ? '' : `: ${text(waived.reason)}`}`,
  ];

  return `- ${code(rule)} (${about.join(', ')}): ${text(reason)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A report may be of a stranger: nothing in it is markup. */
function text(value: string): string {
  return value.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|!~]/g, String.raw`\$&`);
}

function code(value: string): string {
  return `\`${value.replaceAll(/[`|\s]+/g, ' ').trim()}\``;
}
