/** Writes the conformance statement of a report as Markdown: what is claimed, what was judged, how to check it. */
import type { Report, ReportRule } from './report.ts';
import { selectedPart } from './rule-status.ts';

interface StatedFailure extends Pick<ReportRule, 'section' | 'reason'> {
  readonly rule: ReportRule['id'];
  readonly disputed: ReportRule['disputed'];
  readonly waived: ReportRule['waived'];
  readonly known: ReportRule['known'];
}

/** What a statement says, as data. */
export function statementOf(report: Report) {
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict } = report;
  const { verdict, withoutDisputed, summary, partial, profile, choices, digests, rules } = report;

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
    failures: rules.filter(isFailed).map(
      ({ id, section, reason, disputed, waived, known }): StatedFailure => ({
        rule: id,
        section,
        reason,
        disputed,
        waived,
        known,
      }),
    ),
    notTested: rules
      .filter(({ level, outcome }) => level !== 'observe' && (outcome === 'skipped' || outcome === 'blocked'))
      .map(({ id, reason }) => ({ rule: id, reason })),
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

export function statement(report: Report): string {
  const said = statementOf(report);
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict, verdict, profile } = said;
  const rows = [
    [subject === 'service' ? 'Service' : 'Client', code(target)],
    ['Build', build === undefined ? 'not named' : code(build)],
    ...(profile === undefined
      ? []
      : [
          [
            'Profile',
            `${[profile.name, ...profile.modules].map(code).join(' + ')}, SHA-256 ${code(profile.digest)}`,
          ],
        ]),
    ['Contract', `${text(contract.title)} ${text(contract.version)}`],
    ['Verdict', `**${verdict}**${selectedPart(report)}`],
    [
      'Judged by',
      `tollgate ${text(tool.version)}, effort ${effort}, seed ${seed}${strict ? ', strict' : ''}`,
    ],
    ['On', startedAt],
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
    ...section('Failures', said.failures.map(failureLine)),
    ...section(
      'Not tested',
      said.notTested.map(({ rule, reason }) => `- ${code(rule)}: ${text(reason)}`),
    ),
    ...section(
      'Choices',
      Object.entries(said.choices).map(([name, option]) => `- ${code(name)}: ${text(option)}`),
    ),
    ...section(
      'Digests (SHA-256)',
      Object.entries(said.digests ?? {}).map(([name, digest]) => `- ${name}: ${code(digest)}`),
    ),
    ...section('Check it', ['`tollgate verify REPORT RECORDING` judges the recorded run again, offline.']),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function failureLine({ rule, section, reason, disputed, waived, known }: StatedFailure): string {
  const accepted = waived === undefined ? known && ', known' : `, waived: ${text(waived.reason)}`;

  const dispute = disputed === undefined ? '' : `, disputed since ${disputed}`;

  return `- ${code(rule)} (section ${text(section)}${dispute}${accepted ?? ''}): ${text(reason)}`;
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
