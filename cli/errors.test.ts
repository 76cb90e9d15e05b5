import { expect, test } from 'vitest';
import type { CommandContext } from './command.ts';
import { safeProblem } from './output.ts';
import { runProgram } from './program.ts';

const context = {
  environment: {},
  command: 'tollgate',
  warn: () => {},
  progress: () => {},
  shutdown: new AbortController().signal,
} as unknown as CommandContext;

test.each([
  ['a misspelt option with its value', ['conform', 'http://127.0.0.1:1', '--tokn=s3cr3t']],
  ['a misspelt option with its value behind it', ['conform', 'http://127.0.0.1:1', '--tokn', 's3cr3t']],
  ['a misspelt short option', ['token', '-s3cr3t']],
  ['an argument too many', ['conform', 'http://127.0.0.1:1', 's3cr3t']],
  ['several arguments too many', ['mock', 's3cr3t', "it's s3cr3t"]],
  ['an address with a password', ['conform', 'https://user:s3cr3t@fees.example.com']],
  ['an address with a password and no scheme', ['conform', 'user:s3cr3t@fees.example.com']],
  ['an address with a token in its query', ['conform', 'fees.example.com?token=s3cr3t&a=1']],
  ['another kind of address with a password', ['mock', '--ledger', 'mysql:user:s3cr3t@db']],
  ['an address in the place of a file', ['mock', '--jwks', 'ftp://user:s3cr3t@keys.example.com']],
  ['a token in the place of a command', ['eyJhbGciOiJub25lIn0.s3cr3t.x']],
])('standard error does not repeat %s', async (_, args) => {
  const { code, out, problem = '' } = await runProgram(args, context);

  expect(code).toBe(2);
  expect(problem).not.toBe('');
  expect(out + problem).not.toContain('3cr3t');
});

test('the rest of a problem stays as it is', () => {
  const text =
    "tollgate: unknown option '--tokn'\n(Did you mean --token?)\ntollgate: --seed: expected a whole number from 0 to 2147483647, got https://fees.example.com:8443/a?b=1\n";

  expect(safeProblem(text)).toBe(text);
  expect(safeProblem("unknown option '--tokn=x'")).toBe("unknown option '--tokn=(not shown)'");
  expect(safeProblem("too many arguments for 'conform'. Expected 1 argument but got 2: a, b.")).toBe(
    "too many arguments for 'conform'. Expected 1 argument but got 2.",
  );
});
