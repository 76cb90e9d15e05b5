/** `conform --record --sign` and `verify`: two sides that share only the files, and what each exit code says. */
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { checkClient } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { startMock } from '../../src/mock/index.ts';
import { STYLES, type Style } from '../selftest/clients.ts';
import { temporaryFolder } from '../support/folders.ts';
import { recordTo } from '../support/har-files.ts';
import { tollgateHere } from './command.ts';

const folder = temporaryFolder();

const [vendor, merchant] = [join(folder, 'vendor'), join(folder, 'merchant')];
const SHARED = ['report.json', 'report.json.jws', 'run.har', 'vendor.pem'];

beforeAll(async () => {
  mkdirSync(vendor);
  mkdirSync(merchant);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(vendor, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(vendor, 'vendor.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const files = ['--report', 'json=report.json', '--record', 'run.har', '--sign', 'key.pem'];
  const ran = await tollgateHere(
    ['conform', '--mock', '--effort', 'quick', '--build', '4.2.0', ...files],
    {},
    vendor,
  );
  expect(ran.code, ran.problem).toBe(0);
  expect(ran.problem).toMatch(/\nwrote report\.json \(json\)\nwrote run\.har\nwrote report\.json\.jws\n$/);
  for (const file of SHARED) copyFileSync(join(vendor, file), join(merchant, file));
});

const verify = (...args: readonly string[]) => tollgateHere(['verify', ...args], {}, merchant);

test('the other side verifies report, recording and signature', async () => {
  expect(await verify('report.json', 'run.har', '--public-key', 'vendor.pem')).toMatchObject({
    code: 0,
    out: 'the recording gives the report: conformant, rule by rule\nsignature: valid\n',
  });
  expect(JSON.parse(readFileSync(join(merchant, 'report.json'), 'utf8')).build).toBe('4.2.0');
});

test('without a recording it is said what cannot be checked', async () => {
  expect(await verify('report.json')).toMatchObject({
    code: 0,
    out: expect.stringContaining('what the rules say was not checked: that takes the recording'),
  });
  expect(await verify('report.json', '--public-key', 'vendor.pem')).toMatchObject({
    code: 0,
    out: expect.stringContaining('signature: valid'),
  });
  const broken = JSON.parse(readFileSync(join(merchant, 'report.json'), 'utf8'));
  Object.assign(
    broken.rules.find(({ id }: { id: string }) => id === 'identity/stxid-is-unique'),
    {
      outcome: 'fail',
      reason: 'expected two',
      counterexample: { expected: 'two', got: 'one', case: { calls: [] }, steps: [] },
    },
  );
  writeFileSync(join(merchant, 'broken.json'), JSON.stringify(broken));
  expect(await verify('broken.json')).toMatchObject({
    code: 1,
    out: expect.stringContaining('the report says conformant, and that identity/stxid-is-unique failed'),
  });
});

test('an edited report gives 1, and 2 where it should be signed', async () => {
  const edited = readFileSync(join(merchant, 'report.json'), 'utf8').replace('"4.2.0"', '"4.3.0"');
  writeFileSync(join(merchant, 'edited.json'), edited);
  copyFileSync(join(merchant, 'report.json.jws'), join(merchant, 'edited.json.jws'));

  expect(await verify('edited.json', 'run.har')).toMatchObject({
    code: 1,
    out: 'build: the report says "4.3.0", the recording gives "4.2.0"\nsignature: not checked\n',
  });
  expect(await verify('edited.json', 'run.har', '--public-key', 'vendor.pem')).toMatchObject({
    code: 2,
    problem: expect.stringContaining('edited.json.jws: expected the signature of these files by vendor.pem'),
  });
});

test('files that cannot be read, and options that do not fit, give 2', async () => {
  expect(await verify('none.json', 'run.har')).toMatchObject({ code: 2 });
  expect(await verify('report.json', 'report.json')).toMatchObject({ code: 2 });
  expect(
    await tollgateHere(['conform', '--mock', '--effort', 'quick', '--sign', 'key.pem'], {}, vendor),
  ).toMatchObject({
    code: 2,
    problem: expect.stringContaining('--sign: expected --report json=PATH beside it'),
  });
});

test('a recording that exists is not overwritten', async () => {
  const ran = await tollgateHere(
    ['conform', '--mock', '--effort', 'quick', '--record', 'run.har'],
    {},
    vendor,
  );

  expect(ran).toMatchObject({
    code: 2,
    problem: expect.stringContaining('--record: run.har: expected to write a new file'),
  });
});

test('an unsigned report names the signature of an earlier one beside it', async () => {
  const args = ['conform', '--mock', '--only', 'region', '--effort', 'quick', '--report', 'json=report.json'];

  expect((await tollgateHere(args, {}, vendor)).problem).toContain(
    'tollgate: report.json.jws signs an earlier report, not this one: remove it, or run with --sign\n',
  );
});

// `--profile`: a run whose verdict is about a released list of rules, and what its files prove to the other side.

const released = temporaryFolder();
const run = (...args: readonly string[]) => tollgateHere(args, {}, released);
const read = (file: string) => readFileSync(join(released, file), 'utf8');

const STYLE = STYLES.find(({ name }) => name === 'an update and a sale by sTxId') as Style;
const ALL = '2026-11+several+multi-pay+pricing+tokens';
let report: Report;

beforeAll(async () => {
  const ran = await run(
    ...['conform', '--mock', '--profile', ALL, '--record', 'run.har'],
    ...['--report', 'text', '--report', 'json=report.json'],
  );

  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^CONFORMANT \(profile 2026-11\+several/),
  });
  report = JSON.parse(read('report.json'));
});

