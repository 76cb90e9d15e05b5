/** Runs side by side: the report is that of one run after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import { createFeeClient } from '../../src/client/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { MISTAKES, type RunShop } from '../selftest/clients.ts';
import { temporaryFolder } from '../support/folders.ts';

const folder = temporaryFolder();

const NO_SALE = 'client-resilience/no-sale-after-refused-fee';
const LATE = 'client-tolerance/late-answers';
const CART = { amount: 100, nicn: '424242', region: '85004' };

/** Prices an order, updates it, and sells it. */
async function sell({ url, token }: RunContext): Promise<void> {
  const client = createFeeClient({ baseUrl: url, token });
  for (const amount of [100, 90]) {
    const priced = await client.fee({ ...CART, amount, mTxId: 'order-1' });
    if (priced.kind !== 'fee') throw new Error(`no fee: ${priced.kind}`);
  }
  const sale = await client.sale({ mTxId: 'order-1' });
  if (sale.kind !== 'sale') throw new Error(`no sale: ${sale.kind}`);
}

/** A client with a resource of its own, such as a port: it fails while another run has it. */
function needsAPort(): RunShop {
  let users = 0;

  return async (context) => {
    users += 1;
    try {
      if (users > 1) throw new Error('the port is taken');
      await pause(50);
      await sell(context);
    } finally {
      users -= 1;
    }
  };
}

/** Runs a check, and counts how many runs took place at once. */
async function check(name: string, run: RunShop, jobs: number) {
  const path = join(folder, `${name}-${jobs}.har`);
  const taken = new Set<number>();
  let most = 0;
  const onRun: string[] = [];
  const report = await checkClient({
    ...{ startMock, seed: 7, jobs, target: name },
    // Nine runs: those with late answers and with silence take seconds.
    selects: (id) => id === NO_SALE || (!/^client-(?:flow|resilience)/.test(id) && id !== LATE),
    onRun: (number, what) => onRun.push(`${number} ${what}`),
    record: {
      path,
      onError(error) {
        throw error;
      },
    },
    async run(context) {
      expect(taken).not.toContain(context.job);
      taken.add(context.job);
      most = Math.max(most, taken.size);
      try {
        await run(context);
      } finally {
        taken.delete(context.job);
      }
    },
  });
  const recording = readFileSync(path, 'utf8');
  const titles: readonly string[] = JSON.parse(recording).log.pages.map(
    ({ title }: { title: string }) => title,
  );
  const verified = await verifyRecording(JSON.parse(JSON.stringify(report)), recording, 'client.har');

  return { report: timeless(report), most, titles, onRun, verified };
}

/** Without what is new in every check: times, and the identifiers that the mock gives. */
function timeless(report: object): object {
  return JSON.parse(JSON.stringify(report).replaceAll(/\b[0-9a-f]{32}\b/g, 'sTxId'), (name, value) =>
    /^(?:durationMs|startedAt|recording)$/.test(name) ? 0 : value,
  );
}

describe('four runs side by side give the report, the recording and the progress of one after the other', () => {
  test.each([
    ['a sound client', () => sell, 'conformant'],
    [
      'a client that does not tolerate a status',
      () => MISTAKES['client-tolerance/success-status'],
      'nonconformant',
    ],
    ['a client that sells after a refusal', () => MISTAKES[NO_SALE], 'nonconformant'],
    ['a client whose runs disturb each other', needsAPort, 'conformant'],
  ])('%s', async (name, create, verdict) => {
    const one = await check(name, create(), 1);
    const four = await check(name, create(), 4);

    expect(four.report).toEqual(one.report);
    expect(four.titles).toEqual(one.titles);
    expect(four.onRun).toEqual(one.onRun);
    expect(four.report).toMatchObject({ verdict });
    expect([one.most, four.most]).toEqual([1, 4]);
    for (const { verified } of [one, four]) expect(verified).toMatchObject({ code: 0 });
  });
});
