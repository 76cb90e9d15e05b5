import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { parseDay } from '../../src/engine/day.ts';
import { failing as failingIn, rule as reported, reportOf } from '../../test/reports/samples.ts';
import { failuresOf, type RuleOutcome } from '../runner/outcome.ts';
import { formatShape, type RequestShape, shapeOf } from './failure-shape/shape.ts';
import type { Waiver } from './read-accepted.ts';
import { reachVerdict } from './verdict.ts';
import { weigh } from './weigh.ts';

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
const failing = (id: RuleId, more: Parameters<typeof failingIn>[1] = {}) =>
  failingIn(id, { shape: SHAPE, ...more });
const PASS: RuleOutcome = { kind: 'pass' };
const FAIL: RuleOutcome = { kind: 'fail', counterexample };
const UNSTABLE: RuleOutcome = { kind: 'unstable', counterexample, repeated: 1, attempts: 9 };
const NOT_JUDGED: RuleOutcome = { kind: 'skipped', cause: 'not-judged', why: 'the cap was reached' };
const LEFT_OUT: RuleOutcome = { kind: 'skipped', cause: 'not-selected', why: 'not selected' };
const blockedBy = (by: RuleId): RuleOutcome => ({
  kind: 'blocked',
  by,
  why: `it depends on ${by}, which failed`,
});

function waiver(rule: RuleId, more: Partial<Waiver> = {}): Waiver {
  return { rule, shape: SHAPE, reason: 'ticket 12', until: parseDay('2027-01-31'), fails: 'always', ...more };
}

/** Judges a run with these outcomes, and a rule that passes, on 1 January 2027. */
function judge(
  outcomes: Partial<Record<RuleId, RuleOutcome>>,
  options: Partial<Parameters<typeof weigh>[1]> = {},
  { strict = false, held = [] }: { readonly strict?: boolean; readonly held?: readonly RequestShape[] } = {},
) {
  const results = Object.entries({ 'region/accepts-zip-code': PASS, ...outcomes }).map(([id, outcome]) => ({
    id: id as RuleId,
    ...{ section: '', title: '', requests: 0, durationMs: 0 },
    level: id === CENTS ? ('should' as const) : ('must' as const),
    outcome,
    exercised: 1,
    failures: failuresOf(outcome).map(({ kind, counterexample: shown }) => ({
      kind,
      shape: formatShape(shapeOf(id as RuleId, shown)),
      ...{ reason: '', counterexample: { expected: '', got: '', case: {}, steps: [] } },
    })),
    held,
  }));
  const applied = weigh(results, {
    strict,
    waivers: [],
    baseline: undefined,
    today: parseDay('2027-01-01'),
    effort: 'standard',
    ...options,
  });

  const failures = new Map(applied.results.map((result) => [result.id, result.failures]));

  const acceptances = new Map(applied.results.map(({ id, accepted }) => [id, accepted]));

  return {
    ...applied,
    failures,
    acceptances,
    ...reachVerdict(applied, { strict, inconclusive: undefined }),
  };
}

const QUOTE = 'first call, data: given, data: single quote → refused (4xx)';
const given = (...traits: readonly string[]): RequestShape => ({
  call: 'first call',
  traits: ['given', ...traits].map((trait) => `data: ${trait}`),
});

const baseline = reportOf([failing(NICN), reported(SALE)]);

test('a waived failure does not count, and the summary names it', () => {
  expect(judge({ [NICN]: FAIL }, { waivers: [waiver(NICN)] })).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    summary: `1 of 2 must rules passed, none failed; not counted: 1 waived (${NICN}).`,
  });
});

test('a waived unstable failure does not leave the verdict open', () => {
  expect(judge({ [NICN]: UNSTABLE })).toMatchObject({ exitCode: 3 });
  expect(judge({ [NICN]: UNSTABLE }, { waivers: [waiver(NICN)] })).toMatchObject({ exitCode: 0 });
});

test('a rule that a waived failure blocks does not count either, also through other blocked rules', () => {
  const { exitCode, acceptances } = judge(
    { [STXID]: FAIL, [UPDATE]: blockedBy(STXID), [SALE]: blockedBy(UPDATE) },
    { waivers: [waiver(STXID)] },
  );

  expect(exitCode).toBe(0);
  expect([UPDATE, SALE].map((id) => acceptances.get(id as RuleId))).toMatchObject([
    { waived: { by: STXID } },
    { waived: { by: STXID } },
  ]);
});