test('the mock is conformant with the base and every module', () => {
  expect(report.profile).toMatchObject({ name: '2026-11', modules: ALL.split('+').slice(1) });
  expect(report.summary).toMatch(/^(\d+) of \1 rules of profile 2026-11\+/);
  expect(report.rules.find(({ id }) => id === 'auth/refuses-missing-token')).toMatchObject({
    ...{ level: 'should', counted: true, least: 1 },
  });
});

test('the recording gives the report again', async () => {
  expect(await run('verify', 'report.json', 'run.har')).toMatchObject({ code: 0 });
});

test('a recording with an option that the profile does not allow is refused', async () => {
  writeFileSync(
    join(released, 'other.har'),
    read('run.har').replace(`"profile":"${ALL}"`, '"profile":"2026-11"'),
  );
  writeFileSync(join(released, 'strict.har'), read('run.har').replace('"strict":false', '"strict":true'));
  const { digests: { recording: _, ...digests } = {}, ...rest } = report;
  writeFileSync(join(released, 'loose.json'), JSON.stringify({ ...rest, digests }));

  expect(await run('verify', 'loose.json', 'strict.har')).toMatchObject({
    ...{ code: 2, problem: expect.stringContaining('--strict: expected none beside --profile') },
  });
});

test('a statement names profile and modules, and rules lists what counts', async () => {
  const statement = await run('statement', 'report.json');
  const rules = await run('rules', 'auth', '--profile', '2026-11+tokens');
  const all = await run('rules', '--profile', '2026-11+tokens');
  expect(all.out).toMatch(
    /^profile 2026-11\+tokens, effort standard, SHA-256 [\da-f]{64}\nthe deployment file has merchants\.one\.processors, .*regions\.iso.*\n\nfee-request\//,
  );

  expect(statement.out).toContain('| Profile | 2026-11 + several + multi-pay + pricing + tokens, SHA-256 ');
  expect(rules.out).toMatch(
    /^auth\/refuses-missing-token +must +revision 1, at least 1 +5 .*\nauth\/refuses-inv.*\n$/,
  );
});

test('a client is judged by the rules on clients, and rules that it does not show are named', async () => {
  const judge = (profile: string) =>
    checkClient({
      startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
      run: STYLE.run,
      ...{ profile, seed: 3, jobs: 4 },
      record: recordTo(join(released, `${profile}.har`)),
    });
  const [base, several] = await Promise.all([judge('2026-11'), judge('2026-11+several')]);

  expect(base).toMatchObject({ verdict: 'conformant', profile: { name: '2026-11', modules: [] } });
  expect(base.summary).toMatch(/^\d+ of \d+ rules of profile 2026-11 passed, none failed\./);
  expect(await verifyRecording(base, read('2026-11.har'), 'run.har')).toMatchObject({ code: 0 });
  expect(several).toMatchObject({
    ...{ verdict: 'inconclusive', exitCode: 3 },
    summary: expect.stringContaining(
      'Not tested as profile 2026-11+several requires: client-request/names-processor-with-several (skipped).',
    ),
  });
});

test('a module without rules on clients is wrong usage', async () => {
  expect(await run('check-client', '--profile', '2026-11+tokens', '--', 'true')).toMatchObject({
    code: 2,
    problem: expect.stringContaining(
      'modules of 2026-11 with rules on clients (several, multi-pay), got tokens',
    ),
  });
});
