/** What the mock acknowledged is there after kill -9: by both identifiers, with the last fee and the last note. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Transaction } from '../../src/ledger/ledger.ts';
import { openSqliteLedger } from '../../src/ledger/sqlite.ts';
import { startTollgate } from './command.ts';

const KILLS = 8;
const IN_FLIGHT = 32;

const folder = mkdtempSync(join(tmpdir(), 'tollgate-durable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${token}`,
  };

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
