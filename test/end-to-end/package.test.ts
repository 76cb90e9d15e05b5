/** The package as its users get it: built, imported by its name, with its types, under each of three test runners. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RULES } from '../../conformance/rules/index.ts';
import { ROOT } from '../shape/source-files.ts';

/** Of the client of a shop, in each of the examples. */
const CHECKOUT_TESTS = 4;

/** In milliseconds, on a machine that does much else. */
const BUILT_IN_TIME = 120_000;

const require = createRequire(import.meta.url);
const { exports: entries } = require('../../package.json') as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const ofProgram = Object.entries(entries).flatMap(([name, target]) =>
  typeof target === 'string' || name === './vitest' ? [] : [name.replace(/^\./, 'tollgate')],
);
const ofData = Object.values(entries).filter((target) => typeof target === 'string');

/** Runs it with the Node that runs this, in a folder, as somebody would who is not inside another test runner. */
async function run(folder: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const { VITEST, VITEST_WORKER_ID, NODE_ENV, NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });

    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };

    return { code, said: stdout + stderr };
  }
}

/** The project of a user who has the package installed, gone when the test ends. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-user-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/tollgate'));
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

  return folder;
}

beforeAll(async () => {
  const { code, said } = await run(ROOT, ['build/build.ts']);
  expect({ code, said }).toEqual({ code: 0, said: '' });
}, BUILT_IN_TIME);

describe('every entry of the package', () => {
  test('can be imported, and holds something', async () => {
    const folder = projectOf({
      'user.mjs': `
        for (const name of ${JSON.stringify(ofProgram)}) {
          const entry = await import(name);
          console.log(name, Object.keys(entry).length > 0);
        }`,
    });

    expect(ofProgram).toEqual(['tollgate', 'tollgate/conformance', 'tollgate/engine', 'tollgate/ledger']);
    expect(await run(folder, ['user.mjs'])).toEqual({
      code: 0,
      said: ofProgram.map((name) => `${name} true\n`).join(''),
    });
    expect(ofData.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('has types that a strict user can build on', async () => {
    const folder = projectOf({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2022',
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: true,
          noEmit: true,
        },
      }),
      'every.ts': ofProgram
        .map((name, at) => `import * as entry${at} from '${name}';\nexport const has${at} = entry${at};`)
        .join('\n'),
      'user.ts': `
        import { createMock, type FeeRequest, MockError, startMock } from 'tollgate';
        import { conform, readDeploymentFile, readWaiverFile, REPORTERS } from 'tollgate/conformance';
        import { type ConformanceOptions, describeConformance } from 'tollgate/vitest';
        import { openRedisLedger, openSqliteLedger, createMemoryLedger, type Ledger, LedgerError } from 'tollgate/ledger';
        const body: FeeRequest = { amount: 1, nicn: '424242', region: 'AZ' };
        const ledger: Ledger = createMemoryLedger({ retain: 10 });
        const stored: Promise<Ledger>[] = [openSqliteLedger('a.db'), openRedisLedger('redis://127.0.0.1:6379')];
        const mock = await startMock({ ledger, choices: { 'success-status': '201' } });
        const fee = (await mock.inject({ path: '/v1/ch', body })).json();
        export const asked: number | string = 'transactionFee' in fee ? fee.transactionFee : fee.detail;
        const sale = (await mock.inject({ path: '/v1/ch/sale', body: {} })).json();
        export const sold: string = 'sTxId' in sale ? sale.sTxId : sale.title;
        // @ts-expect-error elsewhere nothing is known of the answer
        (await mock.inject({ path: '/' })).json().title;
        // @ts-expect-error no such choice
        await createMock({ choices: { 'success-status': '299' } });
        const options: ConformanceOptions = { url: () => startMock(), effort: 'quick', skip: ['nicn'] };
        export const described: void = describeConformance(options);
        const [deployment, waivers] = [readDeploymentFile('staging.yaml'), readWaiverFile('waivers.yaml')];
        export const page: string = REPORTERS.html(await conform({ deployment, waivers }));
        export const code = (error: unknown) =>
          error instanceof MockError || error instanceof LedgerError ? error.code : stored.length;`,
    });

    expect(await run(folder, [require.resolve('typescript/bin/tsc')])).toEqual({ code: 0, said: '' });
  });
});

describe('the worked example', () => {
  test('for Vitest passes', async () => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { code, said } = await run(join(ROOT, 'examples/vitest'), [vitest, 'run', '--reporter=tap-flat']);

    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining(`\n1..${CHECKOUT_TESTS + RULES.length + 1}\n`),
    });
    expect(said).toMatch(/^ok .* the verdict/m);
  });

  test('for Jest passes', async () => {
    const jest = require.resolve('jest/bin/jest');
    const { code, said } = await run(join(ROOT, 'examples/jest'), ['--experimental-vm-modules', jest]);

    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^Tests: +4 passed, 4 total$/m) });
  });

  test('for node:test passes', async () => {
    const { code, said } = await run(join(ROOT, 'examples/node-test'), ['--test']);

    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^. pass 4$/m) });
  });
});

describe('the rules as tests of a Vitest run', () => {
  test('fail where the server breaks them, and where nothing could be tested', async () => {
    const folder = projectOf({
      'package.json': '{ "type": "module" }',
      'broken.test.js': `
        import { startMock } from 'tollgate';
        import { describeConformance } from 'tollgate/vitest';
        const url = () => startMock({ jwtSecret: 'secret', defects: ['nicn/refuses-non-digits'] });
        describeConformance({ name: 'broken', url, effort: 'quick', only: ['nicn', 'region'], seed: 1 });
        describeConformance({ name: 'away', url: 'http://127.0.0.1:9', effort: 'quick', only: ['region'] });`,
    });
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { code, said } = await run(folder, [vitest, 'run', '--reporter=tap-flat']);
    const failed = said.match(/^not ok .*/gm) ?? [];

    expect(code).toBe(1);
    expect(failed.map((line) => line.replace(/ # time.*/, ''))).toEqual([
      expect.stringMatching(/broken > nicn\/refuses-non-digits$/),
      expect.stringMatching(/away > the verdict$/),
    ]);
    expect(said).toContain('a nicn with anything but digits is refused (nicn/refuses-non-digits, must');
    expect(said).not.toMatch(/^\s+at /m);
  });
});
