import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { parseDay } from '../../src/engine/day.ts';
import { failing as failingIn, rule as reported, reportOf } from '../../test/reports/samples.ts';
import type { Outcome, RuleResult } from '../run/outcome.ts';
import type { Tried } from '../shape/shape.ts';
import { reachVerdict } from '../verdict.ts';
import { agree, type Terms } from './agree.ts';
import type { Waiver } from './waiver.ts';

const NICN = 'nicn/refuses-non-digits';
const STXID = 'identity/stxid-is-unique';
const UPDATE = 'identity/update-by-stxid-keeps-stxid';
const SALE = 'sale/accepts-stxid';
const CENTS = 'fee-response/fee-has-cents';

const counterexample = {
  value: {},
  expected: 'a refusal',
  got: 'a fee',
  transcript: { steps: [], freshMtxids: new Map<string, string>() },
};
/** That of the counterexample. */
const SHAPE = 'any call → a fee for a refusal';
const failing = (id: RuleId, told: Parameters<typeof failingIn>[1] = {}) =>
  failingIn(id, { shape: SHAPE, ...told });
const PASS: Outcome = { kind: 'pass' };
const FAIL: Outcome = { kind: 'fail', counterexample };
const UNSTABLE: Outcome = { kind: 'unstable', counterexample, repeated: 1, attempts: 9 };
const NOT_JUDGED: Outcome = { kind: 'skipped', cause: 'not-judged', why: 'the cap was reached' };
const LEFT_OUT: Outcome = { kind: 'skipped', cause: 'not-selected', why: 'not selected' };
const blockedBy = (by: RuleId): Outcome => ({ kind: 'blocked', by, why: `it rests on ${by}, which failed` });

function waiver(rule: RuleId, told: Partial<Waiver> = {}): Waiver {
  return { rule, shape: SHAPE, reason: 'ticket 12', until: parseDay('2027-01-31'), fails: 'always', ...told };
}

/** What a run of these outcomes comes to on 1 January 2027; a rule that passes is always among them. */
function judge(
  outcomes: Partial<Record<RuleId, Outcome>>,
  terms: Partial<Terms> = {},
  { strict = false, held = [] }: { readonly strict?: boolean; readonly held?: readonly Tried[] } = {},
) {
  const results = Object.entries({ 'region/accepts-zip-code': PASS, ...outcomes }).map(
    ([id, outcome]): RuleResult => ({
      id: id as RuleId,
      level: id === CENTS ? 'should' : 'must',
      outcome,
      section: '2.1',
      title: 'it holds',
      merchant: 'one',
      exercised: 1,
      requests: 1,
      durationMs: 1,
      held,
    }),
  );
  const agreement = agree(results, {
    waivers: [],
    baseline: undefined,
    today: parseDay('2027-01-01'),
    effort: 'standard',
    ...terms,
  });

  return { ...reachVerdict(results, { strict, inconclusive: undefined, agreement }), agreement };
}

const baseline = reportOf([failing(NICN), reported(SALE)]);

test('without an agreement a failure counts', () => {
  expect(judge({ [NICN]: FAIL })).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
});

test('a waived failure does not count, and is told', () => {
  expect(judge({ [NICN]: FAIL }, { waivers: [waiver(NICN)] })).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    why: `1 of 2 must rules passed, none failed beside 1 waived (${NICN}).`,
  });
});

test('a waived failure that came and went does not leave the verdict open', () => {
  expect(judge({ [NICN]: UNSTABLE })).toMatchObject({ exitCode: 3 });
  expect(judge({ [NICN]: UNSTABLE }, { waivers: [waiver(NICN)] })).toMatchObject({ exitCode: 0 });
});

test('a waiver is for its own rule alone', () => {
  expect(judge({ [NICN]: FAIL, [SALE]: FAIL }, { waivers: [waiver(NICN)] })).toMatchObject({
    verdict: 'nonconformant',
    why: `Failed: ${SALE}.`,
  });
});

test('what rests on a waived failure does not count either, by way of whatever others', () => {
  const { exitCode, agreement } = judge(
    { [STXID]: FAIL, [UPDATE]: blockedBy(STXID), [SALE]: blockedBy(UPDATE) },
    { waivers: [waiver(STXID)] },
  );

  expect(exitCode).toBe(0);
  expect([UPDATE, SALE].map((id) => agreement.excuses.get(id as RuleId))).toMatchObject([
    { kind: 'waived', by: STXID },
    { kind: 'waived', by: STXID },
  ]);
});

