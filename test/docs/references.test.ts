/** The generated references have everything that there is, and the command shows the same of a rule. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { rules } from '../../cli/commands/rules.ts';
import { RULE_EXAMPLES } from '../../cli/rule-examples.gen.ts';
import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { CHOICE_NAMES } from '../../src/contract/choices.ts';
import { blocksOf, saysOfItself } from './blocks.ts';
import { PAGES, textOf } from './pages.ts';
import { treatmentOf } from './treatment.ts';

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

test.each(RULES.map(({ id }) => id))(
  'tollgate rules %s says what is tried, what fails it and how to fix it',
  async (id) => {
    const world = { command: 'tollgate' } as Parameters<typeof rules.run>[1];
    const { out } = await rules.run({ arguments: [id], options: { profile: undefined, json: false } }, world);
    const { tries = '', fix } = RULES.find((rule) => rule.id === id)!;
    const said = out.replace(/\s+/g, ' ');

    for (const part of [tries, fix, RULE_EXAMPLES[id] ?? ''])
      expect(said).toContain(part.replace(/\s+/g, ' '));
  },
);

test.each(CLIENT_RULES)(
  'tollgate rules $id says what is wrong, what is right and how to fix a client',
  async (rule) => {
    const world = { command: 'tollgate' } as Parameters<typeof rules.run>[1];
    const { out } = await rules.run(
      { arguments: [rule.id], options: { profile: undefined, json: false } },
      world,
    );
    const said = out.replace(/\s+/g, ' ');

    for (const part of [rule.fix, rule.example.wrong, rule.example.right])
      expect(said).toContain(part.replace(/\s+/g, ' '));
  },
);

test('the rules that are marked as disputed are the open challenges', () => {
  const open = [...textOf('docs/challenges.md').matchAll(/^\| `(.*?)` \| .* \| ([\d-]+) \| open \|$/gm)].map(
    ([, id, day]) => [id, day],
  );

  expect(open).toEqual(
    [...RULES, ...CLIENT_RULES].flatMap(({ id, disputed }) => (disputed ? [[id, disputed]] : [])),
  );
});
