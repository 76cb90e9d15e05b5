/** What the document lets a deployment do is never held against it: mixtures that have each oddity, and random ones. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import { describeThoroughly, runsOf, testThoroughly } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { ODDITIES } from './oddities.ts';
import { startReference } from './reference.ts';

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

interface Accusation {
  readonly verdict: string;
  readonly rules: readonly string[];
}

const NONE: Accusation = { verdict: 'conformant', rules: [] };

async function accusationOf(
  names: readonly string[],
  options: Partial<ConformOptions>,
  overrides: Partial<Deployment> = {},
): Promise<Accusation & { readonly warnings: readonly string[] }> {
  const behaviour = Object.assign({}, ...names.map((name) => ODDITIES[name]!()));
  await using server = await startReference(behaviour);
  const { verdict, rules } = await conform({ deployment: deploymentOf(server.url, overrides), ...options });
  const counts = ['fail', 'unstable', 'broken', 'blocked'];

  return {
    verdict,
    warnings: rules
      .filter(({ level, outcome }) => level === 'should' && outcome === 'fail')
      .map(({ id }) => id),
    rules: rules
      .filter(({ level, outcome }) => level === 'must' && counts.includes(outcome))
      .map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`),
  };
}

testThoroughly('the reference deployment is conformant, and every must rule was judged', async () => {
  await using server = await startReference();
  const report = await conform({ deployment: deploymentOf(server.url), seed: 1 });
  const open = report.rules.filter(({ level, outcome }) => level === 'must' && outcome !== 'pass');

  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  // No deployment file states its fees.
  expect(open.map(({ id }) => id)).toEqual(['fee/matches-reference']);
  expect(report.rules.filter(({ level, outcome }) => level === 'should' && outcome === 'fail')).toEqual([]);
});

describeThoroughly('is no reason to accuse', () => {
  test.each(Object.keys(WARNED))('%s, which is warned of', async (name) => {
    const { warnings, ...accusation } = await accusationOf([name], { seed: 1, effort: 'standard' });

    expect(accusation).toEqual(NONE);
    expect(warnings).toEqual(WARNED[name] ?? []);
  });

  test.each(MIXTURES.map((names) => [names.join(', '), names] as const))('%s', async (_, names) => {
    const { warnings, ...accusation } = await accusationOf(names, { seed: 1, effort: 'standard' });
    const expected = names.flatMap((name) => WARNED[name] ?? []);

    expect(accusation).toEqual(NONE);
    expect(warnings.filter((rule) => !expected.includes(rule))).toEqual([]);
  });
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
        const { warnings: _, ...accusation } = await accusationOf(names, { seed, effort }, overrides);
        expect(accusation).toEqual(NONE);
      },
    ),
    // The selftest judges 200 mixtures of what the mock can choose.
    { numRuns: runsOf(4, 1 / 4), endOnFailure: true },
  );
});
