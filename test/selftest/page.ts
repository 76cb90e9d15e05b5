/** Writes docs/selftest.md: what the suite made of each mock, and check-client of each client. */

import { generatedPage } from '../../build/reference-pages.ts';
import { groupOf } from '../../conformance/report/rule-status.ts';
import { count } from '../../src/text/words.ts';
import type { Judged, JudgedClient, Mark } from './judge.ts';
import { brokenRule, deviationsOf, FAILS_BESIDES, type Subject, warningsOf } from './subjects.ts';

export interface Selftest {
  readonly seed: number;
  readonly mocks: readonly Judged[];
  readonly clients: readonly JudgedClient[];
}

/** A line for each result that is not as expected. */
export function deviationsIn({ seed, mocks, clients }: Selftest): readonly string[] {
  const again = (name: string) => `repeat it with npm run check:selftest -- --seed ${seed} --only '${name}'`;
  const ofMocks = mocks.flatMap((one) =>
    deviationsOf(one).map(
      (what) => `${one.subject.name}: ${what}: ${again(one.subject.name)}${drawn(one.subject)}`,
    ),
  );
  const ofClients = clients.flatMap(({ subject: { name }, deviations }) =>
    deviations.map((what) => `${name}: ${what}: ${again(name)}`),
  );

  return [...ofMocks, ...ofClients];
}

/** The choices of a mixture, which its name does not say. */
function drawn(subject: Subject): string {
  if (subject.kind !== 'mixture') return '';
  const choices = Object.entries(subject.options.choices ?? {}).map(([name, option]) => `${name}=${option}`);

  return ` (${choices.join(' ')})`;
}

export function page(selftest: Selftest): string {
  const { seed, mocks, clients } = selftest;
  const deviations = deviationsIn(selftest);

  return generatedPage(
    'a run of the selftest',
    `${[
      '# The selftest',
      `\`npm run check:selftest\` judges the judges: the suite by ${mocks.length} mocks, and \`check-client\` by ${clients.length} clients. This
run had the seed ${seed}: ${deviations.length === 0 ? 'all results are as expected' : count(deviations.length, 'deviation')}.`,
      ...(deviations.length === 0 ? [] : [deviations.map((line) => `- ${line}`).join('\n')]),
      ...defects(mocks),
      ...choices(mocks),
      ...variants(mocks),
      ...ofClients(clients),
    ].join('\n\n')}\n`,
    'npm run check:selftest -- --write',
  );
}

function defects(mocks: readonly Judged[]): readonly string[] {
  const judged = mocks.filter(({ subject: { kind } }) => kind === 'defect');
  if (judged.length === 0) return [];
  const explained = judged.flatMap(({ subject: { name } }) => {
    const { why } = FAILS_BESIDES[name] ?? {};

    return why === undefined ? [] : [`- \`${name}\`: ${why}`];
  });

  return [
    '## Defects and rules',
    `Each mock breaks one rule, which must fail at effort standard; the other rules judge it at effort quick, or at effort standard where
the defect shows only in their requests. ${right(judged)} were found by the rule that they break, and by others only where this is
explained. No mock can break \`transport/https\`, which is about the address of a deployment.`,
    ...(explained.length === 0 ? [] : [explained.join('\n')]),
    matrix(judged),
  ];
}

function choices(mocks: readonly Judged[]): readonly string[] {
  const judged = mocks.filter(({ subject: { kind } }) => kind === 'plain' || kind === 'choice');
  if (judged.length === 0) return [];
  const warned = judged.flatMap(({ subject }) => {
    const rules = warningsOf(subject.options.choices).map((id) => `\`${id}\``);

    return rules.length === 0 ? [] : [`- \`${subject.name}\`: ${rules.join(', ')}`];
  });

  return [
    '## Choices',
    `Each mock takes one option that the document leaves open, at effort standard; \`plain\` has the default of every choice. ${right(judged)}
pass every must rule, with no warning but of the option itself:`,
    ...(warned.length === 0 ? [] : [warned.join('\n')]),
  ];
}

