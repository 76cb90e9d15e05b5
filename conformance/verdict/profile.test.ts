/** A released profile never changes, and decides which rules count and what a verdict needs. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { parseDay } from '../../src/engine/day.ts';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { ROOT } from '../../test/support/root.ts';
import { sha256 } from '../evidence/digests.ts';
import { PROFILES } from '../profiles/released.ts';
import type { RuleOutcome } from '../runner/outcome.ts';
import { type Profile, profileOf, readProfile } from './profile.ts';
import { reachVerdict } from './verdict.ts';
import { weigh } from './weigh.ts';

/** Never edited: a verdict names its profile by it. Another list of rules is another profile. */
const RELEASED: Readonly<Record<(typeof PROFILES)[number], string>> = {
  '2026-11': '5ab46411fde6579704d498ec7bc8db6453e4430a57ffc328540c4db91466a0f7',
};

describe('a released profile', () => {
  test.each(Object.entries(RELEASED))('%s is what it was when it was released', (name, digest) => {
    expect(sha256(readFileSync(join(ROOT, `conformance/profiles/${name}.yaml`)))).toBe(digest);
    expect(readProfile(name).digest).toBe(digest);
  });

  test('has a file that fits the published schema', () => {
    const check = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'profile.schema.json'), 'utf8')));
    const files = globSync('conformance/profiles/*.yaml', { cwd: ROOT });

    expect(files.map((file) => basename(file, '.yaml'))).toEqual(PROFILES);
    for (const file of files) {
      const profile = parse(readFileSync(join(ROOT, file), 'utf8'));

      expect(check(profile), JSON.stringify(check.errors)).toBe(true);
      expect(profile.profile).toBe(basename(file, '.yaml'));
    }
    expect(check({ ...parse(readFileSync(join(ROOT, files[0] ?? ''), 'utf8')), base: {} })).toBe(false);
  });
});

describe('--profile', () => {
  test('takes a name with modules, in any order', () => {
    const { label, modules, rules } = readProfile('2026-11+pricing+several', 'service');

    expect([label, modules]).toEqual(['2026-11+several+pricing', ['several', 'pricing']]);
    expect(rules.get('processor/accepts-mid-or-name')).toMatchObject({ level: 'must', least: 4 });
    expect(readProfile('2026-11').rules.get('processor/accepts-mid-or-name')).toMatchObject({ least: 2 });
    expect([...rules.keys()].filter((id) => id.startsWith('client-'))).toEqual([]);
  });

  test('with the module tokens counts rules that are good practice otherwise', () => {
    expect(readProfile('2026-11').rules.get('auth/refuses-missing-token')?.level).toBe('should');
    expect(readProfile('2026-11+tokens').rules.get('auth/refuses-missing-token')?.level).toBe('must');
  });

  test.each([
    ['2026', 'service', '--profile: expected 2026-11, with modules as in 2026-11+several, got 2026'],
    ['', 'client', '--profile: expected 2026-11, with modules as in 2026-11+several, got '],
    [
      '2026-11+sevral',
      'service',
      '--profile: expected modules of 2026-11 with rules on services (several, multi-pay, pricing, tokens), got sevral: did you mean several?',
    ],
    [
      '2026-11+pricing',
      'client',
      '--profile: expected modules of 2026-11 with rules on clients (several, multi-pay), got pricing',
    ],
  ] as const)('%j of a %s is wrong usage where there is no such thing', (typed, subject, says) => {
    expect(() => readProfile(typed, subject)).toThrow(says);
  });

  const deployment = deploymentOf(new URL('http://127.0.0.1:1'));
  const profile = '2026-11+several';

  test.each([
    [{ only: ['nicn'] }, '--only: expected none beside --profile'],
    [{ skip: ['nicn'] }, '--skip: expected none'],
    [{ strict: true }, '--strict: expected none'],
    [{ must: ['sale'] }, '--must: expected none'],
    [{ waivers: 'waivers.yaml' }, '--waivers: expected none'],
    [{ baseline: 'main.json' }, '--baseline: expected none'],
    [{ like: 'production.json' }, '--like: expected none'],
    [{ effort: 'quick' }, '--effort: expected standard, which profile 2026-11+several asks for, got quick'],
  ] as const)('%j beside it is wrong usage', (beside, says) => {
    expect(() => profileOf({ profile, ...beside }, 'service')).toThrow(says);
    expect(profileOf(beside, 'service')).toBeUndefined();
  });

  test('names what the deployment file lacks', () => {
    const allows = { only: [], waivers: [], strict: false, effort: 'standard', profile } as const;

    expect(profileOf(allows, 'service', deployment)?.label).toBe(profile);
    expect(() => profileOf(allows, 'service', { ...deployment, several: undefined })).toThrow(
      '--profile: 2026-11+several expects merchants.several in the deployment file, got none',
    );
  });
});

