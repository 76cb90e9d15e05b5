/** A recorded run gives its report again: with each defect, with what the document leaves open, and where answers fail. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { conform } from '../../conformance/index.ts';
import { sampled } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf } from './deployment-of.ts';
import { ODDITIES } from './oddities.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';
import { SHOULD_ODDITIES } from './should-oddities.ts';
import { STATE_DEFECTS } from './state-defects.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = Array.from({ length: 1_000 }, (_, at) => join(folder, `${at}.har`)).values();

async function verifyRun(behavior: Partial<ReferenceBehavior>, limits: Partial<Deployment['limits']> = {}) {
  await using server = await startReference(behavior);
  const own = deploymentOf(server.url);
  const path = files.next().value ?? '';
  const onError = (error: Error) => {
    throw error;
  };
  const deployment = { ...own, limits: { ...own.limits, ...limits } };
  const report = await conform({ deployment, effort: 'quick', seed: 3, record: { path, onError } });

  return verifyRecording(JSON.parse(JSON.stringify(report)), readFileSync(path, 'utf8'), 'run.har');
}

const SAME = { code: 0, text: expect.stringMatching(/^the recording gives the report: /) };

describe('the recording gives the report of a service', () => {
  test.each([...sampled(DEFECTS, 3), ...sampled(STATE_DEFECTS, 1)])(
    'with a defect: $what ($rule)',
    async ({ make, timeout }) => {
      expect(await verifyRun(make(), timeout === undefined ? {} : { timeout })).toEqual(SAME);
    },
  );

  test.each(sampled(Object.entries({ ...ODDITIES, ...SHOULD_ODDITIES }), 3))(
    'with an oddity: %s',
    async (_, make) => {
      expect(await verifyRun(make())).toEqual(SAME);
    },
  );
});
