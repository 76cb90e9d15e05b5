/** The recorded runs of a client give its report again, and no edit goes unnoticed, whatever digests it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { MISTAKES, type RunShop } from '../../test/selftest/clients.ts';
import { createShop } from '../../test/selftest/shop.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { type Any, HAR_SCHEMA, recordTo, verifyEdited as verifyFiles } from '../../test/support/har-files.ts';
import { type CheckClientOptions, checkClient } from '../index.ts';
import type { Report } from '../report/report.ts';
import { withRecording } from './digests.ts';
import { verifyRecording } from './verify.ts';

const folder = temporaryFolder();

const isHar = new Ajv({ strict: false, validateFormats: false }).compile(HAR_SCHEMA);

interface Files {
  readonly report: Report;
  readonly recording: string;
}

const tokens: string[] = [];
/** A credential that the client sends, and prints without its name. */
const KEY = 'geheim-9f83b1d27c';

/** Judges a client that is a process with an exit code. */
async function recordedCheck(
  name: string,
  shop: RunShop,
  options: Partial<CheckClientOptions> = {},
): Promise<Files> {
  const path = join(folder, `${name}.har`);
  const report = await checkClient({
    ...{ startMock, seed: 7, target: name, strict: true, ...options },
    async run(context) {
      tokens.push(context.token);
      try {
        await shop(context);

        return { passed: true, exitCode: 0 };
      } catch (error) {
        return { passed: false, exitCode: 1, output: `${error} 4242424242424242 ${context.token}` };
      }
    },
    record: recordTo(path),
  });

  return { report: JSON.parse(JSON.stringify(report)), recording: readFileSync(path, 'utf8') };
}

const CART = { amount: 100, nicn: '424242', region: '85004' };
const FIELD_ORDER = 'client-tolerance/field-order';
let sound: Files;
let broken: Files;
let faulty: Files;

beforeAll(async () => {
  sound = await recordedCheck('sound', MISTAKES['client-request/has-x-requested-with'], { effort: 'quick' });
  const withKey: RunShop = async (context) => {
    await createShop(context).call('/v1/ch', CART, { 'x-api-key': KEY });
    await MISTAKES[FIELD_ORDER](context).catch((error) => {
      throw new Error(`${error} ${KEY}`);
    });
  };
  broken = await recordedCheck('broken', withKey, { effort: 'quick' });
  faulty = await recordedCheck('faulty', MISTAKES['client-resilience/no-sale-after-refused-fee'], {
    selects: (id) => /^client-request|no-sale-after/.test(id),
  });
});

test('a recording is HAR 1.2 with a page for each run, without secrets and card numbers', () => {
  for (const { report, recording } of [sound, broken, faulty]) {
    const { log, ...rest } = JSON.parse(recording);

    expect(isHar({ log, ...rest }), JSON.stringify(isHar.errors)).toBe(true);
    expect(log.entries).toHaveLength(report.requests);
    expect(new Set(log.entries.map(({ pageref }: Any) => pageref)).size).toBe(log.pages.length);
    for (const secret of ['4242424242424242', KEY]) expect(recording).not.toContain(secret);
    for (const token of tokens) expect(recording).not.toContain(token.slice(40));
  }
});

test('the recording of a check gives its report, whatever its verdict', async () => {
  const failed = ({ report }: Files) => report.rules.filter(({ outcome }) => outcome === 'fail');

  expect([sound, broken, faulty].map((files) => failed(files).map(({ id }) => id))).toEqual([
    ['client-request/has-x-requested-with'],
    [FIELD_ORDER],
    ['client-resilience/no-sale-after-refused-fee'],
  ]);
  for (const { report, recording } of [sound, broken, faulty])
    expect(await verifyRecording(report, recording, 'client.har')).toEqual({
      code: 0,
      text: `the recording gives the report: ${report.verdict}, rule by rule`,
    });
});