function variants(mocks: readonly Judged[]): readonly string[] {
  const rows = (['mixture', 'grease'] as const).flatMap((kind) => {
    const efforts = Map.groupBy(
      mocks.filter(({ subject }) => subject.kind === kind),
      ({ subject }) => subject.effort,
    );

    return [...efforts].map(
      ([effort, judged]) =>
        `| ${VARIANTS[kind]} | ${effort} | ${judged.length} | ${judged.length - rightOf(judged).length} | ${fewestJudged(judged, 'must')} | ${fewestJudged(judged, 'should')} |`,
    );
  });
  if (rows.length === 0) return [];

  return [
    '## Legal variants',
    'At effort quick the suite has no requests for some should rules.',
    [
      '| mocks | effort | judged | accused | must rules judged in each, at least | should rules |',
      '|---|---|--:|--:|--:|--:|',
      ...rows,
    ].join('\n'),
  ];
}

const VARIANTS = {
  mixture: 'mixtures: a random option of every choice, and half of them lenient',
  grease: 'greased: unspecified details vary from response to response',
} as const;

function fewestJudged(judged: readonly Judged[], level: Mark['level']): string {
  const ofLevel = judged.map(({ marks }) => marks.filter((mark) => mark.level === level));
  const numbers = ofLevel.map(
    (marks) => marks.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'blocked').length,
  );

  return `${Math.min(...numbers)} of ${ofLevel[0]?.length ?? 0}`;
}

function ofClients(clients: readonly JudgedClient[]): readonly string[] {
  if (clients.length === 0) return [];
  const fine = (kind: JudgedClient['subject']['kind']) => {
    const ofKind = clients.filter(({ subject }) => subject.kind === kind);

    return { all: ofKind, right: ofKind.filter(({ deviations }) => deviations.length === 0) };
  };
  const [mistakes, legal] = [fine('mistake'), fine('style')];

  return [
    '## Clients',
    `Each mistake breaks one rule on clients: ${mistakes.right.length} of ${mistakes.all.length} were found by that rule, and by no other. ${legal.right.length} of ${legal.all.length}
legal clients pass:`,
    legal.all.map(({ subject: { name } }) => `- ${name}`).join('\n'),
  ];
}

function rightOf(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter((one) => deviationsOf(one).length === 0);
}

function right(judged: readonly Judged[]): string {
  return `${rightOf(judged).length} of ${judged.length}`;
}

const SIGNS = {
  pass: '.',
  fail: 'f',
  unstable: '!',
  broken: '!',
  blocked: 'b',
  skipped: '-',
  observed: '.',
} as const;

/** A row for each mock, a column for each rule, and a bar between the groups of rules. */
function matrix(judged: readonly Judged[]): string {
  const rules = (judged[0]?.marks ?? []).filter(({ level }) => level !== 'observe').map(({ id }) => id);
  const groups = [...Map.groupBy(rules, groupOf)];
  const width = Math.max(...judged.map(({ subject: { name } }) => name.length));
  const line = (label: string, cells: readonly string[]) =>
    `${label.padEnd(width)} ${cells.join('|')}`.trimEnd();
  const numbers = rules.map((_, at) => String(at + 1).padStart(2)).values();
  const heads = groups.map(([group, ids]) => ({ group, numbers: ids.map(() => numbers.next().value ?? '') }));
  const columns = heads.map(
    ({ group, numbers: [first, ...more] }) =>
      `${[first, ...more.slice(-1)].join('-').replaceAll(' ', '')} ${group}`,
  );
  const row = ({ subject, marks }: Judged) => {
    const sign = ({ id, outcome }: Mark) =>
      outcome === 'fail' && brokenRule(subject) === id ? 'F' : SIGNS[outcome];
    const ofGroups = Map.groupBy(marks, ({ id }) => groupOf(id));

    return groups.map(([group]) => (ofGroups.get(group) ?? []).map(sign).join(''));
  };

  return [
    `\`.\` passes, \`F\` the broken rule fails, \`f\` another rule fails, \`b\` blocked by a rule that fails, \`-\` not judged, \`!\` must not be.
The columns: ${columns.join(', ')}.`,
    '',
    '```text',
    ...[0, 1].map((digit) =>
      line(
        '',
        heads.map((head) => head.numbers.map((number) => number[digit]).join('')),
      ),
    ),
    ...judged.map((one) => line(one.subject.name, row(one))),
    '```',
  ].join('\n');
}
