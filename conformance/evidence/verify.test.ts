/** A recorded run gives its report again, and no edit of either file goes unnoticed, whatever digests it has. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { DefectName } from '../../src/contract/rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import { startMock } from '../../src/mock/index.ts';
import { createRedactor } from '../../src/text/redact.ts';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { startReference } from '../../test/deployments/reference.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { type Any, HAR_SCHEMA, recordTo, verifyEdited as verifyFiles } from '../../test/support/har-files.ts';
import { ROOT } from '../../test/support/root.ts';
import { type ConformOptions, conform } from '../index.ts';
import type { Report } from '../report/report.ts';
import { statement } from '../report/statement.ts';
import { credentialFrom } from '../rule/credential.ts';
import { sha256, suiteDigest, withRecording } from './digests.ts';
import { isSignedBy, signEvidence } from './sign.ts';
import { verifyRecording } from './verify.ts';

const folder = temporaryFolder();

const isHar = new Ajv({ strict: false, validateFormats: false }).compile(HAR_SCHEMA);

const recordIn = (name: string) => recordTo(join(folder, `${name}.har`));

interface Files {
  readonly report: Report;
  readonly recording: string;
  readonly tokens: readonly string[];
}

/** Judges a mock with defects, at effort quick. */
async function recordedRun(
  name: string,
  defects: readonly DefectName[] = [],
  options: Partial<ConformOptions> = {},
): Promise<Files> {
  await using mock = await startMock({ port: 0, jwtSecret: 's'.repeat(40), defects });
  const deployment = describeMock(mock);
  const record = recordIn(name);
  const report = await conform({
    ...{ deployment, effort: 'quick', seed: 7, strict: true },
    waivers: [
      {
        rule: 'identity/mtxid-is-case-sensitive',
        reason: 'until release 4',
        until: '2999-01-31' as Day,
        fails: 'sometimes',
      },
    ],
    record,
    ...options,
  });

  return {
    report: JSON.parse(JSON.stringify(report)),
    recording: readFileSync(record.path, 'utf8'),
    tokens: [deployment.one.token ?? '', deployment.several?.token ?? ''],
  };
}

const DEFECTS = ['fee-request/requires-amount', 'nicn/refuses-non-digits'] as const;
let sound: Files;
let broken: Files;

beforeAll(async () => {
  sound = await recordedRun('sound');
  // Of few rules, since each edit is judged again.
  const selects = (id: string) =>
    /^(?:fee\/|fee-request\/requires|nicn\/refuses-non|observe\/success|identity\/mtxid|robustness\/no-server|sale\/accepts-stxid)/.test(
      id,
    );
  broken = await recordedRun('broken', DEFECTS, { selects });
});

test('a recording is HAR 1.2, without tokens', () => {
  const har = JSON.parse(sound.recording);

  expect(isHar(har), JSON.stringify(isHar.errors)).toBe(true);
  expect(har.log.entries).toHaveLength(sound.report.requests);
  for (const token of sound.tokens) expect(sound.recording).not.toContain(token.slice(40));
});

test('the name of a token is no piece of the credentials that are derived from the token', () => {
  const { merchants } = JSON.parse(sound.recording).log._run.deployment.file;
  const mask = createRedactor([{ text: merchants.one.token, mark: '***' }]);
  const unsigned = credentialFrom('unsigned', sound.tokens[0] ?? '') ?? '';

  expect(unsigned).toMatch(/^eyJ/);
  expect(mask(unsigned)).toBe(unsigned);
});

test('the recording of a run gives its report, whatever its verdict', async () => {
  expect([sound.report.verdict, broken.report.verdict]).toEqual(['conformant', 'nonconformant']);
  for (const { report, recording } of [sound, broken])
    expect(await verifyRecording(report, recording, 'run.har')).toEqual({
      code: 0,
      text: `the recording gives the report: ${report.verdict}, rule by rule`,
    });
});

/** The files of the run with defects unless others are given. */
const verifyEdited = (edit: (report: Any, log: Any) => void, files = broken) => verifyFiles(files, edit);

const ruleOf = (report: Any, id: string = DEFECTS[1]) => report.rules.find((rule: Any) => rule.id === id);

