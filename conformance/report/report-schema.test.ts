/** Checks that real reports fit the published JSON Schema, and that it rejects others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { describe, expect, test } from 'vitest';
import {
  CLIENT_SIDE,
  EVERY_STATUS,
  failing,
  REAL,
  reportOf,
  reportShowing,
  rule,
  TRAFFIC,
} from '../../test/reports/samples.ts';
import { ROOT } from '../../test/support/root.ts';
import type { Report } from './report.ts';
import { REPORTERS } from './reporters.ts';

const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'report.schema.json'), 'utf8')) as SchemaObject;

const check = new Ajv({ strict: true, strictRequired: false, allErrors: true })
  .addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  .compile(SCHEMA);

function faults(report: unknown): readonly string[] {
  check(report);

  return (check.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe('the JSON Schema of the report', () => {
  test.each(Object.entries(REAL))('fits a real run (%s)', async (_, run) => {
    expect(faults(JSON.parse(REPORTERS.json(await run())))).toEqual([]);
  });

  test('fits every outcome, waivers, and a run without any response', () => {
    const { latencies: _, ...silent } = reportOf();

    for (const report of [reportOf(), reportShowing('x'), silent, TRAFFIC])
      expect(faults(report)).toEqual([]);
  });

  const report: Report = reportOf();
  const failed = failing('nicn/refuses-non-digits');
  const { counterexample: _, ...unproven } = failed;

  test.each<[string, unknown, string]>([
    ['an unknown field', { ...report, extra: 1 }, ' additionalProperties'],
    ['another version', { ...report, schema: 2 }, '/schema const'],
    ['no verdict', { ...report, verdict: undefined }, ' required'],
    ['an unknown verdict', { ...report, verdict: 'fine' }, '/verdict enum'],
    ['an exit code of wrong usage', { ...report, exitCode: 2 }, '/exitCode enum'],
    ['half a request', { ...report, requests: 1.5 }, '/requests type'],
    ['a negative time', { ...report, durationMs: -1 }, '/durationMs minimum'],
    ['a day without a time', { ...report, startedAt: '2026-11-21' }, '/startedAt format'],
    [
      'a count of an unknown outcome',
      { ...report, counts: { ...report.counts, ok: 1 } },
      '/counts additionalProperties',
    ],
    [
      'a choice that is a number',
      { ...report, choices: { 'success-status': 200 } },
      '/choices/success-status type',
    ],
    ['an invalid rule id', reportOf([rule('nicn' as never)]), '/rules/0/id pattern'],
    [
      'a skipped rule without a reason',
      reportOf([rule('sale/accepts-both', { outcome: 'skipped' })]),
      '/rules/0/reason minLength',
    ],
    ['a failure without a counterexample', reportOf([unproven]), '/rules/0 required'],
    [
      'a pass with a counterexample',
      reportOf([{ ...failed, outcome: 'pass', reason: '' }]),
      '/rules/0/counterexample false schema',
    ],
    [
      'a step with an incomplete response',
      reportOf([
        failing(
          'sale/accepts-both',
          {},
          { steps: [{ request: {}, response: { status: 1 }, curl: '' }] as never },
        ),
      ]),
      '/rules/0/counterexample/steps/0/response anyOf',
    ],
  ])('rejects %s', (_, wrong, fault) => {
    expect(faults(JSON.parse(JSON.stringify(wrong)))).toContain(fault);
  });

  test('names every field of a report', () => {
    const full = reportOf([...EVERY_STATUS]);
    const named = JSON.stringify(SCHEMA);
    const keys = new Set<string>();
    JSON.stringify({ ...full, choices: {} }, (key, value) => {
      if (key !== '' && !/^\d+$/.test(key)) keys.add(key);

      return key === 'headers' ? undefined : value;
    });

    expect([...keys].filter((key) => !named.includes(`"${key}":`))).toEqual([]);
  });

  test.each<[string, object]>([
    ['no sides', { sides: undefined }],
    ['a side that is none', { sides: [TRAFFIC] }],
    [
      'a side with an unproven failure',
      {
        sides: [{ ...CLIENT_SIDE, rules: [{ ...failing('sale/accepts-both'), counterexample: undefined }] }],
      },
    ],
    ['an operation without its count', { exchanges: { calculateFee: 1 } }],
    ['a rule outside of the sides', { rules: [] }],
  ])('rejects traffic with %s', (_, fields) => {
    expect(faults(JSON.parse(JSON.stringify({ ...TRAFFIC, ...fields })))).not.toEqual([]);
  });
});