test('what rests on a rule that did not fail stays open, waived or not', () => {
  const outcomes = { [STXID]: PASS, [UPDATE]: blockedBy(STXID) };

  expect(judge(outcomes, { waivers: [waiver(STXID, { fails: 'sometimes' })] })).toMatchObject({
    exitCode: 3,
  });
  expect(judge(outcomes, { waivers: [waiver(UPDATE)] })).toMatchObject({ exitCode: 3 });
});

test('two rules that block each other are no way out', () => {
  const outcomes = { [STXID]: blockedBy(UPDATE), [UPDATE]: blockedBy(STXID) };

  expect(judge(outcomes, { waivers: [waiver(STXID), waiver(UPDATE)] })).toMatchObject({ exitCode: 3 });
});

test('a run in which nothing passed is inconclusive, however much of it is waived', () => {
  const outcomes = { 'region/accepts-zip-code': blockedBy(STXID), [STXID]: FAIL };

  expect(judge(outcomes, { waivers: [waiver(STXID)] })).toMatchObject({
    verdict: 'inconclusive',
    exitCode: 3,
    why: `None of the 2 must rules passed; what failed does not count: ${STXID}.`,
  });
});

test('a waiver counts on its last day and not on the next', () => {
  const waivers = [waiver(NICN)];

  expect(judge({ [NICN]: FAIL }, { waivers, today: parseDay('2027-01-31') })).toMatchObject({ exitCode: 0 });
  expect(judge({ [NICN]: FAIL }, { waivers, today: parseDay('2027-02-01') })).toMatchObject({
    verdict: 'nonconformant',
    exitCode: 1,
    why: `Failed: ${NICN}. The waiver of ${NICN} (${SHAPE}) has expired on 2027-01-31: renew it, or take it out.`,
  });
});

test('an expired waiver costs the exit code 0 where its failure would not count anyway', () => {
  const waivers = [waiver(CENTS, { until: parseDay('2026-12-31') })];

  expect(judge({ [CENTS]: FAIL }, { waivers })).toMatchObject({ verdict: 'conformant', exitCode: 1 });
});

test('a waiver of a rule that passes is stale: exit code 1, whatever the verdict', () => {
  const waivers = [waiver(NICN)];
  const why = `The waiver of ${NICN} (${SHAPE}) is stale, since it does not fail so any more: take it out.`;

  expect(judge({ [NICN]: PASS }, { waivers })).toMatchObject({
    verdict: 'conformant',
    exitCode: 1,
    why: expect.stringContaining(why),
  });
  expect(judge({ [NICN]: PASS, [SALE]: UNSTABLE }, { waivers })).toMatchObject({
    verdict: 'inconclusive',
    exitCode: 1,
    why: expect.stringContaining(why),
  });
});

test('a waiver of what fails sometimes is not stale while the rule passes, and expires all the same', () => {
  const waivers = [waiver(NICN, { fails: 'sometimes' })];

  expect(judge({ [NICN]: PASS }, { waivers })).toMatchObject({ exitCode: 0 });
  expect(judge({ [NICN]: PASS }, { waivers, today: parseDay('2027-02-01') })).toMatchObject({ exitCode: 1 });
});

test.each([
  ['left out', LEFT_OUT, 0],
  ['not judged', NOT_JUDGED, 3],
  ['blocked', blockedBy(SALE), 3],
])('a waiver of a rule that was %s is neither stale nor expired', (_, outcome, exitCode) => {
  const waivers = [waiver(NICN, { until: parseDay('2026-12-31') })];
  const judged = judge({ [NICN]: outcome }, { waivers });

  expect(judged.agreement.outOfDate).toEqual([]);
  expect(judged.exitCode).toBe(exitCode);
});

test('a fault of the tool itself is not waived', () => {
  const waivers = [waiver(NICN), waiver(SALE)];

  expect(judge({ [NICN]: { kind: 'broken', fault: 'x' }, [SALE]: PASS }, { waivers })).toMatchObject({
    exitCode: 4,
  });
});

test('a should rule can be waived, which counts with strict', () => {
  const waivers = [waiver(CENTS)];

  expect(judge({ [CENTS]: FAIL }, {}, { strict: true })).toMatchObject({ exitCode: 1 });
  expect(judge({ [CENTS]: FAIL }, { waivers }, { strict: true })).toMatchObject({ exitCode: 0 });
});

test('of a baseline that has it a failure is known and does not count', () => {
  const { exitCode, why, agreement } = judge({ [NICN]: FAIL }, { baseline });

  expect(exitCode).toBe(0);
  expect(why).toBe(`1 of 2 must rules passed, none failed beside 1 known from the baseline (${NICN}).`);
  expect(agreement.excuses.get(NICN)).toEqual({ kind: 'known', since: baseline.startedAt });
});

