/** `drift`: a mock beside the recording of a service with other prices, another choice and its own identifiers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform, readDeployment } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { parseMockFile } from '../../src/mock/read-merchants.ts';
import { tollgateHere } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-drift-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MERCHANTS = `
merchants:
  north:
    processors: [{ mid: "900", name: nord, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }]
  south:
    processors:
      - { mid: "901", name: sud, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }
      - { mid: "902", name: sued, pricing: { model: percent-plus-fixed, percent: "2", fixed: "0" } }
`;

beforeAll(async () => {
  const { merchants } = parseMockFile(MERCHANTS, 'merchants.yaml');
  const choices = { 'success-status': '201', 'second-sale': 'refuse', 'stxid-form': 'long' } as const;
  await using mock = await startMock({ port: 0, jwtSecret: 's'.repeat(40), merchants, choices });
  const processors = (name: string) =>
    merchants.find((merchant) => merchant.name === name)?.processors.map(({ mid, name }) => ({ mid, name }));
  const file = {
    url: mock.url,
    merchants: {
      one: { token: mock.token('north'), processors: processors('north') },
      several: { token: mock.token('south'), processors: processors('south') },
    },
  };
  writeFileSync(join(folder, 'merchants.yaml'), MERCHANTS);
  const report = await conform({
    deployment: readDeployment(JSON.stringify(file), 'deployment.yaml', {}, {}),
    ...{ effort: 'quick', seed: 3 },
    record: {
      path: join(folder, 'run.har'),
      onError(error) {
        throw error;
      },
    },
  });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
});

const drift = (...args: readonly string[]) => tollgateHere(['drift', 'run.har', ...args], {}, folder);

test('a mock with its merchants and choices does not differ', async () => {
  expect(await drift('--merchants', 'merchants.yaml', '--like', 'report.json')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d{2,} calls compared, \d{2,} fees among them: no difference\n/),
  });
});

test('another choice is named, and no fee', async () => {
  const { code, out } = await drift('--merchants', 'merchants.yaml');

  expect(code).toBe(1);
  expect(out).toContain('\n  success-status: recorded 201, mock 200\n');
  expect(out).not.toContain('\nFees: ');
});

test('other prices are named, fee by fee', async () => {
  const { code, out } = await drift('--json');
  const { differences, fees } = JSON.parse(out);

  expect(code).toBe(1);
  expect(fees).toBeGreaterThan(20);
  expect(differences).toContainEqual({
    kind: 'fee',
    call: 'POST /v1/ch',
    body: '{"amount":100,"nicn":"424242","region":"85004"}',
    recorded: '3.1',
    mock: '2.43',
  });
});

test('the recording of a deployment with prices brings its merchants along', async () => {
  const recording = JSON.parse(readFileSync(join(folder, 'run.har'), 'utf8'));
  recording.log._run.deployment.pricing = { path: 'merchants.yaml', text: MERCHANTS, one: 'north' };
  writeFileSync(join(folder, 'priced.har'), JSON.stringify(recording));
  const { out, problem } = await tollgateHere(['drift', 'priced.har', '--like', 'report.json'], {}, folder);

  expect(problem).toContain('tollgate: the mock has the merchants of the recording, merchants.yaml\n');
  expect(out).toMatch(/: no difference\n/);
});

test('a file without calls is wrong usage', async () => {
  writeFileSync(join(folder, 'empty.har'), '{"log":{"version":"1.2","entries":[]}}');

  expect(await tollgateHere(['drift', 'empty.har'], {}, folder)).toMatchObject({
    code: 2,
    problem: expect.stringContaining('empty.har: expected calls of the API that can be sent again, got none'),
  });
});
