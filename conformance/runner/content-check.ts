/** Decides whether a 401 or 403 refuses the content of a request or the token. */
import type { OperationId } from '../../src/contract/types.ts';
import type { RuleContext } from '../rule/context.ts';
import {
  type CheckedRefusal,
  type ContentCheck,
  type ConversationOptions,
  mayRefuseToken,
  startConversation,
} from '../rule/conversation.ts';
import type { HttpResult } from '../rule/http-result.ts';
import { isServed } from '../rule/service-call.ts';

/** Refusals, each followed by an accepted control request, after which the refusal is due to the content. */
const TURNS = 3;

type PlainCall = () => Promise<boolean>;

/** Control requests are sent by the merchant of this context. */
export function createContentCheck(
  {
    baseline,
    data: { processors },
    traits: { saleExtras },
  }: Pick<RuleContext, 'baseline' | 'data' | 'traits'>,
  options: Pick<ConversationOptions, 'client' | 'successShape' | 'deployment' | 'merchant'>,
): ContentCheck {
  const processor = processors.length > 1 ? { processor: processors[0]?.mid } : {};
  const isFeeAccepted = async () =>
    isServed(await startConversation(options).fee({ ...baseline, ...processor }));
  const isSaleAccepted = async () => {
    const { fee, sale } = startConversation(options);
    const opened = await fee({ ...baseline, ...processor });
    const sTxId = 'body' in opened.outcome ? opened.outcome.body?.['sTxId'] : undefined;

    return sTxId !== undefined && isServed(await sale({ sTxId, ...saleExtras }));
  };
  // A token that sales were accepted with may expire later, and is refused for fees then as well.
  const isStillAccepted = shareNext(isFeeAccepted);
  const checks: Readonly<Record<OperationId, ReturnType<typeof checkWith>>> = {
    calculateFee: checkWith(isFeeAccepted, isStillAccepted),
    attachSale: checkWith(isSaleAccepted, isStillAccepted),
  };

  return (operation, refusal, sendAgain) => checks[operation](refusal, sendAgain);
}

/** Once the status is known to refuse contents, one later control request after each refusal is enough. */
function checkWith(control: PlainCall, later: PlainCall) {
  let isKnown = false;
  let proving: Promise<CheckedRefusal> | undefined;

  const prove = async (sendAgain: () => Promise<HttpResult>): Promise<CheckedRefusal> => {
    for (let turn = 1; ; turn++) {
      const response = await sendAgain();
      if (!mayRefuseToken(response)) return { response, isOfContent: false };
      if (!(await control())) return { response, isOfContent: false };
      if (turn < TURNS) continue;
      isKnown = true;

      return { response, isOfContent: true };
    }
  };

  return async (refusal: HttpResult, sendAgain: () => Promise<HttpResult>): Promise<CheckedRefusal> => {
    while (!isKnown && proving !== undefined) await proving.catch(() => {});
    if (isKnown && (await later())) return { response: refusal, isOfContent: true };
    if (isKnown) return { response: await sendAgain(), isOfContent: false };
    proving = prove(sendAgain).finally(() => {
      proving = undefined;
    });

    return proving;
  };
}

/** Callers that arrive while a control request is under way share the next one, which is sent after their refusals. */
function shareNext(control: PlainCall): PlainCall {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | undefined;

  return () => {
    next ??= last.then(() => {
      next = undefined;
      const result = control();
      last = result.catch(() => {});

      return result;
    });

    return next;
  };
}
