import { expect, test } from 'vitest';
import { DOCUMENTED } from '../../src/contract/outcome.ts';
import { DEPLOYMENT_DEFAULTS } from '../deployment/deployment.ts';
import { startConversation } from './conversation.ts';
import type { FailureCause, HttpResult } from './http-result.ts';
import { judgeScript } from './judge-script.ts';
import { fee, type Script, type ScriptCall, sendScript } from './script.ts';

const REFUSED: HttpResult = { kind: 'answered', status: 422, headers: {}, text: '', body: undefined, ms: 1 };
const TO = { ...DEPLOYMENT_DEFAULTS, one: { token: undefined, processors: [] }, several: undefined };

/** Judges calls of which the first has no answer for this cause; the others are refused. */
async function judge(cause: FailureCause, ...calls: readonly ScriptCall[]) {
  const script: Script = { calls };
  const results: HttpResult[] = [{ kind: 'unanswered', cause, detail: '', ms: 1 }];
  const conversation = startConversation({
    client: { send: async () => results.shift() ?? REFUSED },
    successShape: DOCUMENTED,
    deployment: TO,
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

test('a call that cannot be sent, as an earlier answer has no sTxId, is not taken for the next one', async () => {
  const answers = [100, 'tx-2', 'tx-2'].map((sTxId): HttpResult => {
    const body = { transactionFee: 1, sTxId, message: 'ok' };

    return { ...REFUSED, status: 200, text: JSON.stringify(body), body };
  });
  const client = { send: async () => answers.shift() ?? REFUSED };
  const conversation = startConversation({ client, successShape: DOCUMENTED, deployment: TO });
  const last = fee({ sTxId: '{s2}' }, { concurrent: true });
  const calls = [fee({}), fee({}), fee({ sTxId: '{s1}' }), last];

  await expect(sendScript({ calls }, conversation)).rejects.toThrow(/has no sTxId/);
  expect(conversation.transcript.steps).toHaveLength(2);
});
