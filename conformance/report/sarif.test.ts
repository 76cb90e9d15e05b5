import type { Log, Run } from 'sarif';
import { describe, expect, test } from 'vitest';
import { contractText } from '../../src/contract/document.ts';
import {
  EVERY_STATUS,
  failing,
  HOSTILE,
  judge,
  REAL,
  reportOf,
  reportShowing,
  rule,
  step,
} from '../../test/reports/samples.ts';
import type { Report } from './report.ts';
import { sarif } from './sarif.ts';

function runOf(report: Report): Run {
  const log = JSON.parse(sarif(report)) as Log;
  expect(Object.keys(log)).toEqual(['$schema', 'version', 'runs']);
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);

  return log.runs[0]!;
}

function levelOf({ results = [] }: Run, id: string): string | undefined {
  return results.find(({ ruleId }) => ruleId === id)?.level;
}

/** Requirements of the format that types do not express (SARIF 2.1.0, sections 3.20, 3.27, 3.49 and 3.58). */
function expectWellFormed({ tool, results = [], invocations = [] }: Run): void {
  const rules = tool.driver.rules ?? [];
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { id, name, shortDescription, fullDescription, help, defaultConfiguration } of rules) {
    expect(name).toMatch(/^([A-Z0-9][a-z0-9]*)+$/);
    expect(shortDescription?.text).toMatch(/^[A-Z].*[.?]$/s);
    expect(fullDescription?.text).toContain('section');
    expect(help?.text).toContain(`tollgate rules ${id}`);
    expect(help?.markdown).toContain('openapi.yaml');
    expect(['error', 'warning', 'note']).toContain(defaultConfiguration?.level);
  }
  for (const { ruleId, ruleIndex, message, locations, partialFingerprints, level } of results) {
    expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
    expect(message.text).not.toBe('');
    expect(['error', 'warning', 'note']).toContain(level);
    expect(locations).toHaveLength(1);
    expect(partialFingerprints?.['primaryLocationLineHash']).toMatch(/^[0-9a-f]{16}:1$/);
  }
  expect(invocations).toHaveLength(1);
  for (const { level, associatedRule } of invocations[0]?.toolExecutionNotifications ?? []) {
    expect(['error', 'note']).toContain(level);
    expect(rules[associatedRule?.index ?? -1]?.id).toBe(associatedRule?.id);
  }
}

describe('SARIF', () => {
  test.each(Object.entries(REAL))(
    'of a real run (%s) is well-formed and lists every rule',
    async (_, judgeIt) => {
      const report = await judgeIt();
      const run = runOf(report);

      expectWellFormed(run);
      expect(run.tool.driver.rules?.map(({ id }) => id)).toEqual(report.rules.map(({ id }) => id));
      expect(run.results?.length).toBe(report.counts.fail + report.counts.unstable);
      expect(run.invocations?.[0]).toMatchObject({
        exitCode: report.exitCode,
        executionSuccessful: report.exitCode < 2,
        startTimeUtc: report.startedAt,
      });
      expect(run.invocations?.[0]?.toolExecutionNotifications).toHaveLength(
        report.counts.skipped + report.counts.blocked,
      );
    },
  );

  test('a failure is an error at the given file, and its rule names a line of the contract', async () => {
    const report = await judge({ createStxid: () => 'always-the-same' });
    const placeIn = (log: Log) =>
      log.runs[0]?.results?.find(({ ruleId }) => ruleId === 'identity/stxid-is-unique')?.locations?.[0];
    const run = runOf(report);
    const result = run.results?.find(({ ruleId }) => ruleId === 'identity/stxid-is-unique');
    const help = run.tool.driver.rules?.[result?.ruleIndex ?? -1]?.help?.text ?? '';
    const line = Number(/\(line (\d+)\)/.exec(help)?.[1]);

    expect(result).toMatchObject({ level: 'error', kind: 'fail' });
    expect(placeIn(JSON.parse(sarif(report, { location: 'deploy/my fees.yaml' })))).toMatchObject({
      physicalLocation: { artifactLocation: { uri: 'deploy/my%20fees.yaml' }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: expect.stringContaining('sTxId') }],
    });
    expect(contractText().split('\n')[line - 1]?.trim()).toBe('sTxId:');
    expect(result?.webRequest?.target).toMatch(/\/v1\/ch$/);
    expect(result?.webResponse?.statusCode).toBe(200);
    expect(result?.message.text).toContain('curl -sS');
  });

  test('a result has a default file, since GitHub rejects a log without one', () => {
    for (const { locations } of runOf(reportOf()).results ?? [])
      expect(locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('tollgate.yaml');
  });

  test('failures are errors, warnings do not count, and rules without a result are notes', () => {
    const run = runOf(reportOf());

    expectWellFormed(run);
    expect(levelOf(run, 'nicn/refuses-non-digits')).toBe('error');
    expect(levelOf(run, 'identity/stxid-is-unique')).toBe('warning');
    expect(levelOf(run, 'fee-request/refuses-negative-amount')).toBe('warning');
    expect(run.results).toHaveLength(4);
    expect(run.invocations?.[0]?.toolExecutionNotifications?.map(({ level }) => level)).toEqual([
      'error',
      'note',
      'note',
      'note',
    ]);
  });

  test('a waived failure is suppressed with its reason', () => {
    const waived = runOf(reportOf()).results?.filter(({ suppressions }) => suppressions !== undefined);

    expect(waived).toMatchObject([
      {
        ruleId: 'sale/accepts-both',
        suppressions: [{ kind: 'external', status: 'accepted', justification: 'known, see ticket 12' }],
      },
    ]);
  });

  test('fingerprints depend on the rule and not on the counterexample', () => {
    const one = runOf(reportOf([failing('nicn/refuses-non-digits'), failing('sale/accepts-both')]));
    const other = runOf(
      reportOf([
        rule('sale/accepts-stxid'),
        failing('nicn/refuses-non-digits', {}, { got: 'something else' }),
      ]),
    );
    const [first, second] = one.results?.map(({ partialFingerprints }) => partialFingerprints) ?? [];

    expect(other.results?.[0]?.partialFingerprints).toEqual(first);
    expect(second).not.toEqual(first);
  });

  test('a run in which tollgate itself failed was not successful', () => {
    const [invocation] =
      runOf(reportOf(EVERY_STATUS, { verdict: 'inconclusive', exitCode: 4 })).invocations ?? [];

    expect(invocation).toMatchObject({ executionSuccessful: false, exitCode: 4 });
  });

  test('text of a server adds no link and no invisible character to a message', () => {
    for (const text of HOSTILE) {
      const run = runOf(reportShowing(text));
      expectWellFormed(run);
      for (const { message } of run.results ?? []) {
        expect(message.text).not.toMatch(/\]\(/);
        expect(message.text).not.toMatch(/(?!\n)\p{Cc}|[\u202e\u2066]/u);
      }
    }
  });

  test('long responses are cut', () => {
    const steps = [step({ body: 'A'.repeat(1_000_000) })];
    const report = reportOf([failing('nicn/refuses-non-digits', {}, { steps })]);

    expect(sarif(report).length).toBeLessThan(20_000);
    expect(runOf(report).results?.[0]?.webResponse?.body?.text).toMatch(
      /^A+… \(1000000 characters in all\)$/,
    );
  });
});
