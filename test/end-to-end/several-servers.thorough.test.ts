/** What the mock acknowledged is there after kill -9: by both identifiers, with the last fee and the last note. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { Transaction } from '../../src/ledger/ledger.ts';
import { openSqliteLedger } from '../../src/ledger/sqlite.ts';
import { findFreePort } from '../deployments/listen.ts';
import { headersFor, posting } from '../support/ask-mock.ts';
import { ownFolder, temporaryFolder } from '../support/folders.ts';
import { HAR_SCHEMA } from '../support/har-files.ts';
import { ROOT } from '../support/root.ts';
import { startTollgate, tollgate, tollgateHere, watch } from './command.ts';

const KILLS = 8;
const IN_FLIGHT = 32;

const folder = temporaryFolder();

/** A transaction as a client knows it. What it asked last may or may not have been done, unless it was answered. */
interface Note {
  readonly sTxId: string;
  readonly mTxIds: Doubt<string | undefined>;
  readonly amounts: Doubt<number>;
  readonly authCodes: Doubt<string | undefined>;
  /** By amount. */
  readonly fees: Map<number, number>;
}

/** The value that was acknowledged, then perhaps one that was only asked for. */
type Doubt<T> = T[];

test(`nothing that was answered is lost in ${KILLS} kills`, { timeout: 300_000 }, async () => {
  const file = join(folder, 'ledger.db');
  let seen = 0;

  for (let round = 1; round <= KILLS; round++) {
    const mock = startTollgate(['mock', '--port', '0', '--ledger', `sqlite:${file}`]);
    const welcome = await mock.printed(/Ctrl-C/);
    const client = createClient(welcome);
    const notes: Note[] = [];
    const answers = { count: 0 };
    // Counted and not timed: as often as not in the middle of a commit, however slow the machine is.
    const last = 40 + round * 92;
    const working = Array.from({ length: IN_FLIGHT }, (_, worker) =>
      work(client, notes, `${round}-${worker}`, () => {
        answers.count += 1;
        if (answers.count === last) void mock.end('SIGKILL');
      }),
    );
    const ends = await Promise.allSettled(working);
    await mock.end('SIGKILL');
    client.close();

    expect(ends).toMatchObject(ends.map(() => ({ reason: { code: expect.stringMatching(/^E[A-Z]+$/) } })));
    expect(notes.length).toBeGreaterThan(10);
    await expectKept(file, notes);
    seen += notes.length;
  }

  expect(seen).toBeGreaterThan(KILLS * 100);
  await expectServed(file);
});

interface Client {
  /** @throws where no answer came */
  readonly ask: (path: string, body: object) => Promise<{ sTxId: string; transactionFee: number }>;
  readonly close: () => void;
}

/** Opens, updates and sells transactions one after another until the server stops answering. */
async function work({ ask }: Client, notes: Note[], name: string, answered: () => void): Promise<never> {
  for (let turn = 1; ; turn++) {
    const mTxId = turn % 2 === 0 ? undefined : `order ${name}-${turn}`;
    const sale = { nicn: '424242', region: 'AZ' };
    const first = await ask('/v1/ch', { ...sale, amount: turn, mTxId });
    const note: Note = {
      sTxId: first.sTxId,
      mTxIds: [mTxId],
      amounts: [turn],
      authCodes: [undefined],
      fees: new Map([[turn, first.transactionFee]]),
    };
    notes.push(note);
    answered();

    for (const amount of [turn + 100.5, turn + 2000]) {
      note.amounts.push(amount);
      const naming = mTxId === undefined || amount > 2000 ? { sTxId: note.sTxId } : { mTxId };
      const updated = await ask('/v1/ch', { ...sale, amount, ...naming });
      note.fees.set(amount, updated.transactionFee);
      note.amounts.shift();
      expect(updated.sTxId).toBe(note.sTxId);
      answered();
    }

    const late = mTxId ?? `late ${name}-${turn}`;
    note.authCodes.push(`code ${turn}`);
    note.mTxIds.push(late);
    await ask('/v1/ch/sale', { sTxId: note.sTxId, mTxId: late, authCode: `code ${turn}` });
    note.authCodes.shift();
    note.mTxIds.shift();
    answered();
  }
}

