/** Why a request was refused, as far as the request itself tells. */
import { isSuccessful } from '../../client/answer.ts';
import type { Reply } from '../../conversation.ts';
import { describeReply } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { readObject } from '../../json-object.ts';
import { isTaken } from '../scene.ts';
import { fieldsOf, type Sight } from '../sight.ts';

export type Cause = 'content' | 'malformed JSON' | 'sale' | 'no token' | 'invalid token' | 'other method';

const REQUIRED = ['amount', 'nicn', 'region'];

/** Undefined where it was not refused, or for several reasons at once. */
export function causeOf({ reply, isDocumented }: Sight): Cause | undefined {
  const { judgement, manner, operation, sent } = reply;
  if (judgement.kind !== 'refused') return undefined;
  if (manner.method !== 'POST') return 'other method';
  if (manner.credential === 'none') return 'no token';
  if (manner.credential === 'garbled') return 'invalid token';
  if (!isDocumented) return undefined;
  const fields = fieldsOf(sent);
  if (fields === undefined) return isMalformed(sent) ? 'malformed JSON' : undefined;
  if (operation === 'attachSale') return 'sTxId' in fields ? 'sale' : undefined;
  const isFirst = !('sTxId' in fields || 'mTxId' in fields);

  return isFirst && REQUIRED.some((name) => fields[name] === undefined) ? 'content' : undefined;
}

/** A short text that begins as an object and is no JSON. */
function isMalformed({ raw }: { readonly raw?: unknown }): boolean {
  return (
    typeof raw === 'string' &&
    raw.length < 200 &&
    raw.trimStart().startsWith('{') &&
    readObject(raw) === undefined
  );
}

/** The status of a refusal for this cause. One that has the status of success tells of none. */
export function statusFor(sight: Sight, cause: Cause): readonly [string] | undefined {
  return causeOf(sight) === cause && !isSuccessful(sight.answer) ? [String(sight.answer.status)] : undefined;
}

/** @throws NotJudged where it was taken, or refused under the status of success */
export function refusedWithStatus(reply: Reply, what: string): readonly [string] {
  if (isTaken(reply)) throw new NotJudged(`${what} was not refused: ${describeReply(reply)}`);
  const { answer } = reply;
  if (answer.kind !== 'answered' || isSuccessful(answer))
    throw new NotJudged('what it refuses has the status of success and a message that is not ok');

  return [String(answer.status)];
}
