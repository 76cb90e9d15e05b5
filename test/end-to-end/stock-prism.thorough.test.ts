/** The vendor's path, on an implementation that is not ours: Prism as it comes, serving the contract. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { findFreePort } from '../free-port.ts';
import { ROOT } from '../shape/source-files.ts';
import { tollgate, watch } from './command.ts';

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
  const { code, out } = await tollgate([
    'conform',
    `http://127.0.0.1:${port}`,
    '--token',
    'a.b.c',
    '--report',
    'json',
  ]);
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