async function expectKept(file: string, notes: readonly Note[]): Promise<void> {
  const ledger = openSqliteLedger(file);
  const merchant = 'one';

  for (const { sTxId, mTxIds, amounts, authCodes, fees } of notes) {
    const found = await ledger.find(merchant, { sTxId });
    expect(found.kind).toBe('found');
    const { mTxId, request, fee, sale } = (found as { readonly transaction: Transaction }).transaction;
    expect(mTxIds).toContain(mTxId);
    expect(amounts).toContain(request.amount);
    expect(fee).toBe(fees.get(request.amount) ?? fee);
    expect(authCodes).toContain(sale?.authCode);
    if (mTxId !== undefined) expect(await ledger.find(merchant, { mTxId })).toEqual(found);
  }
  await ledger.close();
}

/** The mock itself goes on where it was killed. */
async function expectServed(file: string): Promise<void> {
  await using mock = startTollgate(['mock', '--port', '0', '--ledger', `sqlite:${file}`]);
  const client = createClient(await mock.printed(/Ctrl-C/));
  const ledger = openSqliteLedger(file);
  const found = await ledger.find('one', { mTxId: 'order 1-0-1' });
  const sTxId = found.kind === 'found' ? found.transaction.sTxId : undefined;

  expect(await client.ask('/v1/ch/sale', { mTxId: 'order 1-0-1' })).toEqual({ sTxId });
  expect(await client.ask('/v1/ch/sale', { sTxId })).toEqual({ sTxId });
  client.close();
  await ledger.close();
}

function createClient(welcome: string): Client {
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const headers = headersFor(token);

  return {
    close: () => agent.destroy(),
    ask: (path, body) =>
      new Promise((resolve, reject) => {
        const asked = request(url + path, { method: 'POST', headers, agent }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('error', reject);
          answer.on('end', () =>
            answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
          );
        });
        asked.on('error', reject);
        asked.end(JSON.stringify(body));
      }),
  };
}

// `tollgate proxy --record` when the disk takes no more, and when the process is killed: the file stays valid HAR.

const MAIN = join(ROOT, 'cli/tollgate.js');
const WELCOME = /tollgate proxy: (\S+) forwards to/;

const isHar = new Ajv({ strict: false, validateFormats: false }).compile(HAR_SCHEMA);

/** @param limits commands of the shell that starts the proxy */
async function recordThrough(to: string, limits = '') {
  const recording = join(ownFolder(), 'traffic.har');
  const args = [MAIN, 'proxy', '--to', to, '--port', '0', '--record', recording];
  const proxy = watch(spawn('bash', ['--norc', '-c', `${limits} exec "$0" "$@"`, process.execPath, ...args]));
  const [, url = ''] = WELCOME.exec(await proxy.printed(WELCOME)) ?? [];

  return Object.assign(proxy, { url, recording });
}

async function price(url: string, token: string, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const body = { amount: 10 + at, nicn: '424242', region: 'AZ', data: ['x'.repeat(200)] };
    const answer = await posting(url, token)('/v1/ch', body);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }

  return statuses;
}

function entriesIn(path: string): readonly unknown[] {
  const har = JSON.parse(readFileSync(path, 'utf8'));
  expect(isHar(har), JSON.stringify(isHar.errors)).toBe(true);

  return har.log.entries;
}

/** The entries of a file that may be in the middle of a change: then -1. */
function countIn(path: string): number {
  try {
    return entriesIn(path).length;
  } catch {
    return -1;
  }
}

