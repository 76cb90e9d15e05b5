/** A server in another language, written from the document alone: each bug is found by the rule that owns it, no choice is accused. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { conform } from '../../../conformance/index.ts';
import { sampled } from '../../support/sampled.ts';
import { type ForeignServer, foreignDeployment, isInstalled, startForeign } from './foreign.ts';

/** The rules that name each bug: the first fails, the others may fail as well. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'mtxid-of-digits-is-a-number': ['identity/distinct-mtxids-are-distinct'],
  'update-lowers-mtxid': [
    'identity/update-by-mtxid-keeps-stxid',
    'sale/accepts-mtxid',
    'identity/mtxid-is-case-sensitive',
  ],
  'sale-drops-dashes': ['sale/accepts-mtxid'],
  'zero-is-no-mtxid': ['identity/update-by-mtxid-keeps-stxid'],
  'sale-drops-leading-zeros': ['sale/accepts-mtxid'],
  'no-space-after-colon': ['fee-request/accepts-any-spelling'],
  'escapes-are-kept': ['fee-request/accepts-any-spelling'],
  'surrogates-are-refused': ['fee-request/accepts-any-spelling'],
  'authorization-in-lower-case': ['fee-request/accepts-any-spelling'],
  // Bodies above 8 KiB are not read to their end either, and their rest stands before the next call.
  'one-read-of-the-body': ['fee-request/accepts-any-spelling', 'fee-request/accepts-required-fields-alone'],
  'binary-floats': ['fee/matches-reference'],
  'rounded-down': ['fee/matches-reference'],
  'up-to-the-comma': ['fee/matches-reference'],
  'whole-dollars-in-updates': ['identity/update-recalculates-fee'],
  'fee-of-the-total': ['fee/matches-reference'],
  'the-bound-is-free': ['fee/matches-reference'],
  'cache-without-region': ['fee/matches-reference', 'fee/does-not-depend-on-other-calls'],
  'race-for-the-record': ['identity/concurrent-updates-keep-stxid'],
  'two-transactions-of-one-mtxid': ['identity/one-transaction-per-mtxid'],
  'fails-in-a-crowd': ['identity/concurrent-updates-keep-stxid', 'robustness/no-server-error-on-bad-input'],
  'sale-strips-tags': ['sale/accepts-mtxid'],
  'sale-escapes-ampersands': ['sale/accepts-mtxid'],
  'sale-decodes-percent': ['sale/accepts-mtxid'],
  'any-country': ['country/refuses-unknown'],
  'region-with-something-after': ['region/refuses-unknown'],
  'mid-as-a-number': ['processor/refuses-unknown'],
  'partial-update-of-nothing': ['identity/partial-update-keeps-or-refuses'],
  'partial-update-by-the-first-processor': ['identity/partial-update-keeps-or-refuses'],
  'processor-sticks': ['processor/required-with-several', 'identity/partial-update-keeps-or-refuses'],
  'byte-order-mark': ['fee-response/is-json-object'],
  'nicn-as-a-number': ['nicn/refuses-more-than-8-digits'],
  'mtxid-by-twelve-characters': ['identity/distinct-mtxids-are-distinct'],
  'mtxids-of-all-merchants': ['identity/merchants-are-isolated'],
  'amount-comes-first': ['fee-request/accepts-any-spelling'],
  'canada-is-free': ['fee/matches-reference'],
  'cache-without-processor': ['fee/matches-reference', 'fee/does-not-depend-on-other-calls'],
  'cache-without-nicn': ['fee/matches-reference', 'fee/does-not-depend-on-other-calls'],
  'fields-in-any-case': ['fee-request/names-are-case-sensitive'],
  'merchants-mixed-under-load': ['identity/concurrent-updates-keep-stxid'],
  'one-merchant-for-all-tokens': ['identity/merchants-are-isolated'],
  'data-around-updates': ['fee-response/is-json-object'],
  'reset-on-refusal': ['robustness/answers-in-time'],
  'bodies-over-400-bytes': ['opaque/campaign-and-data-are-opaque'],
  'every-twelfth-update': ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
};

/** Found, or not, without the right name so far. */
const OPEN: readonly string[] = [
  'leaks-on-unknown-transactions',
  'leaks-on-wrong-fields',
  'answers-one-late',
];

/** A lockout after wrong tokens leaves rules untested, but fails none. */
const UNDECIDED: readonly string[] = ['lockout'];

const isThere = isInstalled('python');
const server = isThere ? await startForeign('python') : undefined;
afterAll(async () => server?.[Symbol.asyncDispose]());

/** The rules that fail, and the verdict. */
async function judge(variant: string, seed: number) {
  const deployment = foreignDeployment(server as ForeignServer, variant, `${seed}-${crypto.randomUUID()}`);
  const { verdict, rules } = await conform({ deployment, seed });

  return {
    verdict,
    failed: rules
      .filter(({ outcome }) => ['fail', 'unstable', 'broken'].includes(outcome))
      .map(({ id }) => id),
  };
}

const seed = inject('isThorough') ? Number(process.env['SEED'] ?? 1) : 1;

describe.skipIf(!isThere)('a server in Python (skipped where python3 is not installed)', () => {
  test.each(sampled(Object.keys(FOUND), 3))('bug: %s', async (name) => {
    const { failed } = await judge(name, seed);
    const [owner, ...others] = FOUND[name] ?? [];

    expect(failed).toContain(owner);
    expect(failed.filter((id) => id !== owner && !others.includes(id))).toEqual([]);
  });

  test.each(sampled(server?.choices ?? [], 3))('choice: %s', async (name) => {
    const { verdict, failed } = await judge(name, seed);

    expect(failed).toEqual([]);
    expect(verdict).toBe(UNDECIDED.includes(name) ? 'inconclusive' : 'conformant');
  });

  test('every bug is listed', () => {
    expect([...Object.keys(FOUND), ...OPEN].toSorted()).toEqual(server?.bugs.toSorted());
  });
});
