/** Writes the conformance statement of a report as Markdown: what is claimed, what was judged, how to check it. */
import type { Report, ReportRule } from './report.ts';
import { selectedPart } from './rule-status.ts';

export function statement(report: Report): string {
  const { target, build, contract, tool, startedAt, effort, seed, strict, verdict, summary } = report;
  const what = report.subject === 'service' ? 'Service' : 'Client';
  const rows = [
    [what, code(target)],
    ['Build', build === undefined ? 'not named' : code(build)],
    ['Contract', `${text(contract.title)} ${text(contract.version)}`],
    ['Verdict', `**${verdict}**${selectedPart(report)}`],
    [
      'Judged by',
      `tollgate ${text(tool.version)}, effort ${effort}, seed ${seed}${strict ? ', strict' : ''}`,
    ],
    ['On', startedAt],
  ];

  return [
    '# Conformance statement',
    '',
    text(summary),
    '',
    ...table(['', ''], rows),
    '',
    ...section('Rules', table(['level', 'passed', 'failed', 'not tested'], levels(report))),
    ...section('Failures', failures(report)),
    ...section('Not tested', untested(report)),
    ...section(
      'Choices',
      Object.entries(report.choices).map(([name, option]) => `- ${code(name)}: ${text(option)}`),
    ),
    ...section(
      'Digests (SHA-256)',
      Object.entries(report.digests ?? {}).map(([name, digest]) => `- ${name}: ${code(digest)}`),
    ),
    ...section('Check it', ['`tollgate verify REPORT RECORDING` judges the recorded run again, offline.']),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function levels({ rules }: Report): readonly (readonly string[])[] {
  return (['must', 'should'] as const).map((level) => {
    const of = rules.filter((rule) => rule.level === level);
    const passed = of.filter(({ outcome }) => outcome === 'pass').length;
    const failed = of.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable').length;

    return [level, passed, failed, of.length - passed - failed].map(String);
  });
}

function failures(report: Report): readonly string[] {
  return report.rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable')
    .map(
      (rule) => `- ${code(rule.id)} (section ${text(rule.section)}${waiverOf(rule)}): ${text(rule.reason)}`,
    );
}

function waiverOf({ waived, known }: ReportRule): string {
  if (waived !== undefined) return `, waived: ${text(waived.reason)}`;

  return known === undefined ? '' : ', known';
}

function untested(report: Report): readonly string[] {
  return report.rules
    .filter(({ level, outcome }) => level !== 'observe' && (outcome === 'skipped' || outcome === 'blocked'))
    .map(({ id, reason }) => `- ${code(id)}: ${text(reason)}`);
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
