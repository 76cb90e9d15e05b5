/** The generated references have everything that there is, links lead somewhere, and the figures of the README were measured. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { runRules } from '../../cli/commands/rules.ts';
import { RULE_EXAMPLES } from '../../cli/rule-examples.gen.ts';
import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.gen.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { CHOICE_NAMES } from '../../src/contract/choices.ts';
import { ROOT } from '../support/root.ts';
import { blocksOf, PAGES, saysOfItself, textOf, treatmentOf, withoutBlocks } from './blocks.ts';
import { runPage } from './run-page.ts';

/** Each with the part of the page below it. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const [, ...sections] = textOf(page).split(/^## /m);

  return new Map(sections.map((section) => [section.split('\n', 1)[0] ?? '', section]));
}

describe('the reference', () => {
  test('of the rules has a section for each, with an example and how to fix a server', () => {
    const sections = sectionsOf('docs/rules.md');

    for (const { id, fix } of RULES) {
      expect(sections.get(id)).toContain(`**Fix**: ${fix}`);
      expect(sections.get(id)).toContain(RULE_EXAMPLES[id]);
      expect(RULE_EXAMPLES[id]).toMatch(/^expected: ./m);
    }
    for (const { id } of OBSERVATIONS) expect(sections.get('Observed')).toContain(`\`${id}\``);
    for (const { id, fix, example } of CLIENT_RULES)
      for (const part of [`### ${id}\n`, `**Fix**: ${fix}`, example.wrong, example.right])
        expect(sections.get('Rules on clients')).toContain(part);
  });

  test('of the choices has a section for each', () => {
    expect([...sectionsOf('docs/choices.md').keys()]).toEqual([
      'The strictest service',
      ...CHOICE_NAMES,
      'refusal-forms',
    ]);
  });

  test('of the command line has a section for each command', () => {
    const headings = COMMANDS.map(({ name }) => `tollgate ${name}`);

    expect([...sectionsOf('docs/cli.md').keys()]).toEqual([...headings, 'tollgate --help']);
  });
});

test.each([
  ...['--scenario', '--token-command', '--json', '--fail-on', '--watch', '--profile'],
  ...['--record', '--sign', '--build', '--public-key'],
])('%s stands in an example that is run', (option) => {
  const run = PAGES.filter((page) => !saysOfItself(textOf(page), /^no block is run: ./))
    .flatMap((page) => blocksOf(textOf(page)))
    .filter((block) => block.language === 'sh' && ['commands', 'start'].includes(treatmentOf(block).kind));

  expect(run.some(({ code }) => code.includes(`${option} `) || code.includes(`${option}\n`))).toBe(true);
});

test('only what is generated has no block that is run', () => {
  const untried = PAGES.filter((page) => saysOfItself(textOf(page), /^no block is run: ./));

  expect(untried).toEqual(PAGES.filter((page) => saysOfItself(textOf(page), /^Generated from /)));
  expect(untried.toSorted()).toEqual(['docs/choices.md', 'docs/cli.md', 'docs/rules.md', 'docs/selftest.md']);
});

/** What `tollgate rules ID` says of each: what is tried, what is wrong or right, and how to mend it. */
const SAID: readonly (readonly [id: string, ...parts: readonly string[]])[] = [
  ...RULES.map(({ id, tries = '', fix }) => [id, tries, fix, RULE_EXAMPLES[id] ?? ''] as const),
  ...CLIENT_RULES.map(({ id, fix, example }) => [id, fix, example.wrong, example.right] as const),
];

test.each(SAID)('tollgate rules %s says what is wrong and how to fix it', async (id, ...parts) => {
  const world = { command: 'tollgate' } as Parameters<typeof runRules>[1];
  const { out } = await runRules({ arguments: [id], options: { profile: undefined, json: false } }, world);

  for (const part of parts) expect(out.replace(/\s+/g, ' ')).toContain(part.replace(/\s+/g, ' '));
});

