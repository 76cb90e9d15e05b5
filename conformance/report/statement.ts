/** Writes the conformance statement of a report as Markdown: what is claimed, what was judged, how to check it. */
import { basename } from 'node:path';
import { count } from '../../src/text/words.ts';
import { untouched } from './coverage.ts';
import { prose, sectionPart } from './markdown.ts';
import { type Inline, type Section, toSide } from './page.ts';
import type { Report, ReportRule } from './report.ts';
import { isLeftOut } from './rule-status.ts';

const STATED = [
  ...(['subject', 'target', 'build', 'contract', 'tool', 'startedAt', 'effort', 'seed', 'strict'] as const),
  ...(['verdict', 'partial', 'profile', 'summary', 'withoutDisputed', 'choices', 'digests'] as const),
];

/** What a statement says, as data. @param signature the path of the signature beside the report, which is not checked */
export function statementOf(report: Report, signature?: string) {
  const { rules } = toSide(report);
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
    untouched: untouched(report),
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
  const said = statementOf(report, signature);
  const { subject, target, build, contract, tool, startedAt, effort, seed, strict, verdict, calls } = said;
  const { heading } = toSide(report);
  const isSigned = said.signature !== undefined;
  const facts: readonly (readonly Inline[])[] = [
    [subject === 'service' ? 'Service' : 'Client', { code: target }],
    ['Build', build === undefined ? 'not named' : { code: build }],
    ['Profile', profileOf(report)],
    ['Contract', `${contract.title} ${contract.version}`],
    ['Verdict', `${verdict}${heading.selected}`],
    ['Judged by', `tollgate ${tool.version}, effort ${effort}, seed ${seed}${strict ? ', strict' : ''}`],
    ['On', startedAt],
    ['Signature', said.signature === undefined ? 'none' : `${said.signature}, not checked here`],
  ];
  const counted = ['passed', 'failed', 'not tested', ...(report.partial ? ['not selected'] : [])];
  const counts = Object.entries(said.rules).map(([level, of]) => [level, ...Object.values(of).map(String)]);
  const lists: Readonly<Record<string, readonly (readonly Inline[])[]>> = {
    'Failures and warnings': toSide(report)
      .rules.filter(isFailed)
      .map(({ id, demand, label, reason, waived }) => [
        { code: id },
        ` (${demand}, ${label}${waived === undefined ? '' : `: ${waived.reason}`}): ${reason}`,
      ]),
    'Not tested': said.notTested.map(({ rule, reason }) => [{ code: rule }, `: ${reason}`]),
    Coverage: [
      ...(calls ? [[`${count(calls.calculateFee, 'fee call')}, ${count(calls.attachSale, 'sale')}`]] : []),
      ...(said.untouched.length > 0 ? [[`no call touched: ${said.untouched.join(', ')}`]] : []),
    ],
    Choices: Object.entries(said.choices).map(([name, option]) => [{ code: name }, `: ${option}`]),
    'Digests (SHA-256)': Object.entries(said.digests ?? {}).map(([name, of]) => [`${name}: `, { code: of }]),
    'Check it': [
      [
        { code: `tollgate verify REPORT RECORDING${isSigned ? ' --public-key FILE' : ''}` },
        ` judges the recorded run again, offline${isSigned ? ', and checks the signature' : ''}.`,
      ],
    ],
  };
  const sections: readonly Section[] = [
    { name: 'Rules', title: 'What was judged', blocks: [{ kind: 'table', heads: ['', ''], rows: facts }] },
    {
      name: 'Rules',
      title: 'Rules',
      blocks: [{ kind: 'table', heads: ['level', ...counted], rows: counts }],
    },
    ...Object.entries(lists).flatMap(([title, items]) =>
      items.length === 0 ? [] : [{ name: title, title, blocks: [{ kind: 'list', items } as const] }],
    ),
  ];

  return ['# Conformance statement', prose(said.summary), ...sections.map((one) => sectionPart(one, '##'))]
    .join('\n\n')
    .concat('\n');
}

function profileOf({ profile, strict }: Report): string {
  if (profile === undefined)
    return `none: the must rules${strict ? ' and the should rules' : ''} of this version count`;

  return `${[profile.name, ...profile.modules].join(' + ')}, SHA-256 ${profile.digest}`;
}