test('a rule that a passing rule blocks stays open, waived or not', () => {
  const outcomes = { [STXID]: PASS, [UPDATE]: blockedBy(STXID) };

  expect(judge(outcomes, { waivers: [waiver(STXID, { fails: 'sometimes' })] })).toMatchObject({
    exitCode: 3,
  });
  expect(judge(outcomes, { waivers: [waiver(UPDATE)] })).toMatchObject({ exitCode: 3 });
});

test('two rules that block each other stay open', () => {
  const outcomes = { [STXID]: blockedBy(UPDATE), [UPDATE]: blockedBy(STXID) };

  expect(judge(outcomes, { waivers: [waiver(STXID), waiver(UPDATE)] })).toMatchObject({ exitCode: 3 });
});

test('a run in which no rule passed is inconclusive, also with waived failures', () => {
  const outcomes = { 'region/accepts-zip-code': blockedBy(STXID), [STXID]: FAIL };

  expect(judge(outcomes, { waivers: [waiver(STXID)] })).toMatchObject({
    verdict: 'inconclusive',
    exitCode: 3,
    summary: `None of the 2 must rules passed; the failures do not count: ${STXID}.`,
  });
});

test('a waiver counts on its last day and not on the next', () => {
  const waivers = [waiver(NICN)];

  expect(judge({ [NICN]: FAIL }, { waivers, today: parseDay('2027-01-31') })).toMatchObject({ exitCode: 0 });
  expect(judge({ [NICN]: FAIL }, { waivers, today: parseDay('2027-02-01') })).toMatchObject({
    verdict: 'nonconformant',
    exitCode: 1,
    summary: `Failed: ${NICN}. The waiver for ${NICN} (${SHAPE}) expired on 2027-01-31: renew or remove it.`,
  });
});

test('an expired waiver gives exit code 1 for a failure that would not count anyway', () => {
  const waivers = [waiver(CENTS, { until: parseDay('2026-12-31') })];

  expect(judge({ [CENTS]: FAIL }, { waivers })).toMatchObject({ verdict: 'conformant', exitCode: 1 });
});

test('a waiver for a rule that passes is stale: exit code 1 with any verdict', () => {
  const waivers = [waiver(NICN)];
  const summary = `The waiver for ${NICN} (${SHAPE}) is stale because this failure no longer occurs: remove it.`;

  expect(judge({ [NICN]: PASS }, { waivers })).toMatchObject({
    verdict: 'conformant',
    exitCode: 1,
    summary: expect.stringContaining(summary),
  });
  expect(judge({ [NICN]: PASS, [SALE]: UNSTABLE }, { waivers })).toMatchObject({
    verdict: 'inconclusive',
    exitCode: 1,
    summary: expect.stringContaining(summary),
  });
});

test('a waiver with `fails: sometimes` is not stale while the rule passes, and expires', () => {
  const waivers = [waiver(NICN, { fails: 'sometimes' })];

  expect(judge({ [NICN]: PASS }, { waivers })).toMatchObject({ exitCode: 0 });
  expect(judge({ [NICN]: PASS }, { waivers, today: parseDay('2027-02-01') })).toMatchObject({ exitCode: 1 });
});

test.each([
  ['left out', LEFT_OUT, 0],
  ['not judged', NOT_JUDGED, 3],
  ['blocked', blockedBy(SALE), 3],
])('a waiver for a rule that was %s is neither stale nor expired', (_, outcome, exitCode) => {
  const waivers = [waiver(NICN, { until: parseDay('2026-12-31') })];
  const judged = judge({ [NICN]: outcome }, { waivers });

  expect(judged.outOfDate).toEqual([]);
  expect(judged.exitCode).toBe(exitCode);
});

test('a failure of tollgate itself cannot be waived', () => {
  const waivers = [waiver(NICN), waiver(SALE)];

  expect(judge({ [NICN]: { kind: 'broken', fault: 'x' }, [SALE]: PASS }, { waivers })).toMatchObject({
    exitCode: 4,
  });
});

test('a should rule can be waived, which matters with strict', () => {
  const waivers = [waiver(CENTS)];

  expect(judge({ [CENTS]: FAIL }, {}, { strict: true })).toMatchObject({ exitCode: 1 });
  expect(judge({ [CENTS]: FAIL }, { waivers }, { strict: true })).toMatchObject({ exitCode: 0 });
});

test('a failure that the baseline has is known and does not count', () => {
  const { exitCode, summary, acceptances } = judge({ [NICN]: FAIL }, { baseline });

  expect(exitCode).toBe(0);
  expect(summary).toBe(
    `1 of 2 must rules passed, none failed; not counted: 1 known from the baseline (${NICN}).`,
  );
  expect(acceptances.get(NICN)).toEqual({ known: { since: baseline.startedAt } });
});