test('the rules that are marked as disputed are the open challenges', () => {
  const open = [...textOf('docs/challenges.md').matchAll(/^\| `(.*?)` \| .* \| ([\d-]+) \| open \|$/gm)].map(
    ([, id, day]) => [id, day],
  );

  expect(open).toEqual(
    [...RULES, ...CLIENT_RULES].flatMap(({ id, disputed }) => (disputed ? [[id, disputed]] : [])),
  );
});

// Where the links of the pages lead, as far as that is within the project.

const LINK = /\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)|<a href="([^"]+)"/gm;
const ELSEWHERE = /^[a-z]+:/;

test.each([...PAGES, 'llms.txt'])('every link of %s leads to a file and a heading that are there', (page) => {
  const links = [...withoutBlocks(textOf(page)).matchAll(LINK)]
    .map(([, inline, reference, html]) => inline ?? reference ?? html ?? '')
    .filter((link) => !ELSEWHERE.test(link));
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;

    return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
  });

  expect(broken).toEqual([]);
});

/** As GitHub makes them of headings, and those that a page sets itself. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = withoutBlocks(page);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  const repeated = headings.map((slug, at) => {
    const before = headings.slice(0, at).filter((earlier) => earlier === slug).length;

    return before === 0 ? slug : `${slug}-${before}`;
  });

  return new Set([...repeated, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)]);
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

// The README compares by figures that were measured: those of docs/benchmarks.md, which `npm run bench` writes.

const [, table = ''] = textOf('README.md').split('As mocks');
const rows = table
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\|.*\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const figures = [...textOf('docs/benchmarks.md').matchAll(/^\|.*/gm)].map(([line]) => line);

test.each(rows ?? [])('of %s%s', (_, name = '', perSecond = '', ratio = '') => {
  const server = name.replace(/,.*| [\d.]+$/g, '').replaceAll('`', '');

  expect(figures.filter((line) => line.includes(server)).join('\n')).toContain(`| ${perSecond} | ${ratio} |`);
});

const STARTS = [
  ['tollgate mock, to its first fee', /first fee call (\d+) ms/],
  ['tollgate --help, to its end', /--help` takes (\d+) ms/],
] as const;

test('are there for the mock and two peers, with the time to the first fee', () => {
  expect(rows).toHaveLength(3);
  for (const [what, pattern] of STARTS) {
    const [, ms] = pattern.exec(table) ?? [];

    expect(figures.filter((line) => line.startsWith(`| ${what} | ${ms} |`))).toHaveLength(1);
  }
});

// The runner of pages has to tell what is wrong with one: the page, the line, what came.

const WRONG: readonly (readonly [what: string, page: string, said: RegExp])[] = [
  [
    'a command that fails',
    '# T\n\n```sh\necho a\nfalse\necho b\n```\n',
    /^p\.md:4: expected exit code 0, got 1 of `false`\na\nb/,
  ],
  ['another exit code', '<!-- exit: 3 -->\n```sh\n(exit 4)\n```\n', /^p\.md:3: expected exit code 3, got 4/],
  ['a success that was to fail', '<!-- exit: 1 -->\n```sh\ntrue\n```\n', /expected exit code 1, got 0/],
  [
    'other output',
    '```sh\necho a b\n```\n<!-- prints -->\n```text\na c\n```\n',
    /^p\.md:6: .*to print this, got\na b/,
  ],
  [
    'a comment that is not known',
    '<!-- exits: 1 -->\n```sh\ntrue\n```\n',
    /expected a comment such as .*exits: 1/,
  ],
  [
    'a script that throws',
    '```ts\nthrow new Error("no");\n```\n',
    /expected exit code 0, got 1 of `node line-2.ts`[\s\S]*no/,
  ],
  [
    'a part of a file that is not there',
    '<!-- from: LICENSE -->\n```text\nno\n```\n',
    /p\.md:3: expected a part of LICENSE/,
  ],
  ['a deployment that is not right', '```yaml\nurl: 7\n```\n', /url/],
];

describe.concurrent('a page is not right with', () => {
  test.each(WRONG)('%s', async (_, page, said) => {
    await expect(runPage('p.md', page)).rejects.toThrow(said);
  });
});
