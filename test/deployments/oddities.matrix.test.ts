/** What the document lets a deployment do is never held against it: mixtures that have each oddity, and random ones. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import type { Report } from '../../conformance/report/report.ts';
import { type RuleId, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { describeThoroughly, runsOf, sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { type JudgeOptions, judge, outcomes } from './judge.ts';
import { LONE_ODDITIES } from './lone-oddities.ts';
import { ODDITIES } from './oddities.ts';

const NAMES = Object.keys(ODDITIES);

/** What of them goes against common sense, and is warned of. */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  'refusal: 500 as text': ['robustness/no-server-error-on-bad-input'],
  'refusal: another one each time': ['robustness/no-server-error-on-bad-input'],
  'refusal: 503 without a body': ['robustness/no-server-error-on-bad-input'],
  'fee: binary noise': ['fee-response/fee-has-cents'],
  'fee: three decimals': ['fee-response/fee-has-cents'],
  'fee: another at every call': ['fee-response/same-request-same-fee'],
  'mTxId: in any case': ['identity/mtxid-is-case-sensitive'],
  'fee: by length of nicn and form of region': ['region/forms-agree'],
  'type: none': ['transport/content-type-json'],
  'type: text/plain': ['transport/content-type-json'],
  'sale: any that names something': ['sale/refuses-unknown-transaction'],
  'lax: amounts and nicns of other types': ['fee-request/refuses-wrong-types'],
  'lax: empty regions and single campaigns': ['fee-request/refuses-wrong-types', 'region/refuses-unknown'],
};

/** Each oddity is in one of them, none of which has two that replace the same part of the reference. */
const MIXTURES = mixturesOf(NAMES);

function mixturesOf(all: readonly string[]): readonly (readonly string[])[] {
  const mixtures: { readonly names: string[]; readonly parts: Set<string> }[] = [];
  for (const name of all) {
    const parts = new Set(Object.keys(ODDITIES[name]!()));
    const fitting = mixtures.find((mixture) => mixture.parts.isDisjointFrom(parts));
    if (fitting === undefined) mixtures.push({ names: [name], parts });
    else {
      fitting.names.push(name);
      for (const part of parts) fitting.parts.add(part);
    }
  }

  return mixtures.map(({ names }) => names);
}

/** Takes two requests for each, of which effort quick has too few. */
const DOUBLED = 'elsewhere: 307 to a path of its own';

/** The verdict, and what a must rule holds against the deployment. */
function accusationsIn(report: Report): readonly string[] {
  const wrong = report.rules.filter(
    ({ level, outcome }) => level === 'must' && ['fail', 'unstable', 'broken', 'blocked'].includes(outcome),
  );

  return [report.verdict, ...wrong.map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`)];
}

const warningsIn = ({ rules }: Report) =>
  rules.filter(({ level, outcome }) => level === 'should' && outcome === 'fail').map(({ id }) => id);

const judgeMixture = (names: readonly string[], options: JudgeOptions) =>
  judge(Object.assign({}, ...names.map((name) => ODDITIES[name]!())), options);

testThoroughly('the reference deployment is conformant, and every must rule was judged', async () => {
  const report = await judge();
  const open = report.rules.filter(({ level, outcome }) => level === 'must' && outcome !== 'pass');

  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  // No deployment file states its fees.
  expect(open.map(({ id }) => id)).toEqual(['fee/matches-reference']);
  expect(warningsIn(report)).toEqual([]);
});

describeThoroughly('is no reason to accuse', () => {
  test.each(Object.keys(WARNED))('%s, which is warned of', async (name) => {
    const report = await judgeMixture([name], {});

    expect(accusationsIn(report)).toEqual(['conformant']);
    expect(warningsIn(report)).toEqual(WARNED[name] ?? []);
  });

  test.each(MIXTURES.map((names) => [names.join(', '), names] as const))('%s', async (_, names) => {
    const report = await judgeMixture(names, {});
    const expected = names.flatMap((name) => WARNED[name] ?? []);

    expect(accusationsIn(report)).toEqual(['conformant']);
    expect(warningsIn(report).filter((rule) => !expected.includes(rule))).toEqual([]);
  });
});

/** They break a must rule, whatever they do so for: only the should rules have nothing to say. */
const BREAK_A_MUST = ['each merchant counts its transactions for itself'];

test.each(sampled(Object.entries(LONE_ODDITIES), 2))(
  'no rule fails and none warns where %s',
  async (name, make) => {
    const isBroken = BREAK_A_MUST.includes(name);
    const selects = (id: RuleId) => !isBroken || SHOULD_RULES.some((known) => known === id);
    const report = await judge(make(), { selects, limits: { timeout: 3000 } });

    expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([]);
    if (!isBroken) expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  },
);

testOnce('a lock-out after wrong tokens fails no rule, and is observed', async () => {
  const report = await judge(
    LONE_ODDITIES['a client that guesses tokens is refused everything from then on']!(),
  );

  expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, choices: { lockout: '423' } });
});

test('no mixture of them is one, at any seed and effort, whatever is known of the deployment', async () => {
  const mixture = fc.uniqueArray(fc.constantFrom(...NAMES), {
    selector: (name) => name.split(':')[0],
    minLength: 2,
    maxLength: 12,
  });
  const known = fc.constantFrom<Partial<Deployment>>(
    {},
    { several: undefined },
    { one: { token: 'token-of-one', processors: [] }, several: undefined, multiPay: false },
    { cards: ['5555555555554444'], amounts: { min: 1, max: 400 } },
  );
  await fc.assert(
    fc.asyncProperty(
      mixture,
      known,
      fc.constantFrom('quick', 'standard'),
      fc.nat(),
      async (names, overrides, drawn, seed) => {
        const effort = names.includes(DOUBLED) ? 'standard' : drawn;

        expect(accusationsIn(await judgeMixture(names, { seed, effort, overrides }))).toEqual(['conformant']);
      },
    ),
    // The selftest judges 200 mixtures of what the mock can choose.
    { numRuns: runsOf(4, 1 / 4), endOnFailure: true },
  );
});
