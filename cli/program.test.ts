import { describe, expect, test } from 'vitest';
import { unwatched } from '../test/end-to-end/command.ts';
import { flagOf } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { runProgram } from './program.ts';

const WORLD = unwatched(AbortSignal.abort());

function run(line: string) {
  return runProgram(line === '' ? [] : line.split(' '), WORLD);
}

describe('what is misspelt', () => {
  test.each([
    ['confrom', "tollgate: unknown command 'confrom'\n(Did you mean conform?)"],
    ['help confrom', 'got confrom. Did you mean conform?'],
    ['conform --efort quick', "tollgate: unknown option '--efort'\n(Did you mean --effort?)"],
    [
      'conform --effort standrad',
      'expected one of quick, standard, deep, got standrad. Did you mean standard?',
    ],
    ['conform --only ncin', 'Did you mean nicn?'],
    ['conform --only nicn,region', 'got nicn,region. Give each by itself: --only nicn --only region'],
    ['conform --skip identiy/*', 'Did you mean identity/*?'],
    ['conform --only identiy/update-*', 'Did you mean identity/update-*?'],
    ['conform --only identiy/stxid-is-uniqe', 'Did you mean identity/stxid-is-unique?'],
    ['conform --report jnuit=x.xml', 'Did you mean junit?'],
    ['mock --control loopbak', 'Did you mean loopback?'],
    ['mock --choose sucess-status=200', 'Did you mean success-status?'],
    ['mock --choose refusal=problm', 'Did you mean problem?'],
    ['mock --defect nicn/refuses-non-digit', 'Did you mean nicn/refuses-non-digits?'],
    ['conform --only nicn/refuse', 'Did you mean nicn/refuse*?'],
    ['conform --only nicn/refuses-fewer', 'Did you mean nicn/refuses-fewer-than-6-digits?'],
    ['conform --skip nicn/', 'Did you mean nicn/*?'],
    ['rules ncin', 'Did you mean nicn?'],
    ['rules identity/update-by-mtxid', 'Did you mean identity/update-by-mtxid-keeps-stxid?'],
    ['rules nicn/refuses-fewer', 'Did you mean nicn/refuses-fewer-than-6-digits?'],
    ['rules robustness/survives', 'Did you mean robustness/survives'],
    ['token --merchant severl', 'Did you mean several?'],
  ])('gets what is nearest: tollgate %s', async (line, hint) => {
    const { code, out, problem } = await run(line);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(problem).toContain(hint);
  });

  test('an empty pattern is wrong usage', async () => {
    const { code, problem } = await runProgram(['conform', '--only', ''], WORLD);

    expect({ code, problem }).toEqual({
      code: 2,
      problem:
        'tollgate: --only: expected a pattern that selects a rule, got an empty text: is a variable not set?\n',
    });
  });

  test('and is like nothing gets all there is', async () => {
    const { code, problem } = await run('help xyzzy');

    expect(code).toBe(2);
    expect(problem).toBe(
      `tollgate: help: expected one of ${COMMANDS.map(({ name }) => name).join(', ')}, got xyzzy\n`,
    );
  });
});

describe('the help', () => {
  test('without a command is the list of them', async () => {
    const asked = await Promise.all(['', '--help', 'help'].map(run));

    expect(asked.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(asked.map(({ out }) => out)).size).toBe(1);
    for (const { name } of COMMANDS) expect(asked[0]?.out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test.each(COMMANDS)(
    'of $name fits a terminal, with examples that name options which there are',
    async (command) => {
      const { code, out } = await run(`${command.name} --help`);
      const flags = new Set(Object.keys(command.options).map(flagOf));
      const used = command.examples.flatMap((example) => example.match(/(?<= )--[a-z-]+/g) ?? []);

      expect(code).toBe(0);
      expect(await run(`help ${command.name}`)).toMatchObject({ code: 0, out });
      expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
      expect(command.examples.length).toBeGreaterThan(0);
      expect(command.examples.filter((example) => !example.includes(`tollgate ${command.name}`))).toEqual([]);
      expect(used.filter((flag) => !flags.has(flag))).toEqual([]);
    },
  );
});
