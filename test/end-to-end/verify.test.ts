/** `conform --record --sign` and `verify`: two sides that share only the files, and what each exit code says. */
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tollgateHere } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
    out: expect.stringContaining('cannot be checked without the recording'),
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