test('a disk that takes no more stops the recording, and neither the traffic nor the verdict', async () => {
  await using mock = await startMock({ control: 'off' });
  // 64 KiB is the largest file; without the trap the signal would end the process.
  await using proxy = await recordThrough(mock.url, `trap '' XFSZ; ulimit -f 64;`);
  const statuses = await price(proxy.url, await mock.token(), 150);
  await proxy.printed(/recording has stopped/);

  expect(await proxy.end('SIGINT')).toBe(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(proxy.out().match(/tollgate: --record: .*got the largest size of a file/g)).toHaveLength(1);
  expect(proxy.out()).toContain('150 exchanges judged');
  const { length } = entriesIn(proxy.recording);
  expect(length).toBeGreaterThan(10);
  expect(length).toBeLessThan(150);
  expect(await tollgateHere(['check-traffic', proxy.recording])).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${length} exchanges judged`),
  });
});

test('kill -9 loses nothing but the last exchange', { timeout: 120_000 }, async () => {
  await using mock = await startMock({ control: 'off' });
  const token = await mock.token();
  for (const count of [1, 7, 40]) {
    await using proxy = await recordThrough(mock.url);
    await price(proxy.url, token, count);
    // On a busy machine the last but one may still be on its way to the disk; and a file that is being written is not whole.
    await expect.poll(() => countIn(proxy.recording)).toBeGreaterThanOrEqual(count - 1);
    expect(await proxy.end('SIGKILL')).toBe(null);

    const { length } = entriesIn(proxy.recording);
    expect(length).toBeGreaterThanOrEqual(count - 1);
    expect((await tollgateHere(['check-traffic', proxy.recording])).code).toBe(length === 0 ? 3 : 0);
  }
});

// The vendor's path, on an implementation that is not ours: Prism as it comes, serving the contract.

test('stock Prism fails on its canned identifier, and passes what the contract alone can tell', async () => {
  const port = await findFreePort();
  await using prism = watch(
    spawn(
      process.execPath,
      [join(ROOT, 'node_modules/.bin/prism'), 'mock', '--port', String(port), 'openapi.yaml'],
      { cwd: ROOT },
    ),
  );
  await prism.printed(/Prism is listening/);
  const { code, out } = await tollgate(`conform http://127.0.0.1:${port} --token a.b.c --report json`);
  const report = JSON.parse(out) as Report;
  const musts = report.rules.filter(({ level }) => level === 'must');
  const idsOf = (outcome: string, rules = musts) =>
    rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
  const warned = idsOf(
    'fail',
    report.rules.filter(({ level }) => level === 'should'),
  );

  expect(code).toBe(1);
  expect(report.verdict).toBe('nonconformant');
  expect(idsOf('fail')).toEqual(['identity/stxid-is-unique']);
  expect(idsOf('blocked')).toEqual([
    'fee-request/accepts-any-spelling',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-by-both-keeps-stxid',
    'identity/update-recalculates-fee',
    'identity/distinct-mtxids-are-distinct',
    'identity/concurrent-updates-keep-stxid',
    'identity/outlives-other-traffic',
    'identity/state-machine',
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/accepts-both',
    'sale/accepts-late-mtxid',
    'sale/authcode-is-optional',
    'sale/authcode-is-opaque',
  ]);
  expect(idsOf('skipped')).toEqual([
    'processor/optional-with-one',
    'processor/required-with-several',
    'processor/accepts-mid-or-name',
    'processor/mid-and-name-agree',
    'fee/matches-reference',
  ]);
  expect(idsOf('pass')).toEqual(
    expect.arrayContaining([
      'nicn/accepts-6-to-8-digits',
      'nicn/refuses-fewer-than-6-digits',
      'nicn/refuses-more-than-8-digits',
      'nicn/refuses-non-digits',
      'fee-request/requires-amount',
      'fee-request/requires-nicn',
      'fee-request/requires-region',
    ]),
  );
  expect(idsOf('pass')).toHaveLength(musts.length - 1 - idsOf('blocked').length - idsOf('skipped').length);
  expect(warned).toEqual(
    expect.arrayContaining(['auth/refuses-invalid-token', 'fee-request/refuses-negative-amount']),
  );
});