describe('the build that the service names in a header', () => {
  async function judged(name: string, buildOf: (call: number) => string, defect = {}) {
    let calls = 0;
    await using server = await startReference({
      ...defect,
      onArrival(_, response) {
        response.setHeader('X-Build', buildOf(++calls));

        return false;
      },
    });
    const record = recordIn(name);
    const deployment = { ...deploymentOf(server.url), buildHeader: 'x-build' };
    const report = await conform({ deployment, effort: 'quick', seed: 7, record });
    const given = JSON.parse(JSON.stringify(report));

    expect(await verifyRecording(given, readFileSync(record.path, 'utf8'), 'run.har')).toMatchObject({
      code: 0,
    });

    return report;
  }

  test('is in the report', async () => {
    expect(await judged('build', () => '4.2.0')).toMatchObject({ verdict: 'conformant', build: '4.2.0' });
  });

  test('makes the verdict inconclusive where it changes, also beside failures', async () => {
    const buildOf = (call: number) => (call > 30 ? '4.3.0' : '4.2.0');
    const sentence =
      'The build of the service changed during the run: x-build was 4.2.0, then 4.3.0. Judge it again while it stays the same.';

    expect(await judged('builds', buildOf)).toMatchObject({
      ...{ verdict: 'inconclusive', exitCode: 3, summary: expect.stringContaining(sentence) },
    });
    expect(await judged('failing-builds', buildOf, { checkFee: () => undefined })).toMatchObject({
      verdict: 'inconclusive',
      summary: expect.stringContaining(`${sentence} Failed: `),
    });
  });
});

describe('an edit of the report is found by judging', () => {
  const edits: readonly (readonly [name: string, edit: (report: Any) => void, says: RegExp])[] = [
    [
      'a verdict',
      (report) => (report.verdict = 'conformant'),
      /^verdict: the report says "conformant", the recording gives "nonconformant"/,
    ],
    [
      'a result',
      (report) => Object.assign(ruleOf(report), { outcome: 'pass', reason: '' }),
      /^nicn\/refuses-non-digits: the report says pass, the recording gives fail$/,
    ],
    [
      'a removed rule',
      (report) => report.rules.splice(report.rules.indexOf(ruleOf(report)), 1),
      /^nicn\/refuses-non-digits: the report says nothing/,
    ],
    [
      'a counterexample',
      (report) => delete ruleOf(report).counterexample,
      /: counterexample: the report says nothing/,
    ],
    ['the number of requests', (report) => (report.requests += 1), /^requests: /],
    ['a choice', (report) => (report.choices['success-status'] = '201'), /^choices\.success-status: /],
  ];

  test.each(edits)('%s', async (_, edit, says) => {
    expect(await verifyEdited(edit)).toEqual({ code: 1, text: expect.stringMatching(says) });
  });
});

