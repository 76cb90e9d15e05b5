/** Some counterexamples from all sides: small, and the same for another reader. */
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { replay } from '../../conformance/runner/replay.ts';
import { bash } from './command.ts';
import { audit, BROKEN, find, type Replay, removals } from './counterexamples.ts';

/** Of a mock and of the test servers, must and should; each was larger than it had to be, or easily becomes so. */
const SAMPLE = [
  'mock --defect sale/accepts-late-mtxid',
  'mock --defect opaque/campaign-and-data-are-opaque',
  'mock --defect identity/state-machine',
  'mock --defect sale/refuses-mismatched-identifiers',
  'mock --defect fee-request/accepts-all-fields-at-once:country-beside-campaign',
  'mock --defect fee-request/requires-nicn:beside-data-and-campaign',
  'mock --defect opaque/campaign-and-data-are-opaque:ideograph-in-data',
  'an authCode with a single quote is a server error',
  'a campaign has a price',
];

const brokenBy = (name: string) => {
  const found = BROKEN.find((broken) => broken.name === name);
  if (found === undefined) throw new Error(`no defect is called ${name}`);

  return found;
};

const caseOf = (report: Report, id: string) => {
  const found = report.rules.find((rule) => rule.id === id)?.counterexample;
  const rule = RULES.find((candidate) => candidate.id === id);
  if (found === undefined || rule === undefined) throw new Error(`no counterexample of ${id}`);

  return { rule, value: found.case };
};

/** The exit code of the command; that the command gives it, another test shows. */
const replayHere: Replay = async (report, id, deployment) => {
  const { rule, value } = caseOf(report, id);

  return (await replay(rule, value, deployment)).kind === 'reproduced' ? 1 : 0;
};

test.each(SAMPLE)('nothing can be left out of the counterexample of: %s', async (name) => {
  const runBash = async (script: string, environment: Readonly<Record<string, string>>) =>
    (await bash(script, { ...environment })).out;
  const found = await audit(brokenBy(name), { seed: 1, bash: runBash, replay: replayHere });

  expect(found).toMatchObject({ smaller: undefined, replayed: 1, curls: 'reproduced' });
  expect(found?.spent).toBeLessThanOrEqual(60);
});

test('a counterexample holds where the defect is not', async () => {
  const broken = brokenBy('mock --defect sale/accepts-late-mtxid');
  const found = await find(broken, 1);
  await using sound = await broken.startSound();

  expect(found && (await replayHere(found.report, broken.rule, sound.deployment))).toBe(0);
});

// What an audit leaves out of a counterexample, one thing at a time.

test('every single thing is left out of a case: fields, steps, characters, one of a number', () => {
  const left = [...removals([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}ab' } }, { others: 2 }])];

  expect(left).toContainEqual([{ others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: {} }, { others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}b' } }, { others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}ab' } }, { others: 1 }]);
  expect(left).toHaveLength(6);
});