test('an interrupted check gives its report too', async () => {
  const ending = new AbortController();
  let runs = 0;
  const { report, recording } = await recordedCheck('interrupted', MISTAKES[FIELD_ORDER], {
    signal: ending.signal,
    onRun: () => ++runs === 3 && ending.abort(),
  });

  expect(report.interrupted).toBe(true);
  expect(await verifyRecording(report, recording, 'client.har')).toMatchObject({ code: 0 });
});

/** The files of the run with defects unless others are given. */
const verifyEdited = (edit: (report: Any, log: Any) => void, files = broken) =>
  verifyFiles(files, edit, 'client.har');

describe('an edit of the recording is found by planning and by judging', () => {
  const PARTED = /^client\.har: the judge plans another run from run-\d+ \(/;
  const runOf = (log: Any, at: number) => log.pages[at]._run;
  const edits: readonly (readonly [name: string, edit: (log: Any) => void, says: RegExp])[] = [
    ['a removed exchange', (log) => log.entries.splice(1, 1), PARTED],
    ['an added exchange', (log) => log.entries.splice(1, 0, { ...log.entries[1] }), PARTED],
    [
      'a removed exchange that is not counted',
      (log) => {
        log.entries.splice(2, 1);
        runOf(log, 0).exchanges -= 1;
      },
      /./,
    ],
    ['a removed run', (log) => removeRun(log, 1), PARTED],
    [
      'an added run',
      (log) => log.pages.push({ ...log.pages[0], id: 'run-99', _run: { ...runOf(log, 0), exchanges: 0 } }),
      /from run-99/,
    ],
    ['the exit code of the baseline', (log) => (runOf(log, 0).exitCode = 1), /./],
    ['the behaviors of a run', (log) => (runOf(log, 1).choices = {}), PARTED],
    ['the end of a run', (log) => (runOf(log, 0).ending = 'interrupted'), /./],
    [
      'a request',
      (log) => (log.entries[0].request.postData.text = '{"amount":100}'),
      /: the report says pass, the recording gives fail$/,
    ],
  ];

  test.each(edits)('%s', async (_, edit, says) => {
    expect(await verifyEdited((_report, log) => edit(log))).toEqual({
      code: 1,
      text: expect.stringMatching(says),
    });
  });

  test('but for an answer that is altered so that no judgement changes', async () => {
    const edit = (_report: Any, log: Any) =>
      log.entries[0].response.headers.push({ name: 'x-powered-by', value: 'another server' });

    expect(await verifyEdited(edit)).toMatchObject({ code: 0 });
  });
});

function removeRun(log: Any, at: number): void {
  const [removed] = log.pages.splice(at, 1);
  log.entries = log.entries.filter(({ pageref }: Any) => pageref !== removed.id);
}

describe('a file of a stranger is refused with the place', () => {
  test.each([
    [
      'a run without its end',
      (log: Any) => log.pages.pop(),
      'client.har: expected the end of each run, got none of "run-',
    ],
    [
      'a world beyond all bounds',
      (log: Any) => (log.entries[0]._run.world = 1e9),
      'client.har: log.entries[0]._run.world: expected the number of a world, got 100000…(10 digits)',
    ],
    [
      'no runs',
      (log: Any) => delete log.pages,
      'client.har: log.pages: expected a list of runs, got nothing',
    ],
    [
      'another kind',
      (log: Any) => (log._run.kind = 'proxy'),
      'client.har: log._run.stamps: expected the random parts of identifiers',
    ],
  ])('%s', async (_, edit, message) => {
    await expect(verifyEdited((_report, log) => edit(log))).rejects.toThrow(message);
  });

  test('the recording of a service beside the report of a client', async () => {
    const report = { ...broken.report, subject: 'service' as const };

    await expect(
      verifyRecording(withRecording(report, broken.recording), broken.recording, 'client.har'),
    ).rejects.toThrow('client.har: expected the recording of a service, got one of a client');
  });
});
