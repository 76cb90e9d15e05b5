import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { failing, HOSTILE, REAL, reportOf, reportShowing, rule } from '../../test/reports/samples.ts';
import { ROOT } from '../../test/support/root.ts';
import { junit } from './junit.ts';
import type { Report } from './report.ts';

const SCHEMA = readFileSync(join(ROOT, 'test/reports/junit.xsd'), 'utf8');

async function faults(...reports: readonly Report[]): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: reports.map((report, number) => ({ fileName: `${number}.xml`, contents: junit(report) })),
    schema: [SCHEMA],
  });

  return errors.map(({ rawMessage }) => rawMessage);
}

/** The attributes of the first element with this name and these characters. */
function attributesOf(xml: string, element: string, within: string): Record<string, string> {
  const start = xml.match(new RegExp(`<${element} [^>]*${within}[^>]*>`))?.[0] ?? '';

  return Object.fromEntries(
    [...start.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function outcomeOf(xml: string, id: string): string {
  const whole = xml.match(new RegExp(`<testcase name="${id}"[^>]*?(/>|>(.|\n)*?</testcase>)`))?.[0] ?? 'none';

  return whole.match(/<(failure|error|skipped)/)?.[1] ?? (whole === 'none' ? 'none' : 'passed');
}

describe('JUnit XML', () => {
  test.each(Object.entries(REAL))(
    'of a real run (%s) fits the schema and has a case for each rule',
    async (_, run) => {
      const report = await run();
      const xml = junit(report);
      const names = [...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);

      expect(await faults(report)).toEqual([]);
      expect(names.filter((name) => name !== 'verdict').toSorted()).toEqual(
        report.rules.map(({ id }) => id).toSorted(),
      );
      expect(/<(failure|error) /.test(xml)).toBe(report.exitCode !== 0);
      for (const [, seconds] of xml.matchAll(/<testsuite [^>]* time="([^"]*)"/g))
        expect(Number(seconds)).toBeLessThanOrEqual(report.durationMs / 1000);
    },
  );

  test('the schema rejects a report without a timestamp', async () => {
    const contents = junit(reportOf()).replace(/ timestamp="[^"]*"/, '');
    const { valid } = await validateXML({ xml: [{ fileName: 'x.xml', contents }], schema: [SCHEMA] });

    expect(valid).toBe(false);
  });

  test.each([
    ['fee-request/requires-amount', 'passed'],
    ['nicn/refuses-non-digits', 'failure'],
    ['identity/stxid-is-unique', 'error'],
    ['fee-request/refuses-negative-amount', 'skipped'],
    ['sale/accepts-both', 'skipped'],
    ['sale/accepts-stxid', 'skipped'],
    ['multi-pay/accepts-part-of-total', 'skipped'],
    ['observe/success-status', 'passed'],
    ['observe/zero-amount', 'skipped'],
    ['country/defaults-to-840', 'error'],
  ])('%s of the report with every status is: %s', (id, outcome) => {
    expect(outcomeOf(junit(reportOf()), id)).toBe(outcome);
  });

  test('a suite counts its cases and has the options of the run as properties', () => {
    const xml = junit(reportOf());

    expect(attributesOf(xml, 'testsuite', 'name="sale"')).toMatchObject({
      tests: '2',
      failures: '0',
      errors: '0',
      skipped: '2',
      time: '0.024',
      timestamp: '2026-11-21T21:38:01',
    });
    for (const [name, value] of [
      ['seed', '7'],
      ['effort', 'standard'],
      ['verdict', 'nonconformant'],
      ['target', 'http://127.0.0.1:4010/'],
    ])
      expect(attributesOf(xml, 'property', `name="${name}"`)).toEqual({ name, value });
  });

  test('a failure shows expected and got, the curl command and the replay command', () => {
    const xml = junit(reportOf([failing('nicn/refuses-non-digits')]));
    const body = xml.match(/<failure [^>]*>((.|\n)*?)<\/failure>/)?.[1] ?? '';

    for (const part of [
      'expected  a refusal',
      'got       accepted: 200',
      'curl -sS &#39;http',
      'tollgate replay',
    ])
      expect(body).toContain(part);
  });

  test.each([
    [
      'nothing was judged',
      reportOf([rule('sale/accepts-both', { outcome: 'skipped', reason: 'no' })], {
        verdict: 'inconclusive',
        exitCode: 3,
      }),
      'error',
    ],
    [
      'a waiver is out of date',
      reportOf([rule('sale/accepts-both')], { verdict: 'conformant', exitCode: 1 }),
      'failure',
    ],
  ] as const)('if %s, a case for the verdict is red', async (_, report, outcome) => {
    expect(outcomeOf(junit(report), 'verdict')).toBe(outcome);
    expect(await faults(report)).toEqual([]);
  });

  test('any response of a server leaves the file valid', async () => {
    expect(await faults(...HOSTILE.map(reportShowing))).toEqual([]);
  });

  test('characters that XML cannot hold are escaped as in JSON', () => {
    const xml = junit(reportShowing('\u0000\u001b[31m\ud800'));

    expect(xml).toContain(String.raw`\u0000\u001b[31m\ud800`);
  });
});