test('a failure is known since the first of the baselines that were handed on', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const handedOn = reportOf([failing(NICN, { known: { since } })]);

  expect(judge({ [NICN]: FAIL }, { baseline: handedOn }).agreement.excuses.get(NICN)).toMatchObject({
    since,
  });
});

test.each([
  ['passed', reported(SALE)],
  ['was blocked', reported(SALE, { outcome: 'blocked', reason: 'it rests on another' })],
  ['was left out', reported(SALE, { outcome: 'skipped', reason: 'not selected' })],
  ['is missing, for it is newer', reported('region/accepts-two-letter-state')],
])('a failure of a rule that in the baseline %s is new', (_, before) => {
  expect(judge({ [SALE]: FAIL }, { baseline: reportOf([before]) })).toMatchObject({
    verdict: 'nonconformant',
    why: `Failed: ${SALE}.`,
  });
});

test.each([
  ['failed', FAIL, failing(NICN)],
  ['came and went', UNSTABLE, failing(NICN)],
  ['came and went before it failed for good', FAIL, failing(NICN, { outcome: 'unstable' })],
])('what %s is known', (_, outcome, before) => {
  expect(judge({ [NICN]: outcome }, { baseline: reportOf([before]) })).toMatchObject({ exitCode: 0 });
});

test('what comes and goes, and is new, leaves the verdict open', () => {
  expect(judge({ [SALE]: UNSTABLE }, { baseline })).toMatchObject({ exitCode: 3 });
});

test('what could not be judged is no known failure, though the baseline has one', () => {
  expect(judge({ [NICN]: NOT_JUDGED }, { baseline })).toMatchObject({ exitCode: 3 });
});

test('what rests on a known failure does not count either', () => {
  const { exitCode, agreement } = judge({ [NICN]: FAIL, [UPDATE]: blockedBy(NICN) }, { baseline });

  expect(exitCode).toBe(0);
  expect(agreement.excuses.get(UPDATE)).toMatchObject({ kind: 'known', by: NICN });
});

test('what rests on a new failure stays open', () => {
  expect(judge({ [SALE]: FAIL, [NICN]: blockedBy(SALE) }, { baseline })).toMatchObject({
    why: `Failed: ${SALE}.`,
  });
});

test('what failed in the baseline and passes is named, and costs nothing', () => {
  expect(judge({ [NICN]: PASS }, { baseline })).toMatchObject({
    exitCode: 0,
    why: `2 of 2 must rules passed, none failed. Failed in the baseline and passes: ${NICN}.`,
  });
});

test.each([
  ['came and went there', PASS, failing(NICN, { outcome: 'unstable' })],
  ['was left out here', LEFT_OUT, failing(NICN)],
])('what %s is not said to be mended', (_, outcome, before) => {
  expect(judge({ [NICN]: outcome }, { baseline: reportOf([before]) }).agreement.mended).toEqual([]);
});

test('a baseline of warnings counts with strict', () => {
  const warned = reportOf([failing(CENTS, { level: 'should' })]);

  expect(judge({ [CENTS]: FAIL }, { baseline: warned }, { strict: true })).toMatchObject({ exitCode: 0 });
});

test('a waiver goes before a baseline', () => {
  const waivers = [waiver(NICN)];

  expect(judge({ [NICN]: FAIL }, { waivers, baseline }).agreement.excuses.get(NICN)).toMatchObject({
    kind: 'waived',
  });
});

test('an expired waiver costs the exit code 0, though the baseline knows the failure', () => {
  const waivers = [waiver(NICN, { until: parseDay('2026-12-31') })];

  expect(judge({ [NICN]: FAIL }, { waivers, baseline })).toMatchObject({
    verdict: 'conformant',
    exitCode: 1,
  });
});

const OTHER: Outcome & { readonly kind: 'fail' } = {
  kind: 'fail',
  counterexample: { ...counterexample, got: 'accepted: 200 {}' },
};
const OTHER_SHAPE = 'any call → accepted';

test('a failure of another shape counts, whatever is waived or known of its rule', () => {
  for (const terms of [{ waivers: [waiver(NICN)] }, { baseline }]) {
    const { verdict, why, agreement } = judge({ [NICN]: { ...FAIL, others: [OTHER] } }, terms);

    expect({ verdict, why }).toEqual({ verdict: 'nonconformant', why: `Failed: ${NICN}.` });
    expect(agreement.failures.get(NICN)).toMatchObject([
      { shape: OTHER_SHAPE },
      { shape: SHAPE, excuse: {} },
    ]);
  }
});

test('beside a confirmed failure that does not count, one that came and went leaves the verdict open', () => {
  const others = [{ ...UNSTABLE, counterexample: OTHER.counterexample }];

  expect(judge({ [NICN]: { ...FAIL, others } }, { waivers: [waiver(NICN)] })).toMatchObject({
    verdict: 'inconclusive',
    why: `Could not be settled: ${NICN}.`,
  });
});

