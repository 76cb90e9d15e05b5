/** Runs that have to agree: two with one seed, one and its replay, and those on the strictest mock. */

import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { conform, REPORTERS, type RecordOptions, type Report, selection } from '../../conformance/index.ts';
import { isFixedMtxid } from '../../conformance/rule/mtxids.ts';
import { updateByMtxidKeepsStxid } from '../../conformance/rules/identity/updates.ts';
import { replay } from '../../conformance/runner/replay.ts';
import { CHOICE_NAMES, defaultOf, optionsOf, STRICT_CHOICES } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { CLIENT_SUBJECTS, judgeClient } from '../selftest/judge.ts';
import { temporaryFolder } from '../support/folders.ts';
import { recordTo } from '../support/har-files.ts';
import { sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf, judge, judgeAt } from './judge.ts';
import { LEGAL } from './legal/index.ts';
import { answering, REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

const TIMES = ['startedAt', 'durationMs', 'latencies', 'digests'];

/** The report in JSON on a deployment that has just been started, without its times and its port; and what was sent. */
async function judgeAnew(behavior: Partial<ReferenceBehavior>, concurrency: number, rule: string) {
  const bodies: string[] = [];
  const report = await judge(
    { ...behavior, onBody: (body) => bodies.push(body) },
    {
      limits: { concurrency },
      seed: 7,
      selects: selection([rule, 'fee-request/accepts-*', 'sale/accepts-*'], []),
    },
  );
  const timeless = JSON.parse(REPORTERS.json(report), (key, value) => (TIMES.includes(key) ? 0 : value));

  return {
    json: JSON.stringify(timeless).replaceAll(new URL(report.target).host, 'HOST'),
    sent: bodies.flatMap((body) => body.match(/(?<="mTxId":")[^"]+/g) ?? []),
  };
}

const REPEATED = [
  'an mTxId may have 90 characters, of which the first 80 count',
  'a sale by mTxId answers without an sTxId',
  'a sale that is refused for its authCode gives the transaction its mTxId',
  'an update changes the amount of the transaction opened last too',
].flatMap((what) => [8, 1].map((concurrency) => [concurrency, what] as const));

test.each(sampled(REPEATED, 1))(
  'with %i at the same time two runs report the same: %s',
  async (atOnce, what) => {
    const { rule, make } = DEFECTS.find((defect) => defect.what === what)!;
    const [one, other] = [await judgeAnew(make(), atOnce, rule), await judgeAnew(make(), atOnce, rule)];

    expect(JSON.parse(one.json).rules.find(({ id }: { id: string }) => id === rule).outcome).toBe('fail');
    expect(other.json).toBe(one.json);
  },
);

testThoroughly('an mTxId of one run is never met in another, save those that cannot be fresh', async () => {
  const [one, other] = [await judgeAnew({}, 8, 'identity'), await judgeAnew({}, 8, 'identity')];

  expect(one.sent.length).toBeGreaterThan(30);
  expect(one.sent.filter((id) => other.sent.includes(id) && !isFixedMtxid(id))).toEqual([]);
  expect(one.sent.filter(isFixedMtxid)).not.toEqual([]);
});

const RULE: RuleId = 'identity/update-by-mtxid-keeps-stxid';

function startConfused() {
  let newest = '';
  let isConfused = false;

  return startReference({
    createStxid(...call) {
      newest = REFERENCE.createStxid(...call);

      return newest;
    },
    normalizeRequest(request) {
      isConfused ||= Object.keys(request).length === 0;

      return request;
    },
    feeResponse(body, { sTxId }) {
      if (!isConfused || sTxId !== undefined || body['sTxId'] === newest) return body;
      isConfused = false;

      return { ...body, sTxId: newest };
    },
  });
}

/** An update by mTxId, after another transaction's call and a refused one, answers for the other. */
testOnce(
  'a wrong sTxId after a call of another transaction and a refused one is found, shown with both, and replayed',
  async () => {
    await using server = await startConfused();
    // One request at a time, so that each run sends them in the same order.
    const report = await judgeAt(server.url, {
      limits: { concurrency: 1 },
      selects: (id) => /^(identity\/|fee-request\/requires-)/.test(id),
    });
    const failed = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
    const [rule] = failed;
    const value = rule?.counterexample?.case;
    const steps = rule?.counterexample?.steps ?? [];
    const [refused, update] = steps.slice(-2);

    expect(failed.map(({ id, outcome }) => [id, outcome])).toEqual([[RULE, 'fail']]);
    expect(rule?.reason).toMatch(/^expected the transaction's own sTxId "tx-\S+", got "tx-\S+"/);
    expect(refused).toMatchObject({ request: { body: '{}' }, response: { status: 422 } });
    expect(update?.request.body).not.toContain('sTxId');
    expect(value).toMatchObject({ calls: expect.arrayContaining([expect.objectContaining({ body: {} })]) });

    await using another = await startConfused();
    const again = await replay(updateByMtxidKeepsStxid, value, deploymentOf(another.url));

    expect(again.kind).toBe('reproduced');
  },
);

/** The strictest mock is a legal service: it refuses nothing that every service has to accept. */
const RUNS = [
  ['quick', 1],
  ['standard', 1],
  ['standard', 2],
  ['deep', 1],
] as const;

/** Not observed: an expired token, which needs the secret of the service. */
const { 'expired-token': _, ...OBSERVED } = STRICT_CHOICES;

test.each(sampled(RUNS, 1))('mock --strict is conformant at effort %s with seed %d', async (effort, seed) => {
  await using mock = await startMock({
    choices: STRICT_CHOICES,
    jwtSecret: 'the secret of the strictest mock',
  });
  const report = await conform({ deployment: describeMock(mock), effort, seed, strict: true });
  const open = report.rules.filter(({ outcome }) => !['pass', 'observed', 'skipped'].includes(outcome));

  expect({ verdict: report.verdict, open }).toEqual({ verdict: 'conformant', open: [] });
  if (effort !== 'quick') expect(report.choices).toMatchObject(OBSERVED);
});

// Observations never throw, hang or fail a deployment, and report unknown options as they are.

/** The timeout is short, since each unanswered request is waited for. */
const observe = (behavior: Partial<ReferenceBehavior>, selects = isObservation) =>
  judge(behavior, { selects, limits: { timeout: 1500 } });

/** A rule runs as well, so that the run has a verdict. */
const isSale = (id: RuleId) => id === 'sale/accepts-stxid';

/** Requests after which the observations have just started to send their own. */
const STARTED = (await observe({}, isSale)).requests + 6;

function isObservation(id: RuleId): boolean {
  return id.startsWith('observe/');
}

/** Handles every request that comes after the observations have started. */
function after(act: (response: ServerResponse) => unknown): Partial<ReferenceBehavior> {
  return answering((_, call) => call > STARTED, act);
}

/** The first one is the sample of `npm test`: it is waited for the shortest. */
const ODD: Readonly<Record<string, () => Partial<ReferenceBehavior>>> = {
  'responds with plain text': () => after((response) => response.writeHead(200).end('fine')),
  'closes every connection': () => after((response) => response.destroy()),
  'fails every request': () => after((response) => response.writeHead(500).end('no')),
  'rejects the token': () => after((response) => response.writeHead(401).end()),
  'stops responding': () => after(() => {}),
  'redirects to another origin': () =>
    after((response) => response.writeHead(307, { location: 'https://elsewhere.example/' }).end()),
  'responds with deeply nested JSON': () =>
    after((response) => response.writeHead(200).end('['.repeat(50_000) + ']'.repeat(50_000))),
  'responds with a huge body': () =>
    after((response) => response.writeHead(400).end(`{"${'x'.repeat(2_000_000)}":1}`)),
};

describe.concurrent('no rule fails when, during the observations, a deployment', () => {
  /** The others still respond. The rules that would report the end of the deployment are not selected here. */
  const STOPS = ['stops responding', 'closes every connection', 'fails every request'];

  test.each(sampled(Object.entries(ODD), 1))('%s', async (name, behaviour) => {
    const hasStopped = STOPS.includes(name);
    const { verdict, exitCode, rules, counts } = await observe(
      behaviour(),
      (id) => isSale(id) || isObservation(id),
    );
    const observations = rules.filter(({ level }) => level === 'observe');

    expect({ verdict, exitCode, broken: counts.broken }).toEqual({
      verdict: hasStopped ? 'inconclusive' : 'conformant',
      exitCode: hasStopped ? 3 : 0,
      broken: 0,
    });
    expect(observations.map(({ outcome }) => outcome)).toContain('skipped');
    expect(observations.filter(({ reason }) => reason === '' || reason.includes('internal error'))).toEqual(
      [],
    );
    // No response of that kind counts as a choice.
    expect(rules.find(({ id }) => id === 'observe/missing-token')?.outcome).toBe('skipped');
  });
});

testOnce('an unknown option is reported as it is, printable, shortened and without secrets', async () => {
  const name = 'x'.repeat(500);
  const { choices, rules } = await observe({
    intercept: ({ headers }, response) => {
      if (headers['x-requested-with'] !== undefined && headers.authorization !== undefined) return false;
      response.writeHead(418, { 'content-type': 'application/teapot; 4242424242424242' });
      response.end(JSON.stringify({ [name]: 1, '\u001b[31m': 2, '4242424242424242': 3 }));

      return true;
    },
  });
  const forms = rules.find(({ id }) => id === 'observe/refusal-forms')?.reason;

  expect(choices).toMatchObject({ 'missing-token': '418', 'missing-x-requested-with': 'refuse' });
  expect(forms).toContain('no token: 418 application/teapot; 424242…');
  expect(forms).not.toMatch(/\d{9}|x{30}/);
  expect(forms).not.toContain('\u001b');
});

testOnce('a sale with another message than ok counts as accepted', async () => {
  const { choices, rules } = await observe({
    saleStatus: 202,
    saleResponse: (body) => ({ ...body, message: 'sale recorded' }),
    updateAfterSale: 'refused',
  });

  expect(choices).toMatchObject({ 'sale-status': '202', 'update-after-sale': 'refuse' });
  expect(rules.find(({ id }) => id === 'observe/sale-status')).toMatchObject({
    outcome: 'observed',
    reason: '202',
  });
});

// A recorded run gives its report again: with each defect and choice, where answers fail, and for clients.

const folder = temporaryFolder();

const files = Array.from({ length: 1_000 }, (_, at) => join(folder, `${at}.har`)).values();

async function verifyRun(behavior: Partial<ReferenceBehavior>, limits: Partial<Deployment['limits']> = {}) {
  await using server = await startReference(behavior);
  const own = deploymentOf(server.url);

  return verifyDeployment({ ...own, limits: { ...own.limits, ...limits } });
}

function verifyDeployment(deployment: Deployment) {
  return verifyJudged((record) => conform({ deployment, effort: 'quick', seed: 3, record }));
}

async function verifyJudged(judge: (record: RecordOptions) => Promise<Report>) {
  const path = files.next().value ?? '';
  const report = await judge(recordTo(path));

  return verifyRecording(JSON.parse(JSON.stringify(report)), readFileSync(path, 'utf8'), 'run.har');
}

/** Each option of each choice that is not its default. */
const CHOSEN = CHOICE_NAMES.flatMap((name) =>
  optionsOf(name).map((option) => [name, option] as const),
).filter(([name, option]) => option !== defaultOf(name));

const SAME = { code: 0, text: expect.stringMatching(/^the recording gives the report: /) };

describe('the recording gives the report of a service', () => {
  test.each(sampled(DEFECTS, 2))('with a defect: $what ($rule)', async ({ make, timeout }) => {
    expect(await verifyRun(make(), timeout === undefined ? {} : { timeout })).toEqual(SAME);
  });

  test.each(sampled(LEGAL, 1))('that $name', async ({ make }) => {
    expect(await verifyRun(make())).toEqual(SAME);
  });

  test.each(sampled(CHOSEN, 1))('with the choice %s=%s', async (name, option) => {
    await using mock = await startMock({ port: 0, choices: { [name]: option } });

    expect(await verifyDeployment(describeMock(mock))).toEqual(SAME);
  });
});

/** Whose runs last as long as its timeouts. */
const LONG: readonly string[] = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

test.each(sampled(CLIENT_SUBJECTS, 1))(
  'the recording gives the report of a client: $kind $name',
  async (subject) => {
    const options = { seed: 3, selects: (id: ClientRuleId) => !LONG.includes(id) };

    expect(
      await verifyJudged(async (record) => (await judgeClient(subject, { ...options, record })).report),
    ).toEqual(SAME);
  },
  60_000,
);