const [COUNTS, ALSO, LATER] = [
  'sale/accepts-both',
  'nicn/refuses-non-digits',
  'fee/matches-reference',
] as const;

/** Of two rules that count and a later one, of which one differs. */
const PROFILE: Profile = {
  ...{ name: '2026-11', modules: [], digest: '', label: '2026-11', effort: 'standard', deployment: [] },
  rules: new Map([
    [COUNTS, { revision: 1, level: 'must', least: 2 }],
    [ALSO, { revision: 1, level: 'must', least: 0 }],
  ]),
};

const counterexample = {
  ...{ value: null, expected: 'this', got: 'that' },
  transcript: { steps: [], freshMtxids: new Map<string, string>() },
};
const FAIL: RuleOutcome = { kind: 'fail', counterexample };
const skippedFor = (cause: 'choice' | 'deployment-file'): RuleOutcome => ({
  kind: 'skipped',
  cause,
  why: 'so',
});

interface Differing {
  readonly outcome?: RuleOutcome;
  readonly exercised?: number;
  readonly revision?: number;
  readonly disputed?: string;
}

function judge(differing: Partial<Record<AnyRuleId, Differing | null>>) {
  const results = [COUNTS, ALSO, LATER].flatMap((id) => {
    const one = differing[id];
    if (one === null) return [];

    const head = { id, section: '', level: 'must', title: '', requests: 0, durationMs: 0 } as const;

    return [{ ...head, outcome: { kind: 'pass' }, exercised: 2, failures: [], ...one } as const];
  });
  const options = { strict: false, profile: PROFILE };
  const weighed = weigh(results, { ...options, effort: 'standard', today: parseDay('2027-01-01') });

  return reachVerdict(weighed, { ...options, inconclusive: undefined });
}

describe('the verdict about a profile', () => {
  test.each<[string, Partial<Record<AnyRuleId, Differing | null>>, number, string]>([
    ['is conformant where all rules that count hold', {}, 0, '2 of 2 rules of profile 2026-11 passed'],
    ['is nonconformant where one fails', { [COUNTS]: { outcome: FAIL } }, 1, `Failed: ${COUNTS}.`],
    [
      'does not count a rule that was added later',
      { [LATER]: { outcome: FAIL } },
      0,
      `none failed. Warnings, which do not count: ${LATER}.`,
    ],
    [
      'is inconclusive after too few judged calls',
      { [COUNTS]: { exercised: 1 } },
      3,
      `Not tested as profile 2026-11 requires: ${COUNTS} (1 of 2 judged calls).`,
    ],
    [
      'is inconclusive without a rule',
      { [COUNTS]: null },
      3,
      `${COUNTS} (no rule of this version of tollgate)`,
    ],
    [
      'is inconclusive about a rule at another revision, even if it fails',
      { [COUNTS]: { revision: 2, outcome: FAIL }, [ALSO]: { revision: 3 } },
      3,
      `Not tested as profile 2026-11 requires: ${COUNTS} (revision 2, not 1), ${ALSO} (revision 3, not 1).`,
    ],
    [
      'is inconclusive about a blocked rule',
      { [ALSO]: { outcome: { kind: 'blocked', by: LATER, why: 'so' } } },
      3,
      `Not tested as profile 2026-11 requires: ${ALSO} (blocked).`,
    ],
    [
      'is inconclusive about a skipped rule',
      { [COUNTS]: { outcome: skippedFor('choice') } },
      3,
      `${COUNTS} (skipped)`,
    ],
    [
      'is inconclusive where the deployment file lacks something',
      { [ALSO]: { outcome: skippedFor('deployment-file') } },
      3,
      `${ALSO} (skipped)`,
    ],
    [
      'allows a choice that leaves nothing to judge of a rule that needs no calls',
      { [ALSO]: { outcome: skippedFor('choice'), exercised: 0 } },
      0,
      '1 of 2 rules of profile 2026-11 passed, none failed',
    ],
  ])('%s', (_, differing, exitCode, says) => {
    expect(judge(differing)).toMatchObject({ exitCode, summary: expect.stringContaining(says) });
  });
});

test('a dispute does not alter a profile, and the verdict without the rule needs no call of it', () => {
  const disputed = { [COUNTS]: { outcome: FAIL, disputed: '2026-12-01' } };

  expect(judge(disputed)).toMatchObject({ verdict: 'nonconformant', withoutDisputed: 'conformant' });
});
