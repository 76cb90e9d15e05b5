/** Tells a 401 or 403 that refuses the content of a request from one that refuses the token. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Answer } from '../client/answer.ts';
import {
  type CheckedRefusal,
  type ContentCheck,
  type ConversationOptions,
  mayRefuseToken,
  startConversation,
} from '../conversation.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** How often a request is refused and an ordinary one accepted, in turn, before the refusal counts for its content. */
const TURNS = 3;

type Control = () => Promise<boolean>;

/** The control requests are those of a merchant whose `words` and token these are. */
export function createContentCheck(
  { baseline, processors, saleExtras }: Pick<Vocabulary, 'baseline' | 'processors' | 'saleExtras'>,
  options: Pick<ConversationOptions, 'client' | 'dialect' | 'token'>,
): ContentCheck {
  const processor = processors.length > 1 ? { processor: processors[0]?.mid } : {};
  const isFeeAccepted = async () =>
    isAccepted(await startConversation(options).fee({ ...baseline, ...processor }));
  const isSaleAccepted = async () => {
    const { fee, sale } = startConversation(options);
    const opened = await fee({ ...baseline, ...processor });
    const sTxId = 'body' in opened.judgement ? opened.judgement.body?.['sTxId'] : undefined;

    return sTxId !== undefined && isAccepted(await sale({ sTxId, ...saleExtras }));
  };
  const checks: Readonly<Record<OperationId, ReturnType<typeof checkWith>>> = {
    calculateFee: checkWith(isFeeAccepted),
    attachSale: checkWith(isSaleAccepted),
  };

  return (operation, refusal, askAgain) => checks[operation](refusal, askAgain);
}

/** Once the status is known to refuse contents, one accepted control request after each refusal is enough. */
function checkWith(control: Control) {
  const sharedControl = shareNext(control);
  let isKnown = false;
  let proving: Promise<CheckedRefusal> | undefined;

  const prove = async (askAgain: () => Promise<Answer>): Promise<CheckedRefusal> => {
    for (let turn = 1; ; turn++) {
      const answer = await askAgain();
      if (!mayRefuseToken(answer)) return { answer, isOfContent: false };
      if (!(await control())) return { answer, isOfContent: false };
      if (turn < TURNS) continue;
      isKnown = true;

      return { answer, isOfContent: true };
    }
  };

  return async (refusal: Answer, askAgain: () => Promise<Answer>): Promise<CheckedRefusal> => {
    while (!isKnown && proving !== undefined) await proving.catch(() => {});
    if (isKnown && (await sharedControl())) return { answer: refusal, isOfContent: true };
    if (isKnown) return { answer: await askAgain(), isOfContent: false };
    proving = prove(askAgain).finally(() => {
      proving = undefined;
    });

    return proving;
  };
}

/** Those that ask while one control is under way share the next one, which is sent after all their refusals. */
function shareNext(control: Control): Control {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | undefined;

  return () => {
    next ??= last.then(() => {
      next = undefined;
      const asked = control();
      last = asked.catch(() => {});

      return asked;
    });

    return next;
  };
}

function isAccepted({ judgement: { kind } }: { readonly judgement: { readonly kind: string } }): boolean {
  return kind === 'accepted' || kind === 'unclear';
}
