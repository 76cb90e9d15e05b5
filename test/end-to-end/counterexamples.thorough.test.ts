/** Every deployment with a known defect: the mock's defects, and those of the test servers. */

import { expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import type { Report, ReportRule } from '../../conformance/report/report.ts';
import { toReport } from '../../conformance/report/to-report.ts';
import type { Rule } from '../../conformance/rule/rule.ts';
import { isScript } from '../../conformance/rule/script.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { EFFORTS } from '../../conformance/runner/effort.ts';
import type { Counterexample } from '../../conformance/runner/outcome.ts';
import { replay } from '../../conformance/runner/replay.ts';
import { run } from '../../conformance/runner/run.ts';
import { describeRun } from '../../conformance/verdict/counting.ts';
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import { BREAKABLE_RULES, type DefectName, type RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { DEFECTS, MET_DEFECTS, SHOULD_DEFECTS } from '../deployments/defects.ts';
import { deploymentOf } from '../deployments/judge.ts';
import { type ReferenceBehavior, startReference } from '../deployments/reference.ts';
import { FEE_FIELDS } from '../support/ask-mock.ts';
import { ruleOf } from '../traffic/shop.ts';
import { bash } from './command.ts';

interface Standing extends AsyncDisposable {
  readonly deployment: Deployment;
}

interface Broken {
  readonly name: string;
  /** The rule that has to find it. */
  readonly rule: RuleId;
  /** Starts a new deployment with an empty store. */
  readonly start: () => Promise<Standing>;
  /** The same without the defect. */
  readonly startSound: () => Promise<Standing>;
}

/** In milliseconds; shorter than slow answers take. */
const SHORT_TIMEOUT = 2000;

/** Variants whose counterexamples need a pair of fields, or a sign. */
const VARIANTS: readonly DefectName[] = [
  'fee-request/accepts-all-fields-at-once:country-beside-campaign',
  'fee-request/requires-nicn:beside-data-and-campaign',
  'opaque/campaign-and-data-are-opaque:ideograph-in-data',
];

const BROKEN: readonly Broken[] = [
  ...[...BREAKABLE_RULES, ...VARIANTS].map((defect): Broken => {
    const rule = ruleOf(defect);

    return {
      name: `mock --defect ${defect}`,
      rule,
      start: () => startOne(rule, [defect]),
      startSound: () => startOne(rule, []),
    };
  }),
  ...[...DEFECTS, ...SHOULD_DEFECTS, ...MET_DEFECTS].map(
    ({ what, rule, make }): Broken => ({
      name: what,
      rule,
      start: () => startTestServer(rule, make()),
      startSound: () => startTestServer(rule, {}),
    }),
  ),
];

/** Without a secret, a mock accepts tokens of other issuers. */
async function startOne(rule: RuleId, defects: readonly DefectName[]): Promise<Standing> {
  const mock = await startMock({ defects, jwtSecret: 'the secret of the mocks of a bench' });

  return {
    deployment: describeMock(mock, { timeout: timeoutFor(rule) }),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

async function startTestServer(rule: RuleId, behaviour: Partial<ReferenceBehavior>): Promise<Standing> {
  const server = await startReference(behaviour);
  const limits = { ...DEPLOYMENT_DEFAULTS.limits, timeout: timeoutFor(rule) };

  return {
    deployment: deploymentOf(server.url, { limits }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function timeoutFor(rule: RuleId): number {
  return rule === 'robustness/answers-in-time' ? SHORT_TIMEOUT : DEPLOYMENT_DEFAULTS.limits.timeout;
}

// The counterexample that the suite reports for a broken deployment.

interface Found {
  readonly rule: Rule;
  readonly counterexample: Counterexample;
  readonly reported: ReportRule;
  readonly report: Report;
}

/** Undefined where the rule does not fail. */
async function find(broken: Broken, seed: number): Promise<Found | undefined> {
  await using standing = await broken.start();
  const { deployment } = standing;
  const { maxRequests, maxTime } = EFFORTS.standard;
  const result = await run({
    deployment,
    rules: RULES,
    observations: [],
    selects: () => true,
    effort: EFFORTS.standard,
    seed,
    maxRequests,
    maxTime,
  });
  const invocation = { command: 'tollgate', reportPath: undefined, deploymentPath: undefined };
  const described = describeRun('service', { startedAt: new Date(), seed, effort: 'standard' }, 0);
  const report = toReport(result, { deployment, invocation }, described);
  const rule = RULES.find(({ id }) => id === broken.rule);
  const outcome = result.results.find(({ id }) => id === broken.rule)?.outcome;
  const reported = report.rules.find(({ id }) => id === broken.rule);
  if (rule === undefined || reported === undefined || outcome?.kind !== 'fail') return undefined;

  return { rule, counterexample: outcome.counterexample, reported, report };
}

// Checks that the printed curl commands get the recorded answers from another deployment.

interface Printed {
  /** The printed and the recorded answers, without values that differ between runs. */
  readonly got: readonly string[];
  readonly expected: readonly string[];
}

async function printed(
  { counterexample }: ReportRule,
  { target }: Report,
  { deployment }: Standing,
): Promise<Printed> {
  const steps = counterexample?.steps ?? [];
  const script = steps.map(({ curl }) => `${curl}\necho`).join('\n');
  const { out } = await bash(
    script.replaceAll(new URL(target).origin, deployment.url.origin),
    tokensOf(deployment),
  );
  const expected = steps.map(({ response }) => ('body' in response ? response.body : 'no answer'));

  return { got: normalise(out.split('\n')), expected: normalise(expected) };
}

function tokensOf({ one, several }: Deployment): Readonly<Record<string, string>> {
  return { TOLLGATE_TOKEN: one.token ?? '', TOLLGATE_TOKEN_SEVERAL: several?.token ?? '' };
}

/** A fresh `mTxId`, masked by the report or with the random digits of a command. */
const FRESH_MTXID = /\b([a-z0-9]{5})(?:x{7}|\d{7})\b/g;

/** Puts bodies on one line, numbers identifiers in their order, and removes times. */
function normalise(texts: readonly string[]): readonly string[] {
  const seen: string[] = [];
  const numbered = (id: string) => {
    if (!seen.includes(id)) seen.push(id);

    return `#${seen.indexOf(id)}`;
  };

  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) =>
      line.includes('"instance"')
        ? line
            .replace(/"instance":"[^"]*"/, '')
            .replace(FRESH_MTXID, '$1#')
            .replace(/\w*…\(\d+ digits\)\w*|[0-9a-f]{18,}/g, '#')
        : line.replace(/[0-9a-f]{18,}|(?<="(?:sTxId|mTxId)":"?)[^"},]+/g, numbered),
    );
}

// Every case that is smaller by one part: a field, a step, a character, or 1 in a number.

/** Longer texts are tried only without their first, middle or last character. */
const LONGEST_TEXT = 24;

function* removals(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* ofArray(value);
  else if (typeof value === 'object' && value !== null) yield* ofObject(value as Record<string, unknown>);
  else if (typeof value === 'string') yield* ofText(value);
}

function* ofArray(items: readonly unknown[]): Generator<unknown> {
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries())
    for (const less of removals(item)) yield items.with(index, less);
}

/** Numbers that count something. Others are amounts, which do not get simpler by 1. */
const COUNTS = ['others', 'transactions', 'times', 'mebibytes'];

/** The description of an edit and its request, which do not affect the rule. */
const DERIVED = ['edit', 'base'];

/** Removable fields besides those of a fee request (section 2.3). All else in a case is instructions to the rule. */
const NAMED = ['mTxId', 'sTxId', 'authCode'];

/** Texts of free choice. A part of any other text is a different value, not a smaller one. */
const FREE = ['campaign', 'data', 'mTxId', 'authCode', 'one', 'other', 'raw'];

function* ofObject(fields: Readonly<Record<string, unknown>>): Generator<unknown> {
  const names = Object.keys(fields).filter((name) => !DERIVED.includes(name));
  for (const name of names) if ([...FEE_FIELDS, ...NAMED].includes(name)) yield leaving(fields, name);
  for (const name of names) {
    const field = fields[name];
    if (COUNTS.includes(name) && typeof field === 'number' && field > 0)
      yield { ...fields, [name]: field - 1 };
    const isOfTexts = [field].flat().every((part) => typeof part === 'string');
    if (isOfTexts && !FREE.includes(name)) continue;
    for (const less of removals(field)) yield { ...fields, [name]: less };
  }
}

function leaving(fields: Readonly<Record<string, unknown>>, name: string) {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** A placeholder of an identifier stays whole. */
function* ofText(text: string): Generator<unknown> {
  const parts = text.match(/\{[mn]\d+\}|./gsu) ?? [];
  const places =
    parts.length > LONGEST_TEXT ? [0, Math.floor(parts.length / 2), parts.length - 1] : parts.keys();
  for (const index of places) if ((parts[index]?.length ?? 0) < 3) yield parts.toSpliced(index, 1).join('');
}

// Searches for a smaller counterexample.

/** A service may refuse a list without texts or with an empty one, and an update without a required field. */
function isBeyondTheSafeDomain(value: unknown): boolean {
  const calls = isScript(value) ? value.calls : [];
  const isPartial = calls.some(({ operation, body }) => {
    const fields = Object.keys(body);

    return (
      operation === 'calculateFee' &&
      'sTxId' in body &&
      !REQUIRED_FIELDS.every((name) => fields.includes(name))
    );
  });

  return isPartial || /"(?:campaign|data)":\[(?:""|\])/.test(JSON.stringify(value) ?? '');
}

/** A smaller case that also fails; undefined where there is none. */
async function smallerThan(broken: Broken, { rule, counterexample }: Found): Promise<unknown> {
  for (const less of removals(counterexample.value)) {
    if (isBeyondTheSafeDomain(less) || !(await breaks(less, broken.start))) continue;
    // A case that fails without the defect too is invalid.
    if (!(await breaks(less, broken.startSound))) return less;
  }

  return undefined;

  async function breaks(value: unknown, start: Broken['start']): Promise<boolean> {
    await using standing = await start();
    try {
      return (await replay(rule, value, standing.deployment)).kind === 'reproduced';
    } catch {
      // A rule may not support a case with a missing part.
      return false;
    }
  }
}

// Some counterexamples from all sides: small, and the same for another reader.

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

/** Whether `tollgate replay` finds it again. */
async function isReproduced(report: Report, id: string, deployment: Deployment): Promise<boolean> {
  const { rule, value } = caseOf(report, id);

  return (await replay(rule, value, deployment)).kind === 'reproduced';
}

test.each(SAMPLE)('nothing can be left out of the counterexample of: %s', async (name) => {
  const broken = brokenBy(name);
  const found = await find(broken, 1);
  if (found === undefined) throw new Error(`expected ${broken.rule} to fail`);
  await using again = await broken.start();
  await using another = await broken.start();
  const { got, expected } = await printed(found.reported, found.report, again);

  expect(await smallerThan(broken, found)).toBeUndefined();
  expect(await isReproduced(found.report, broken.rule, another.deployment)).toBe(true);
  expect(got).toEqual(expected);
  expect(found.counterexample.spent).toBeLessThanOrEqual(60);
});

test('a counterexample holds where the defect is not', async () => {
  const broken = brokenBy('mock --defect sale/accepts-late-mtxid');
  const found = await find(broken, 1);
  await using sound = await broken.startSound();

  expect(found && (await isReproduced(found.report, broken.rule, sound.deployment))).toBe(false);
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
