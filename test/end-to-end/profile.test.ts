/** `--profile`: a run whose verdict is about a released list of rules, and what its files prove to the other side. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { checkClient } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { startMock } from '../../src/mock/index.ts';
import { STYLES, type Style } from '../selftest/styles.ts';
import { tollgateHere } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...args: readonly string[]) => tollgateHere(args, {}, folder);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

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

test('the recording gives the report again, and not one whose profile was edited', async () => {
  expect(await run('verify', 'report.json', 'run.har')).toMatchObject({ code: 0 });
  for (const [field, edited] of [
    ['profile.digest', read('report.json').replace(/("digest": ")\w{64}/, `$1${'0'.repeat(64)}`)],
    [': least', read('report.json').replace(/,\s*"least": \d+/, '')],
  ] as const) {
    writeFileSync(join(folder, 'edited.json'), edited);

    expect(await run('verify', 'edited.json', 'run.har')).toMatchObject({
      ...{ code: 1, out: expect.stringContaining(field) },
    });
  }
});

test('a recording with an option that the profile does not allow is refused', async () => {
  writeFileSync(
    join(folder, 'other.har'),
    read('run.har').replace(`"profile":"${ALL}"`, '"profile":"2026-11"'),
  );
  writeFileSync(join(folder, 'strict.har'), read('run.har').replace('"strict":false', '"strict":true'));
  const { digests: { recording: _, ...digests } = {}, ...rest } = report;
  writeFileSync(join(folder, 'loose.json'), JSON.stringify({ ...rest, digests }));

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

  expect(statement.out).toContain(
    '| Profile | `2026-11` + `several` + `multi-pay` + `pricing` + `tokens`, SHA-256 `',
  );
  expect(rules.out).toMatch(
    /^auth\/refuses-missing-token +must +revision 1, at least 1 +5 .*\nauth\/refuses-inv.*\n$/,
  );
});

test('a client is judged by the rules on clients, and rules that it does not show are named', async () => {
  const judge = (profile: string) =>
    checkClient({
      startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
      run: STYLE.run,
      ...{ profile, seed: 3 },
      record: {
        path: join(folder, `${profile}.har`),
        onError(error) {
          throw error;
        },
      },
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