test('a failure is known since the first baseline of a chain', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const handedOn = reportOf([failing(NICN, { known: { since } })]);

  expect(judge({ [NICN]: FAIL }, { baseline: handedOn }).acceptances.get(NICN)).toEqual({
    known: { since },
  });
});

test.each([
  ['passed', reported(SALE)],
  ['was blocked', reported(SALE, { outcome: 'blocked', reason: 'it rests on another' })],
  ['was left out', reported(SALE, { outcome: 'skipped', reason: 'not selected' })],
  ['is missing', reported('region/accepts-two-letter-state')],
])('a failure of a rule that in the baseline %s is new', (_, before) => {
  expect(judge({ [SALE]: FAIL }, { baseline: reportOf([before]) })).toMatchObject({
    verdict: 'nonconformant',
    summary: `Failed: ${SALE}.`,
  });
});

test.each([
  ['failed', FAIL, failing(NICN)],
  ['was unstable', UNSTABLE, failing(NICN)],
  ['was unstable before it failed', FAIL, failing(NICN, { outcome: 'unstable' })],
])('a rule that %s is known', (_, outcome, before) => {
  expect(judge({ [NICN]: outcome }, { baseline: reportOf([before]) })).toMatchObject({ exitCode: 0 });
});

test('the summary names a rule that failed in the baseline and passes', () => {
  expect(judge({ [NICN]: PASS }, { baseline })).toMatchObject({
    exitCode: 0,
    summary: `2 of 2 must rules passed, none failed. Fixed since the baseline: ${NICN}.`,
  });
});

test.each([
  ['was unstable there', PASS, failing(NICN, { outcome: 'unstable' })],
  ['was left out here', LEFT_OUT, failing(NICN)],
])('a rule that %s is not listed as fixed', (_, outcome, before) => {
  expect(judge({ [NICN]: outcome }, { baseline: reportOf([before]) }).fixed).toEqual([]);
});

test.each([
  ['at standard, as the baseline', 'standard', 'standard', [], true],
  ['at standard, after a baseline at deep', 'standard', 'deep', [], false],
  ['at quick without what failed', 'quick', 'quick', [given('backslash')], false],
  ['at quick with what failed', 'quick', 'standard', [given('backslash', 'single quote')], true],
] as const)('of a rule that passes %s', (_, effort, before, held, isFixed) => {
  const known = { ...reportOf([failing(NICN, { shape: QUOTE })]), effort: before };
  const { fixed, summary } = judge({ [NICN]: PASS }, { baseline: known, effort }, { held });

  expect(fixed).toEqual(isFixed ? [NICN] : []);
  expect(summary).toContain(
    isFixed
      ? `Fixed since the baseline: ${NICN}.`
      : `Failed in the baseline, and passed this time, perhaps with other calls: ${NICN}.`,
  );
});

test('a rule without shapes is fixed where it passed in as many calls as it failed in', () => {
  const fixedAfter = (exercised: number) => {
    const { shape: _, ...known } = failing(NICN, { exercised });

    return judge({ [NICN]: PASS }, { baseline: reportOf([known]) }).fixed;
  };

  expect([fixedAfter(1), fixedAfter(2)]).toEqual([[NICN], []]);
});

test('a waiver takes precedence over a baseline', () => {
  const waivers = [waiver(NICN)];

  expect(judge({ [NICN]: FAIL }, { waivers, baseline }).acceptances.get(NICN)).toHaveProperty('waived');
});

const OTHER: RuleOutcome & { readonly kind: 'fail' } = {
  kind: 'fail',
  counterexample: { ...counterexample, got: 'accepted: 200 {}' },
};
const OTHER_SHAPE = 'any call → accepted';

test('a failure of another shape counts beside a waived or known one', () => {
  for (const terms of [{ waivers: [waiver(NICN)] }, { baseline }]) {
    const { verdict, summary, failures } = judge({ [NICN]: { ...FAIL, others: [OTHER] } }, terms);

    expect({ verdict, summary }).toEqual({ verdict: 'nonconformant', summary: `Failed: ${NICN}.` });
    expect(failures.get(NICN)).toMatchObject([{ shape: OTHER_SHAPE }, { shape: SHAPE, accepted: {} }]);
  }
});

