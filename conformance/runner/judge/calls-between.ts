/** Sends other calls before each call of a conversation except the first. */
import type { CallBetween } from '../../rule/calls-between.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Body } from '../../rule/exchange.ts';

/** @param aside sends the other calls: the placeholders of the conversation count its own */
export function withCallsBetween(
  conversation: Conversation,
  aside: Conversation,
  between: readonly CallBetween[],
  baseline: Body,
): Conversation {
  const pending = new Set<Promise<unknown>>();
  let isBegun = false;

  const after = <T>(send: () => Promise<T>): Promise<T> => {
    const isFirst = !isBegun;
    isBegun = true;
    const sending = (async () => {
      if (!isFirst) for (const call of between) await aside.fee(call === 'accepted' ? baseline : {});

      return send();
    })();
    pending.add(sending);

    return sending;
  };

  return {
    fee: (...call) => after(() => conversation.fee(...call)),
    sale: (...call) => after(() => conversation.sale(...call)),
    transcript: conversation.transcript,
    async quiet() {
      await Promise.allSettled(pending);
    },
  };
}
