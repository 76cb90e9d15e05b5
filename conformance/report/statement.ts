/** Writes the conformance statement of a report as Markdown: what is claimed, what was judged, how to check it. */
import { basename } from 'node:path';
import { count } from '../../src/text/words.ts';
import { code, prose, table } from './markdown.ts';
import { toSide } from './page.ts';
import type { Report, ReportRule } from './report.ts';
import { isLeftOut } from './rule-status.ts';

const STATED = [
  ...(['subject', 'target', 'build', 'contract', 'tool', 'startedAt', 'effort', 'seed', 'strict'] as const),
  ...(['verdict', 'partial', 'profile', 'summary', 'withoutDisputed', 'choices', 'digests'] as const),
];

/** What a statement says, as data. @param signature the path of the signature beside the report, which is not checked */
export function statementOf(report: Report, signature?: string) {
  const { rules, untouched } = toSide(report);
  const stated = Object.fromEntries(STATED.map((name) => [name, report[name]]));

  return {
    ...(stated as Pick<Report, (typeof STATED)[number]>),
    rules: { must: countsOf(report, 'must'), should: countsOf(report, 'should') },
    failures: rules.filter(isFailed).map(({ id: rule, label: status, ...failure }) => {
      const { level, section, reason, disputed, waived, known } = failure;

      return { rule, level, status, section, reason, disputed, waived, known };
    }),
    notTested: rules
      .filter(({ status }) => status === 'not-tested')
      .map(({ id, reason }) => ({ rule: id, reason })),
    calls: report.coverage?.operations,
    untouched,
    signature: signature === undefined ? undefined : basename(signature),
  };
}

/** Rules that --only and --skip left out are counted apart. */
function countsOf({ rules, partial }: Report, level: ReportRule['level']) {
  const all = rules.filter((rule) => rule.level === level);
  const of = all.filter((rule) => !isLeftOut(rule));
  const passed = of.filter(({ outcome }) => outcome === 'pass').length;
  const failed = of.filter(isFailed).length;

  return {
    ...{ passed, failed, notTested: of.length - passed - failed },
    ...(partial && { notSelected: all.length - of.length }),
  };
}

function isFailed({ outcome }: Pick<ReportRule, 'outcome'>): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}

/** @param signature the path of the signature beside the report, which is not checked */
export function statement(report: Report, signature?: string): string {
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict, verdict } = report;
  const { rules, selected } = toSide(report);
  const said = statementOf(report, signature);
  const isSigned = said.signature !== undefined;
  const rows = [
    [subject === 'service' ? 'Service' : 'Client', code(target)],
    ['Build', build === undefined ? 'not named' : code(build)],
    ['Profile', profileOf(report)],
    ['Contract', `${prose(contract.title)} ${prose(contract.version)}`],
    ['Verdict', `**${verdict}**${selected}`],
    [
      'Judged by',
      `tollgate ${prose(tool.version)}, effort ${effort}, seed ${seed}${strict ? ', strict' : ''}`,
    ],
    ['On', startedAt],
    ['Signature', said.signature === undefined ? 'none' : `${code(said.signature)}, not checked here`],
  ];
  const { calculateFee, attachSale } = said.calls ?? {};
  const counted = ['passed', 'failed', 'not tested', ...(report.partial ? ['not selected'] : [])];
  const sections: Readonly<Record<string, readonly string[]>> = {
    Rules: [
      table(
        ['level', ...counted],
        Object.entries(said.rules).map(([level, counts]) => [level, ...Object.values(counts).map(String)]),
      ),
    ],
    'Failures and warnings': rules.filter(isFailed).map(({ id, demand, label, reason, waived }) => {
      const status = waived === undefined ? label : `${label}: ${prose(waived.reason)}`;

      return `- ${code(id)} (${demand}, ${status}): ${prose(reason)}`;
    }),
    'Not tested': said.notTested.map(({ rule, reason }) => `- ${code(rule)}: ${prose(reason)}`),
    Coverage: [
      ...(said.calls ? [`- ${count(calculateFee ?? 0, 'fee call')}, ${count(attachSale ?? 0, 'sale')}`] : []),
      ...(said.untouched.length > 0 ? [`- no call touched: ${prose(said.untouched.join(', '))}`] : []),
    ],
    Choices: Object.entries(said.choices).map(([name, option]) => `- ${code(name)}: ${prose(option)}`),
    'Digests (SHA-256)': Object.entries(said.digests ?? {}).map(([name, of]) => `- ${name}: ${code(of)}`),
    'Check it': [
      `\`tollgate verify REPORT RECORDING${isSigned ? ' --public-key FILE' : ''}\` judges the recorded run again, offline${isSigned ? ', and checks the signature' : ''}.`,
    ],
  };

  return [
    '# Conformance statement',
    ...[prose(said.summary), table(['', ''], rows)],
    ...Object.entries(sections).flatMap(([title, lines]) =>
      lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')],
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function profileOf({ profile, strict }: Report): string {
  if (profile === undefined)
    return `none: the must rules${strict ? ' and the should rules' : ''} of this version count`;

  return `${[profile.name, ...profile.modules].map(code).join(' + ')}, SHA-256 ${code(profile.digest)}`;
}
