/** What came back to one rule and is another's concern: a rule that watches sees every answer of its merchant, observations all. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Body, Reply } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Witness } from '../observations/witness.ts';
import type { Rule } from '../rule.ts';
import type { Called } from '../vocabulary.ts';
import { calledFor } from './called.ts';

/** Beyond so many of one rule the others would tell nothing new. */
const MOST_KEPT = 6;

export interface Watch {
  /** Shows a reply, and those of its conversation before it, to every rule that watches the merchant's. */
  show(reply: Reply, merchant: 'one' | 'several', earlier: readonly Reply[]): void;
  /** The calls whose answers looked to the rule as if they broke it: to be asked again. */
  oddTo(id: RuleId): readonly Called[];
  /** The bodies of those calls, as they were given to the conversation. */
  oddBodiesTo(id: RuleId): readonly Body[];
  /** How many answers the rule found right. */
  fineTo(id: RuleId): number;
}

interface Odd {
  readonly call: Called;
  readonly body: Body;
}

export function createWatch(rules: readonly Rule[], witness: Witness): Watch {
  const watchers = rules.flatMap(({ id, merchant = 'one', watches, watchesEveryManner = false }) =>
    watches === undefined
      ? []
      : [{ id, merchant, watchesEveryManner, look: watches(), odd: new Map<string, Odd>(), fine: 0 }],
  );
  const watcherOf = (id: RuleId) => watchers.find((watcher) => watcher.id === id);
  const oddOf = (id: RuleId) => [...(watcherOf(id)?.odd.values() ?? [])];

  return {
    show(reply, merchant, earlier) {
      witness.show(reply);
      for (const watcher of watchers) {
        if (watcher.merchant !== merchant) continue;
        if (!isDocumented(reply.manner) && !watcher.watchesEveryManner) continue;
        const seen = watcher.look(reply);
        if (seen === 'fine') watcher.fine++;
        if (seen !== 'odd' || watcher.odd.size === MOST_KEPT) continue;
        const call = calledFor(reply, earlier);
        watcher.odd.set(JSON.stringify(call), { call, body: reply.sent });
      }
    },
    oddTo: (id) => oddOf(id).map(({ call }) => call),
    oddBodiesTo: (id) => oddOf(id).map(({ body }) => body),
    fineTo: (id) => watcherOf(id)?.fine ?? 0,
  };
}