describe('an edit of the recording is found by planning and by judging', () => {
  const PARTED = /^run\.har: the judge plans another run from (?:entry|request|a pause|its end)/;
  const middle = (log: Any) => Math.floor(log.entries.length / 2);
  const refusal = (log: Any) => log.entries.find(({ response }: Any) => response.status === 422);
  const edits: readonly (readonly [name: string, edit: (log: Any) => void, says: RegExp])[] = [
    ['a removed exchange', (log) => log.entries.splice(middle(log), 1), PARTED],
    ['the last one removed', (log) => log.entries.pop(), PARTED],
    [
      'an added exchange',
      (log) => {
        const last = log.entries.at(-1);
        log.entries.push({ ...last, _run: { ...last._run, number: log.entries.length } });
      },
      PARTED,
    ],
    [
      'a moved exchange',
      // Two that were in flight together could change places without another result.
      (log) => {
        const last = log.entries.pop();
        log.entries.splice(5, 0, { ...last, _run: { ...last._run, at: log.entries[5]._run.at } });
      },
      PARTED,
    ],
    [
      'an added pause',
      (log) => (log.entries[9]._run.before = [{ kind: 'pause', of: 99, at: log.entries[9]._run.at }]),
      /from a pause on/,
    ],
    ['a request', (log) => (log.entries[20].request.postData.text = '{}'), PARTED],
    [
      'a token',
      (log) =>
        (log.entries[20].request.headers.find(({ name }: Any) => name === 'authorization').value =
          'Bearer x'),
      PARTED,
    ],
    ['a refusal that was an acceptance', (log) => Object.assign(refusal(log).response, { status: 500 }), /./],
    [
      'a lost answer',
      (log) => (log.entries[20]._run.lost = { cause: 'timeout', detail: 'nothing within 5000 ms' }),
      /./,
    ],
    ['the time of an answer', (log) => (log.entries[20].time += 3000), /./],
    ['the seed', (log) => (log._run.seed = 8), /./],
    ['a card', (log) => (log._run.deployment.file.cards[0] = '5555555555554444'), PARTED],
  ];

  test.each(edits)('%s', async (_, edit, says) => {
    expect(await verifyEdited((_report, log) => edit(log))).toEqual({
      code: 1,
      text: expect.stringMatching(says),
    });
  });

  test('the TCP segments of a body', async () => {
    const selects = (id: string) => id === 'fee-request/accepts-any-spelling';
    const spelled = await recordedRun('spelled', [], { effort: 'standard', selects });
    const edit = (_report: Any, log: Any) =>
      delete log.entries.find(({ _run }: Any) => _run.how.spelling === 'segments')._run.how.spelling;

    expect(await verifyRecording(spelled.report, spelled.recording, 'run.har')).toMatchObject({ code: 0 });
    expect(await verifyEdited(edit, spelled)).toEqual({ code: 1, text: expect.stringMatching(PARTED) });
  });

  test('the prices', async () => {
    const edit = (_report: Any, { _run: { deployment } }: Any) => {
      deployment.pricing.text = deployment.pricing.text.replaceAll(/"percent":"[\d.]+"/g, '"percent":"9"');
    };

    expect(await verifyEdited(edit, sound)).toEqual({
      code: 1,
      text: expect.stringMatching(PARTED),
    });
  });

  test('but for an answer that is altered so that no judgement changes', async () => {
    const edit = (_report: Any, log: Any) =>
      log.entries[20].response.headers.push({ name: 'x-powered-by', value: 'another server' });

    expect(await verifyEdited(edit)).toMatchObject({ code: 0 });
  });
});

