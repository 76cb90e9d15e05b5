import { expect, test } from 'vitest';
import { DOCUMENTED } from '../../src/contract/outcome.ts';
import { DEPLOYMENT_DEFAULTS } from '../deployment/deployment.ts';
import { startConversation } from './conversation.ts';
import type { FailureCause, HttpResult } from './http-result.ts';
import { judgeScript } from './judge-script.ts';
import { fee, type Script, type ScriptCall, sendScript } from './script.ts';

const REFUSED: HttpResult = { kind: 'answered', status: 422, headers: {}, text: '', body: undefined, ms: 1 };

/** Judges calls of which the first has no answer for this cause; the others are refused. */
async function judge(cause: FailureCause, ...calls: readonly ScriptCall[]) {
  const script: Script = { calls };
  const results: HttpResult[] = [{ kind: 'unanswered', cause, detail: '', ms: 1 }];
  const conversation = startConversation({
    client: { send: async () => results.shift() ?? REFUSED },
    successShape: DOCUMENTED,
    deployment: { ...DEPLOYMENT_DEFAULTS, one: { token: undefined, processors: [] }, several: undefined },
  });
  await sendScript(script, conversation);

  return judgeScript(script, conversation.transcript.steps, () => true);
}

test('a call without an answer leaves a script unjudged, also where only an observer judges the call', async () => {
  await expect(judge('timeout', fee({}), fee({}))).rejects.toThrow(/no answer/);
  await expect(judge('throttled', fee({}))).rejects.toMatchObject({ code: 'not-answering' });
});

test('a redirect to another origin refuses a call without a token', async () => {
  const variant = { credential: 'none' } as const;

  expect(await judge('redirected-away', fee({}, { variant, expects: { refused: 'no fee' } }))).toEqual([]);
});
