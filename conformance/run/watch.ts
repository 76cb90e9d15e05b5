/** What came back to one rule and is another's concern: a rule that watches sees every answer of its merchant, observations all. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Reply } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Witness } from '../observations/witness.ts';
import type { Rule } from '../rule.ts';
import type { Called } from '../vocabulary.ts';

/** Beyond so many of one rule the others would tell nothing new. */
const MOST_KEPT = 6;

export interface Watch {
  /** Shows a reply to every rule that watches the merchant's. */
  show(reply: Reply, merchant: 'one' | 'several'): void;
  /** The calls whose answers looked to the rule as if they broke it: to be asked again. */
  oddTo(id: RuleId): readonly Called[];
  /** How many answers the rule found right. */
  fineTo(id: RuleId): number;
}

export function createWatch(rules: readonly Rule[], witness: Witness): Watch {
  const watchers = rules.flatMap(({ id, merchant = 'one', watches, watchesEveryManner = false }) =>
    watches === undefined
      ? []
      : [{ id, merchant, watchesEveryManner, look: watches(), odd: new Map<string, Called>(), fine: 0 }],
  );
  const watcherOf = (id: RuleId) => watchers.find((watcher) => watcher.id === id);

  return {
    show(reply, merchant) {
      witness.show(reply);
      for (const watcher of watchers) {
        if (watcher.merchant !== merchant) continue;
        if (!isDocumented(reply.manner) && !watcher.watchesEveryManner) continue;
        const seen = watcher.look(reply);
        if (seen === 'fine') watcher.fine++;
        if (seen !== 'odd' || watcher.odd.size === MOST_KEPT) continue;
        const call = calledFor(reply);
        watcher.odd.set(JSON.stringify(call), call);
      }
    },
    oddTo: (id) => [...(watcherOf(id)?.odd.values() ?? [])],
    fineTo: (id) => watcherOf(id)?.fine ?? 0,
  };
}

function calledFor({ operation, sent, manner }: Reply): Called {
  return { operation, body: sent, ...(isDocumented(manner) ? {} : { manner }) };
}
