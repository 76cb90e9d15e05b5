/** A recorded run gives its report again: with each defect and choice, where answers fail, and for clients. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { conform, type RecordOptions, type Report } from '../../conformance/index.ts';
import { CHOICE_NAMES, defaultOf, optionsOf } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { CLIENT_SUBJECTS, judgeClient } from '../selftest/judge-clients.ts';
import { temporaryFolder } from '../support/folders.ts';
import { sampled } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf } from './judge.ts';
import { LEGAL } from './legal/index.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

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
  const onError = (error: Error) => {
    throw error;
  };
  const report = await judge({ path, onError });

  return verifyRecording(JSON.parse(JSON.stringify(report)), readFileSync(path, 'utf8'), 'run.har');
}

/** Each option of each choice that is not its default. */
const CHOSEN = CHOICE_NAMES.flatMap((name) =>
  optionsOf(name).map((option) => [name, option] as const),
).filter(([name, option]) => option !== defaultOf(name));

const SAME = { code: 0, text: expect.stringMatching(/^the recording gives the report: /) };

describe('the recording gives the report of a service', () => {
  test.each(sampled(DEFECTS, 4))('with a defect: $what ($rule)', async ({ make, timeout }) => {
    expect(await verifyRun(make(), timeout === undefined ? {} : { timeout })).toEqual(SAME);
  });

  test.each(sampled(LEGAL, 3))('that $name', async ({ make }) => {
    expect(await verifyRun(make())).toEqual(SAME);
  });

  test.each(sampled(CHOSEN, 3))('with the choice %s=%s', async (name, option) => {
    await using mock = await startMock({ port: 0, choices: { [name]: option } });

    expect(await verifyDeployment(describeMock(mock))).toEqual(SAME);
  });
});

/** Whose runs last as long as its timeouts. */
const LONG: readonly string[] = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

test.each(sampled(CLIENT_SUBJECTS, 2))(
  'the recording gives the report of a client: $kind $name',
  async (subject) => {
    const options = { seed: 3, selects: (id: ClientRuleId) => !LONG.includes(id) };

    expect(
      await verifyJudged(async (record) => (await judgeClient(subject, { ...options, record })).report),
    ).toEqual(SAME);
  },
  60_000,
);
