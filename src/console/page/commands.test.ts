import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/folders.ts';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { commandsFor } from './commands.ts';

const BASE = new URL('http://127.0.0.1:4010/');
/** What a shell, JavaScript or Python could take for its own. */
const ODD = `it's "$HOME" \\ \`id\` \n \u202e é 🙂 \${1} {x}`;

function entry(more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    ...{ requestId: 'a-1', time: '2026-01-31T12:00:00.000Z', milliseconds: 1, status: 422 },
    ...{ method: 'POST', path: '/v1/ch', query: 'a=1&b=%27' },
    request: {
      headers: {
        'content-type': 'application/json',
        host: 'elsewhere',
        authorization: '(not kept)',
        'x-requested-with': 'xhr',
        'content-length': '1',
      },
      body: { mTxId: ODD, amount: 5 },
    },
    answer: { headers: {} },
    ...{ violations: [], overlooked: [], choices: {}, hints: [] },
    ...more,
  };
}

function commandOf(label: string, of = entry(), base = BASE): string {
  const text = commandsFor(of, base).find((command) => command.label === label)?.text;
  if (text === undefined) throw new Error(`no command for ${label}`);

  return text;
}

const folder = temporaryFolder();

/** What each program sends: in place of curl, fetch and requests stands what prints it. */
const RUN: Readonly<Record<string, (command: string) => string>> = {
  curl(command) {
    const script = `curl() { for part in "$@"; do printf '%s\\0' "$part"; done; }\n${command}`;

    return run('bash', ['--norc', '-c', script]);
  },
  'fetch (Node)'(command) {
    const print =
      'globalThis.fetch = (...all) => { process.stdout.write(JSON.stringify(all)); process.exit(); };';
    const file = join(folder, 'fetch.mjs');
    writeFileSync(file, `${print}\n${command}`);

    return run(process.execPath, [file]);
  },
  'Python (requests)'(command) {
    const requests = `import json
def request(method, url, headers, data):
    print(json.dumps([url, {"method": method, "headers": headers, "body": data.decode()}]))
    raise SystemExit`;
    writeFileSync(join(folder, 'requests.py'), requests);
    writeFileSync(join(folder, 'command.py'), command);

    return run('python3', [join(folder, 'command.py')]);
  },
};

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], TOLLGATE_TOKEN: 'the.token' },
  });
  if (status !== 0) throw new Error(stderr);

  return stdout;
}

const URL_SENT = 'http://127.0.0.1:4010/v1/ch?a=1&b=%27';
const SENT = [
  URL_SENT,
  {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: 'Bearer the.token',
    },
    body: JSON.stringify({ mTxId: ODD, amount: 5 }),
  },
];

describe('an exchange as a command', () => {
  it('curl sends the same request with the token of the shell', () => {
    expect(RUN['curl']?.(commandOf('curl')).split('\0')).toEqual([
      ...['-sS', URL_SENT, '-H', 'content-type: application/json', '-H', 'x-requested-with: xhr'],
      ...[
        '-H',
        'Authorization: Bearer the.token',
        '--data-raw',
        JSON.stringify({ mTxId: ODD, amount: 5 }),
        '',
      ],
    ]);
  });

  it.each(['fetch (Node)', 'Python (requests)'])(
    '%s sends the same request with the token of the environment',
    (label) => {
      expect(JSON.parse(RUN[label]?.(commandOf(label)) ?? '')).toEqual(SENT);
    },
  );

  it.each(['curl', 'fetch (Node)', 'Python (requests)'])(
    'as %s has nothing that acts on a terminal',
    (label) => {
      expect(commandOf(label).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    },
  );

  it('goes to the world of the exchange, and names it once', () => {
    const inWorld = entry({ world: 'cart-7' });

    expect(commandOf('curl', inWorld)).toContain("'http://127.0.0.1:4010/w/cart-7/v1/ch?");
    expect(commandOf('curl', inWorld, new URL('w/cart-7/', BASE))).toContain('4010/w/cart-7/v1/ch?');
  });

  it('sends no token where the request had none, and no body', () => {
    const text = commandOf('curl', entry({ method: 'GET', request: { headers: {} } }));

    expect(text).toBe(`curl -sS -X GET '${URL_SENT}'`);
  });
});