test('several failures of a rule do not count where each is waived or known', () => {
  const outcomes = { [NICN]: { ...FAIL, others: [OTHER] } };
  const two = [waiver(NICN), waiver(NICN, { shape: OTHER_SHAPE })];

  expect(judge(outcomes, { waivers: two })).toMatchObject({ exitCode: 0 });
  expect(judge(outcomes, { waivers: two.slice(1), baseline })).toMatchObject({ exitCode: 0 });
});

test('a waiver of a shape that is gone is stale, though the rule fails in another way', () => {
  const held = [{ call: 'any call', edits: [] }];
  expect(judge({ [NICN]: OTHER }, { waivers: [waiver(NICN)] }, { held })).toMatchObject({
    why: expect.stringContaining(`The waiver of ${NICN} (${SHAPE}) is stale`),
  });
  const sometimes = waiver(NICN, { fails: 'sometimes' });
  const rest = waiver(NICN, { shape: OTHER_SHAPE });
  expect(judge({ [NICN]: OTHER }, { waivers: [sometimes, rest] })).toMatchObject({ exitCode: 0 });
});

const QUOTE = 'first call, data: given, data: single quote → refused (4xx)';
const given = (...traits: readonly string[]): Tried => ({
  call: 'first call',
  edits: ['given', ...traits].map((trait) => `data: ${trait}`),
});

test.each([
  ['passes at quick', PASS, 'quick', [], false],
  ['passes at quick without what it names', PASS, 'quick', [given('backslash')], false],
  ['passes at quick with what it names', PASS, 'quick', [given('backslash', 'single quote')], true],
  ['passes at standard', PASS, 'standard', [], true],
  ['fails in another way', OTHER, 'standard', [], false],
  ['fails in another way without what it names', OTHER, 'standard', [given('backslash')], false],
  ['fails in another way, with what it names held', OTHER, 'standard', [given('single quote')], true],
] as const)('a waiver of a shape whose rule %s', (_, outcome, effort, held, isStale) => {
  const waivers = [waiver(NICN, { shape: QUOTE })];
  const { agreement } = judge({ [NICN]: outcome }, { waivers, effort }, { held });

  expect(agreement.outOfDate.map(({ kind }) => kind)).toEqual(isStale ? ['stale'] : []);
});

test('a waiver whose shape is misspelt is told the one that failed', () => {
  const shape = 'any call → a fea for a refusal';
  const why = `The waiver of ${NICN} (${shape}) covers none of its failures. Did you mean shape: "${SHAPE}"?`;

  expect(judge({ [NICN]: FAIL }, { waivers: [waiver(NICN, { shape })] })).toMatchObject({
    exitCode: 1,
    why: expect.stringContaining(why),
  });
  const two = [waiver(NICN, { shape }), waiver(NICN)];
  expect(judge({ [NICN]: FAIL }, { waivers: two }).agreement.misspelt).toEqual([]);
  expect(judge({ [NICN]: PASS }, { waivers: two }).agreement.misspelt).toEqual([]);
});

test('what was not tried to the end after a failure that does not count leaves the verdict open', () => {
  const outcome = { ...FAIL, unfinished: 'the cap on requests was reached' };

  expect(judge({ [NICN]: outcome }, { waivers: [waiver(NICN)] })).toMatchObject({ exitCode: 3 });
  const { agreement } = judge({ [NICN]: outcome }, { waivers: [waiver(NICN, { shape: OTHER_SHAPE })] });
  expect(agreement.outOfDate).toEqual([]);
});

describe('a waiver without a shape, of an older file', () => {
  const { shape: _, ...old } = waiver(NICN);

  test('covers the one failure of its rule, and is told the line that it lacks', () => {
    expect(judge({ [NICN]: FAIL }, { waivers: [old] })).toMatchObject({
      exitCode: 0,
      why: expect.stringContaining(
        `names no shape, and would cover any other failure as well: add shape: "${SHAPE}".`,
      ),
    });
  });

  test('covers none of several, and is told the lines', () => {
    expect(judge({ [NICN]: { ...FAIL, others: [OTHER] } }, { waivers: [old] })).toMatchObject({
      exitCode: 1,
      why: expect.stringContaining(
        `covers none of 2 failures: add those that you accept of shape: ["${SHAPE}", "${OTHER_SHAPE}"].`,
      ),
    });
  });

  test('is stale where the rule passes', () => {
    expect(judge({ [NICN]: PASS }, { waivers: [old] })).toMatchObject({
      exitCode: 1,
      why: expect.stringContaining(`The waiver of ${NICN} is stale, since the rule passes: take it out.`),
    });
  });
});