describe('a file of a stranger is refused with the place', () => {
  const EXPECTED = 'run.har: expected a recording, as conform --record writes it';
  const deep = `{"log":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

  test.each([
    ['no JSON', 'GET / HTTP/1.1', `${EXPECTED}, got something that is not JSON`],
    ['JSON that is too deep', deep, 'run.har: expected values in 64 levels, got deeper ones'],
    [
      'a recording of traffic',
      '{"log":{"entries":[]}}',
      'run.har: log._run: expected the options of a run, as --record writes them, got nothing',
    ],
    ['no object', '[]', 'run.har: expected a HAR file, got []'],
  ])('%s', async (_, text, message) => {
    await expect(verifyRecording(withRecording(broken.report, text), text, 'run.har')).rejects.toThrow(
      message,
    );
  });

  test.each([
    [
      'a path',
      (log: Any) => (log._run.deployment.file.pricing = '/etc/passwd'),
      'recording: expected a deployment without paths',
    ],
    [
      'certificates',
      (log: Any) => (log._run.deployment.file.tls = { ca: '/etc/passwd' }),
      'recording: expected a deployment without paths',
    ],
    ['an unknown rule', (log: Any) => (log._run.must = ['no/such-rule']), '--must'],
    ['a waiver of no rule', (log: Any) => (log._run.waivers[0].rule = 'x'), 'recording: waivers'],
    [
      'a wrong number',
      (log: Any) => (log.entries[3]._run.number = -1),
      'run.har: log.entries[3]._run.number: expected a number, got -1',
    ],
    [
      'events out of order',
      (log: Any) => (log.entries[3]._run.at = 1),
      'run.har: expected its events in the order of their times',
    ],
  ])('%s', async (_, edit, message) => {
    await expect(verifyEdited((_report, log) => edit(log))).rejects.toThrow(message);
  });
});

describe('the digests', () => {
  test('of the suite and the contract are what the tools of a shell compute', () => {
    const command =
      "find conformance -type f \\( -name '*.ts' -o -name '*.json' \\) ! -name '*.test.ts' | LC_ALL=C sort | xargs sha256sum | sha256sum";
    const [byShell] = execFileSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' }).split(' ');

    expect(suiteDigest()).toBe(byShell);
    expect(sound.report.digests).toMatchObject({
      suite: byShell,
      contract: sha256(readFileSync(join(ROOT, 'openapi.yaml'))),
      recording: sha256(sound.recording),
    });
  });

  test('name the recording: another one does not belong to the report', async () => {
    await expect(verifyRecording(sound.report, broken.recording, 'run.har')).rejects.toThrow(
      `run.har: expected the recording with the digest ${sound.report.digests?.recording?.slice(0, 8)}…, as the report names it`,
    );
    const { recording: _, ...digests } = sound.report.digests ?? { recording: '' };
    await expect(
      verifyRecording({ ...sound.report, digests } as Report, sound.recording, 'run.har'),
    ).rejects.toThrow('the report: expected the digest of its recording, got none');
  });

  test('of another suite ask for its version, and so do other revisions of rules', async () => {
    const ofSuite = (report: Any) => (report.digests.suite = 'a'.repeat(64));
    const ofRule = (report: Any) => (ruleOf(report).revision = 9);

    expect(await verifyEdited(ofSuite)).toEqual({
      code: 3,
      text: expect.stringMatching(/^another version of the suite made the report \(tollgate 0\.0\.0\)/),
    });
    expect(await verifyEdited(ofRule)).toEqual({
      code: 3,
      text: expect.stringMatching(/^the report has other revisions of nicn\/refuses-non-digits/),
    });
  });
});

describe('a signature', () => {
  const files = { report: '{}', recording: '{"log":{}}' };
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const publicPem = { type: 'spki', format: 'pem' } as const;
  const kinds = [
    ['Ed25519', generateKeyPairSync('ed25519')],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const;

  test.each(kinds)('with %s is of both files, and of one key', async (_, { privateKey, publicKey }) => {
    const signature = await signEvidence(files, String(privateKey.export(pem)), 'key.pem');
    const check = (signed: typeof files, key = publicKey) =>
      isSignedBy(signature, signed, String(key.export(publicPem)), 'public.pem');

    expect(await check(files)).toBe(true);
    expect(await check({ ...files, report: '{ }' })).toBe(false);
    expect(await check({ ...files, recording: '{"log": {}}' })).toBe(false);
    expect(await check(files, generateKeyPairSync('ed25519').publicKey)).toBe(false);
  });

  test('is not checked with a private key', async () => {
    const key = String(kinds[0][1].privateKey.export(pem));
    const signature = await signEvidence(files, key, 'key.pem');
    const error = await isSignedBy(signature, files, key, 'key.pem').catch(String);

    expect(error).toMatch(/key\.pem: expected a public key in PEM, got a private key: give its public half/);
    expect(error).not.toContain(key.split('\n')[1]);
  });

  test('needs a key of one of these kinds', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

    await expect(signEvidence(files, 'no key', 'key.pem')).rejects.toThrow(
      'key.pem: expected a private key in PEM',
    );
    await expect(signEvidence(files, String(privateKey.export(pem)), 'key.pem')).rejects.toThrow(
      'key.pem: expected a key for Ed25519 or ES256, got one of another kind',
    );
  });
});

describe('a statement', () => {
  test('names what was judged, each failure, and the digests', () => {
    const lines = statement({ ...broken.report, build: '4.2.0' }).split('\n');

    expect(lines).toContain('| Build | `4.2.0` |');
    expect(lines.join('\n')).toMatch(/^\| Verdict \| nonconformant \(\d+ of \d+ rules selected\) \|$/m);
    expect(lines.join('\n')).toMatch(/^- `nicn\/refuses-non-digits` \(must, section [\d., ]+, failed\): /m);
    expect(lines).toContain('| Profile | none: the must rules and the should rules of this version count |');
    expect(lines.join('\n')).toMatch(/^- \d+ fee calls, \d+ sales\n- no call touched: \w/m);
    expect(lines).toContain(`- recording: \`${broken.report.digests?.recording}\``);
  });

  test('says whether the report is signed', () => {
    expect(statement(broken.report)).toContain('| Signature | none |');
    const signed = statement(broken.report, 'reports/bad.json.jws');

    expect(signed).toContain('| Signature | bad.json.jws, not checked here |');
    expect(signed).toContain('`tollgate verify REPORT RECORDING --public-key FILE`');
  });

  test('has no markup of a stranger', () => {
    const target = 'https://a.example/`<img src=x>`|x';
    const printed = statement({ ...broken.report, target, summary: '# <b>[x](y)' });

    expect(printed).toContain(String.raw`#<!-- --> \<b\>\[x\](y)`);
    expect(printed).toContain('| Service | ``https://a.example/`<img src=x>`\\|x`` |');
  });
});
