/** Starts the second engine, a Python program, in a process of its own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDeployment } from '../../conformance/deployment/read-deployment.ts';
import { conform } from '../../conformance/index.ts';
import type { EffortName } from '../../conformance/report/report.ts';
import { groupOf } from '../../conformance/report/rule-status.ts';
import { MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';

/** The line that it prints when it listens. */
interface Started {
  readonly url: string;
  /** By merchant. */
  readonly tokens: { readonly bakery: string; readonly outfitter: string };
}

interface SecondEngine extends Started, AsyncDisposable {}

/**
 * Whether python3 is installed. Without it, the tests that need it are skipped with a warning; on CI they run and fail,
 * so that a missing python3 is noticed.
 */
function hasPython(): boolean {
  const isInstalled = spawnSync('python3', ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true') {
    process.stderr.write('python3 is not installed: the tests of the second engine are left out\n');
  }

  return isInstalled || process.env['CI'] === 'true';
}

/** The defects and habits that it can have are named in defects.py and habits.py. */
async function startSecondEngine(defect?: string, habits: readonly string[] = []): Promise<SecondEngine> {
  const args = [
    '-B',
    join(import.meta.dirname, 'serve.py'),
    ...(defect === undefined ? [] : ['--defect', defect]),
    ...habits.flatMap((habit) => ['--habit', habit]),
  ];
  const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    firstLine(child.stdout),
    exited.then(() => Promise.reject(new Error(`the second engine ended before it listened: ${complaint}`))),
  ]);

  return {
    ...(JSON.parse(line) as Started),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
}

// The suite on an engine that shares nothing with it: another language, other habits, written from the document alone.

const FILE = join(import.meta.dirname, 'deployment.yaml');

/** For each mistake the rule that is in charge of it. */
const FOUND_BY: Readonly<Record<string, RuleId>> = {
  'bankers-rounding': 'fee/matches-reference',
  'float-money': 'fee/matches-reference',
  isdigit: 'nicn/refuses-non-digits',
  'int-of-text': 'nicn/refuses-non-digits',
  'bool-is-int': 'fee-request/refuses-wrong-types',
  'endless-amount': 'robustness/no-server-error-on-bad-input',
  'casefold-mtxid': 'identity/mtxid-is-case-sensitive',
  'mutable-default': 'identity/merchants-are-isolated',
  'counter-race': 'identity/stxid-is-unique',
  'lru-eviction': 'identity/outlives-other-traffic',
  startswith: 'processor/refuses-unknown',
  'fee-as-text': 'fee-response/has-transaction-fee-number',
};

/** What the document leaves to a service, with the shoulds that warn of it. */
const HABITS: readonly (readonly [habits: string, warns: readonly RuleId[]])[] = [
  ['strip, sets, first-member', []],
  ['late-names, strip', ['identity/remembers-late-mtxid']],
  ['limits, firewall, fixed', []],
  ['limits, firewall, fixed, sets, strip, late-names, forgets-sold', ['identity/remembers-late-mtxid']],
];

/** Its address is on loopback, and pauses are tried at the effort deep alone. */
const NOT_PASSED: readonly RuleId[] = ['transport/https', 'identity/outlives-a-pause'];

/** It is about all that is asked in a run, the must rules' requests too. */
const LOOKS_ON: RuleId = 'robustness/no-server-error-on-bad-input';

describe.runIf(hasPython())('the second engine', { timeout: 90_000 }, () => {
  test('conforms, with no warning, and its fees are the ones of its prices', async () => {
    await using engine = await startSecondEngine();
    const report = await judge(engine);
    const passed = report.rules.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
    const judged = report.rules.filter(({ level }) => level !== 'observe');
    const others = judged.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id);

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(passed).toContain('fee/matches-reference');
    expect(others).toEqual(NOT_PASSED);
  });

  test.each(Object.entries(FOUND_BY))(
    'is found out by its rule when it makes the mistake %s',
    async (defect, rule) => {
      await using engine = await startSecondEngine(defect);
      const report = await judge(engine, (id) => isInView(id, rule));
      const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

      expect(failed).toEqual([rule]);
    },
  );

  test.each(HABITS)('is not accused for the habits %s', async (habits, warns) => {
    await using engine = await startSecondEngine(undefined, habits.split(', '));
    const report = await judge(engine);
    const judged = report.rules.filter(({ level }) => level !== 'observe');
    const others = judged.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id);

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(others.sort()).toEqual([...warns, ...NOT_PASSED].sort());
  });

  test('is failed for no text that its firewall refuses, however many are tried', async () => {
    await using engine = await startSecondEngine(undefined, ['firewall']);
    const rules = ['opaque/campaign-and-data-are-opaque', 'sale/authcode-is-opaque'];
    const report = await judge(engine, (id) => rules.includes(id), 'deep');

    expect(report).toMatchObject({ verdict: 'conformant', counts: { pass: rules.length } });
  });

  test('has no mistake that is not looked for', () => {
    const list = 'import json, defects; print(json.dumps(list(defects.DEFECTS)))';
    const names = JSON.parse(
      execFileSync('python3', ['-B', '-c', list], { cwd: import.meta.dirname, encoding: 'utf8' }),
    );

    expect(names).toEqual(Object.keys(FOUND_BY));
  });

  test('says why a fee is not the one of its prices', async () => {
    await using engine = await startSecondEngine('bankers-rounding');
    const report = await judge(engine, (id) => id === 'fee/matches-reference');
    const found = report.rules.find(({ id }) => id === 'fee/matches-reference')?.counterexample;

    expect(found?.expected).toMatch(
      /^by pricing\.yaml, merchant bakery, processor Quill, the fee \d+\.\d{2}$/,
    );
    expect(found?.got).toMatch(
      /, which would be right if \d+\.\d{2}5 were rounded half-even and not half-up$/,
    );
    expect(found?.steps.length).toBeLessThanOrEqual(2);
  });
});

/** What may well fail beside this rule: where transactions are mixed up, any rule of its level; else those of its group. */
function isInView(id: RuleId, rule: RuleId): boolean {
  if (rule === LOOKS_ON) return true;

  return isMust(id) === isMust(rule) && (groupOf(rule) === 'identity' || groupOf(id) === groupOf(rule));
}

function isMust(id: RuleId): boolean {
  return MUST_RULES.some((known) => known === id);
}

function judge(
  { url, tokens }: SecondEngine,
  selects: (id: RuleId) => boolean = () => true,
  effort: EffortName = 'standard',
) {
  const environment = {
    SECOND_ENGINE_URL: url,
    SECOND_ENGINE_BAKERY: tokens.bakery,
    SECOND_ENGINE_OUTFITTER: tokens.outfitter,
  };
  const deployment = readDeployment(readFileSync(FILE, 'utf8'), FILE, environment, {});

  return conform({ deployment, selects, effort, seed: 1 });
}
