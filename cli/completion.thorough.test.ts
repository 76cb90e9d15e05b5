/** The scripts in the shells they are for. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileWriter, temporaryFolder } from '../test/support/folders.ts';
import { flagOf } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { completionFor } from './completion.ts';
import { readTemplate } from './templates.ts';

const folder = temporaryFolder();
const PATIENCE = 60_000;

/** Left out with a line where the shell is missing; on CI it has to be there. */
function isThere(shell: string): boolean {
  const isInstalled = spawnSync(shell, ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true')
    process.stderr.write(`${shell} is not installed: the tests of its completion are left out\n`);

  return isInstalled || process.env['CI'] === 'true';
}

function run(shell: string, args: readonly string[], script: string): string {
  const { status, stdout, stderr } = spawnSync(shell, [...args, script], {
    encoding: 'utf8',
    timeout: PATIENCE,
    env: { ...process.env, HOME: folder, TERM: 'xterm' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });

  return stdout;
}

const saved = fileWriter(folder);

/** The command that the scripts call. */
const TOLLGATE = `tollgate() { ${process.execPath} ${join(import.meta.dirname, 'tollgate.js')} "$@"; }`;

describe('in bash', () => {
  /** For a line in which a blank parts words as bash does. */
  const offered = (line: string) =>
    completionFor('bash', COMMANDS, line.split(' ').slice(1)).trimEnd().split('\n');

  test.each([
    ['tollgate con', ['conform']],
    ['tollgate conform --ef', ['--effort']],
    ['tollgate conform --effort ', ['quick', 'standard', 'deep']],
    ['tollgate conform --effort = q', ['quick']],
    ['tollgate conform http : //127.0.0.1:4010 --max', ['--max-requests', '--max-time']],
    ['tollgate conform --report j', ['json', 'junit']],
    ['tollgate conform --skip coun', ['country', 'country/defaults-to-840', 'country/refuses-unknown']],
    ['tollgate rules client-flow/sells-o', ['client-flow/sells-once']],
    ['tollgate mock --choose zero', ['zero-amount=']],
    ['tollgate mock --choose zero-amount = ', ['take', 'refuse']],
    ['tollgate mock --choose zero-amount = r', ['refuse']],
    ['tollgate mock --defect transport/', ['transport/post-only', 'transport/content-type-json']],
    ['tollgate mock --defect nicn/refuses-non-digits --ledger mem', ['memory']],
    ['tollgate replay --token x report.json auth/refuses-m', ['auth/refuses-missing-token']],
    ['tollgate rules coun', ['country', 'country/defaults-to-840', 'country/refuses-unknown']],
    ['tollgate completion f', ['fish']],
    ['tollgate help to', ['token']],
    ['tollgate conform --report junit = fi', ['']],
    ['tollgate conform --deployment st', ['']],
  ])('%s', (line, expected) => {
    expect(offered(line)).toEqual(expected);
  });

  test('every command offers every option that it has', () => {
    const flags = COMMANDS.map(({ options }) => [...Object.keys(options).map(flagOf), '--help']);

    expect(COMMANDS.map(({ name }) => offered(`tollgate ${name} --`))).toEqual(flags);
    expect(flags.flat().length).toBeGreaterThan(40);
  });

  test('what is typed at its prompt is completed', () => {
    const script = saved('tollgate.bash', readTemplate('cli/completions/tollgate.bash'));
    const asking = ['tollgate conform --ef', 'tollgate mock --choose zero-amount = r'].map((line) => {
      const words = line.split(' ').map((word) => `'${word}'`);

      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _tollgate; echo "\${COMPREPLY[*]}"`;
    });
    const out = run(
      'bash',
      ['--norc', '--noprofile', '-c'],
      [TOLLGATE, `source ${script}`, ...asking].join('\n'),
    );

    expect(out).toBe('--effort\nrefuse\n');
  });
});

describe.runIf(isThere('fish'))('in fish', () => {
  const FISH = `function tollgate; ${process.execPath} ${join(import.meta.dirname, 'tollgate.js')} $argv; end`;

  test('commands, options and values are offered, and files where one is expected', () => {
    const script = saved('tollgate.fish', readTemplate('cli/completions/tollgate.fish'));
    const file = saved('staging.yaml', '');
    const offered = (line: string) =>
      run('fish', ['--no-config', '-c'], `${FISH}; source ${script}; complete -C "${line}"`)
        .split('\n')
        .map((one) => one.split('\t')[0]);

    expect(offered('tollgate conf')).toContain('conform');
    expect(offered('tollgate conform --ef')).toEqual(['--effort', '']);
    expect(offered('tollgate conform --effort ')).toEqual(['deep', 'quick', 'standard', '']);
    expect(offered('tollgate mock --choose zero-amount=r')).toEqual(['zero-amount=refuse', '']);
    expect(offered('tollgate replay report.json auth/refuses-m')).toEqual(['auth/refuses-missing-token', '']);
    expect(offered(`tollgate conform --deployment ${folder}/sta`)).toEqual([file, '']);
    expect(offered(`tollgate conform --report json=${folder}/sta`)).toEqual([`json=${file}`, '']);
  });
});

describe.runIf(isThere('zsh'))('in zsh', () => {
  test('what is typed at its prompt is completed', () => {
    const script = saved('_tollgate', readTemplate('cli/completions/tollgate.zsh'));
    const typed = [
      ['tollgate conf', 'conform'],
      ['tollgate conform --ef', '--effort'],
      ['tollgate mock --control loop', 'loopback'],
      ['tollgate conform --report jun', 'junit'],
      [`tollgate conform --report json=${script.slice(0, -2)}`, '_tollgate'],
      ['tollgate mock --choose zero-a', 'zero-amount='],
      ['tollgate mock --choose zero-amount=r', 'refuse'],
      ['tollgate replay report.json auth/refuses-m', 'missing-token'],
      ['tollgate help tok', 'token'],
    ] as const;
    const start = `PS1='READY'; ${TOLLGATE}; autoload -Uz compinit; compinit -D -u; stty cols 300; source ${script}; PS1="GO> "`;
    const asking = typed.map(
      ([line, whole]) =>
        `zpty -w -n z '${line}'$'\\t'; zpty -r -m z seen '*${whole}*'; print -r -- '${whole}'; zpty -w -n z $'\\x15'`,
    );
    const out = run(
      'zsh',
      ['-f', '-c'],
      [
        'zmodload zsh/zpty',
        'zpty z zsh -f -i',
        `zpty -w z '${start}'`,
        `zpty -r -m z seen '*GO> *'`,
        ...asking,
      ].join('\n'),
    );

    expect(out.trimEnd().split('\n')).toEqual(typed.map(([, whole]) => whole));
  });
});