test('an unstable failure beside a waived one leaves the verdict open', () => {
  const others = [{ ...UNSTABLE, counterexample: OTHER.counterexample }];

  expect(judge({ [NICN]: { ...FAIL, others } }, { waivers: [waiver(NICN)] })).toMatchObject({
    verdict: 'inconclusive',
    summary: `Undecided: ${NICN}.`,
  });
});

test('several failures of a rule do not count if each is waived or known', () => {
  const outcomes = { [NICN]: { ...FAIL, others: [OTHER] } };
  const two = [waiver(NICN), waiver(NICN, { shape: OTHER_SHAPE })];

  expect(judge(outcomes, { waivers: two })).toMatchObject({ exitCode: 0 });
  expect(judge(outcomes, { waivers: two.slice(1), baseline })).toMatchObject({ exitCode: 0 });
});

test('a waiver for a shape that no longer occurs is stale, also while the rule fails in another way', () => {
  const held = [{ call: 'any call', traits: [] }];
  expect(judge({ [NICN]: OTHER }, { waivers: [waiver(NICN)] }, { held })).toMatchObject({
    summary: expect.stringContaining(`The waiver for ${NICN} (${SHAPE}) is stale`),
  });
  const sometimes = waiver(NICN, { fails: 'sometimes' });
  const rest = waiver(NICN, { shape: OTHER_SHAPE });
  expect(judge({ [NICN]: OTHER }, { waivers: [sometimes, rest] })).toMatchObject({ exitCode: 0 });
});

test.each([
  ['passes at quick', PASS, 'quick', [], false],
  ['passes at quick without what it names', PASS, 'quick', [given('backslash')], false],
  ['passes at quick with what it names', PASS, 'quick', [given('backslash', 'single quote')], true],
  ['passes at standard', PASS, 'standard', [], true],
  ['fails in another way', OTHER, 'standard', [], false],
  ['fails in another way without what it names', OTHER, 'standard', [given('backslash')], false],
  ['fails in another way, with what it names held', OTHER, 'standard', [given('single quote')], true],
] as const)('a waiver for a shape whose rule %s', (_, outcome, effort, held, isStale) => {
  const waivers = [waiver(NICN, { shape: QUOTE })];
  const { outOfDate } = judge({ [NICN]: outcome }, { waivers, effort }, { held });

  expect(outOfDate.map(({ kind }) => kind)).toEqual(isStale ? ['stale'] : []);
});

test('a rule that was not tried to its end after a waived failure leaves the verdict open', () => {
  const outcome = { ...FAIL, unfinished: 'the cap on requests was reached' };

  expect(judge({ [NICN]: outcome }, { waivers: [waiver(NICN)] })).toMatchObject({ exitCode: 3 });
  const { outOfDate } = judge({ [NICN]: outcome }, { waivers: [waiver(NICN, { shape: OTHER_SHAPE })] });
  expect(outOfDate).toEqual([]);
});

describe('a waiver without a shape, from an older file', () => {
  const { shape: _, ...old } = waiver(NICN);

  test('covers a single failure of its rule, and none of several', () => {
    expect(judge({ [NICN]: FAIL }, { waivers: [old] }).exitCode).toBe(0);
    expect(judge({ [NICN]: { ...FAIL, others: [OTHER] } }, { waivers: [old] }).exitCode).toBe(1);
  });

  test('is stale if the rule passes', () => {
    expect(judge({ [NICN]: PASS }, { waivers: [old] })).toMatchObject({
      exitCode: 1,
      summary: expect.stringContaining(`The waiver for ${NICN} is stale because the rule passes: remove it.`),
    });
  });
});

test('a waived shape without any trait covers itself alone, unless the failure occurs sometimes', () => {
  const body = JSON.stringify({ amount: 1, nicn: '424242', region: '85004', campaign: [] });
  const response = { kind: 'unanswered', cause: 'reset', detail: 'closed' } as const;
  const step = { operation: 'calculateFee', variant: { method: 'POST' }, body, response };
  const failure = {
    kind: 'fail',
    counterexample: { ...counterexample, got: 'none: reset (closed)', transcript: { steps: [step] } },
  } as unknown as RuleOutcome;
  const judged = (shape: string, more: Partial<Waiver> = {}) =>
    judge({ [NICN]: failure }, { waivers: [waiver(NICN, { shape, ...more })] }).exitCode;

  expect(judged('first call → no answer (reset)')).toBe(1);
  expect(judged('first call, campaign: given → no answer (reset)')).toBe(0);
  expect(judged('first call → no answer (reset)', { fails: 'sometimes' })).toBe(0);
});
