/** Finds the rule that a refusal belongs to: sends the same call with fewer edits, the plainest first. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { RuleContext } from '../../rule/context.ts';
import { record } from '../../rule/script.ts';
import { feeControls, PROCESSOR, saleControls } from './controls.ts';
import type { FailedExecution } from './execution.ts';
import {
  describeRefused,
  editsOf,
  type Fields,
  fieldsOf,
  type IsRefused,
  plainFields,
  type Refused,
  withoutIdentifiers,
} from './refused-call.ts';
import { summarize, summarizeCrowd } from './summarize-refusal.ts';

export interface Ownership {
  readonly owner: RuleId;
  /** What is refused, and the accepted call that it is compared with, where they differ. */
  readonly summary?: string | undefined;
  /** Of a refused sale: the fields of its transaction without which it is accepted. */
  readonly transaction?: readonly string[];
}

/** Undefined where the failure is no refusal of a valid call, or its cause cannot be found. */
export async function findOwner(
  rule: RuleId,
  { failure: { at, got }, transcript: { steps } }: Pick<FailedExecution, 'failure' | 'transcript'>,
  context: RuleContext,
  isRefused: IsRefused,
): Promise<Ownership | undefined> {
  if (at?.fields === undefined || !got.startsWith('refused: ') || !steps.includes(at)) return undefined;
  const refused = describeRefused(record(steps, at).calls, at.fields);
  const plain = plainFields(refused, context);
  const controls = refused.isSale
    ? saleControls(refused, plain, context)
    : feeControls(refused, plain, context);
  const atOnce = steps.filter((one) => one.sentAt < at.endedAt && one.endedAt > at.sentAt);
  const isAlone = atOnce.length === 1;
  // The refused call itself need not be sent again, unless it is plain: its cause lies in the calls before it.
  const isShown = isAlone && refused.isPlainlyNamed && refused.calls.length > 1;
  const text = isShown ? JSON.stringify(refused.calls) : undefined;
  for (const { calls, owner } of controls) {
    const answer = JSON.stringify(calls) === text ? true : await isRefused(calls);
    if (answer === undefined) return undefined;
    if (!answer) continue;
    const shown = describeRefused(calls);
    const processor = await otherProcessor(shown, context, isRefused);
    const compared = processor === undefined ? plain : { ...plain, processor };

    return {
      owner: processor === undefined ? owner : PROCESSOR,
      summary: await summarize(shown, compared, isRefused),
      ...explainingFields(shown, compared),
    };
  }

  return {
    owner: rule,
    summary: isAlone ? await summarize(refused, plain, isRefused) : summarizeCrowd(atOnce),
    ...explainingFields(refused, plain),
  };
}

function explainingFields({ isSale, calls }: Refused, plain: Fields): Pick<Ownership, 'transaction'> {
  return isSale ? { transaction: editsOf(withoutIdentifiers(fieldsOf(calls[0])), plain) } : {};
}

/** With several processors a call has to name one: another one with which it is accepted. */
async function otherProcessor(
  { calls, merchant }: Refused,
  { deployment }: RuleContext,
  isRefused: IsRefused,
): Promise<string | undefined> {
  if (merchant !== 'several') return undefined;
  const own = calls.map((one) => fieldsOf(one)['processor']);
  const names = (deployment.several?.processors ?? []).flatMap(({ mid, name }) => [mid, name]);
  for (const processor of names.filter((one) => !own.includes(one))) {
    const others = calls.map((one) =>
      one.operation === 'calculateFee' ? { ...one, body: { ...one.body, processor } } : one,
    );
    if ((await isRefused(others)) === false) return processor;
  }

  return undefined;
}
