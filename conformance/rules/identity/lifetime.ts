/** The rules on the lifetime of a transaction: it outlives many others, and half a minute. */
import type { RuleContext } from '../../rule/context.ts';
import { opened, opened as openedBy, type Sender, senderOf, sendersOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { atOnce, type Expectation, fee, type Script, type ScriptCall } from '../../rule/script.ts';
import type { Body } from '../../rule/service-call.ts';

/** First calls after which the first of several transactions is updated; each further one after twice as many. */
const FIRST_CHECK = 30;

/** A store of fixed size may need some more first calls than before to lose a transaction again. */
const MORE_TRAFFIC = 1.25;

/** First calls that a transaction has to outlive. A store of fixed size that holds more is a choice. */
const MAX_OTHERS = 900;

/** Requests for the transactions of one check, and for its two controls. */
const REQUESTS_PER_CHECK = 12;

export const outlivesOtherTraffic = rule({
  id: 'identity/outlives-other-traffic',
  section: '1.2',
  title: 'a transaction is still found by either identifier after many others',
  tries: 'Updates after all those of the run. Where one is lost, up to 900 others are opened again.',
  fix: 'Store transactions where newer ones do not evict them, and where every instance finds them.',
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  scripts: (context) => {
    const { traits, effort } = context;
    const others =
      traits.canaries.one === undefined ? effort.otherTraffic : Math.ceil(effort.otherTraffic / 40);

    return [amongOthers(senderOf(context), [others])];
  },
  lastScripts: (context) => sendersOf(context).flatMap((sender) => ofFirstTransaction(sender, context)),
});

/** Updates the transaction that was opened before all others, and opens as many again where it is lost. */
function ofFirstTransaction(sender: Sender, context: RuleContext): readonly Script[] {
  const { merchant, plain } = sender;
  const { history, requestsLeft, traits } = context;
  const canary = traits.canaries[merchant];
  if (canary === undefined) return [];
  const { opened } = history;
  const wanted = Math.min(Math.ceil(opened * MORE_TRAFFIC), MAX_OTHERS);
  const most = Math.min(wanted, requestsLeft() - REQUESTS_PER_CHECK * (countsUpTo(wanted).length + 1));
  const { sTxId, mTxId, openedAt } = canary;
  const update = (identifier: { readonly sTxId?: string; readonly mTxId?: string }) => {
    const accepted = `an accepted update, by ${Object.keys(identifier)[0]}, after ${opened} other first calls`;

    const expects = { accepted, finds: sTxId };

    return fee({ ...plain, ...identifier }, { merchant, endsIfRefused: true, expects });
  };
  const otherwise =
    most === MAX_OTHERS && opened > MAX_OTHERS
      ? `a transaction is lost after ${opened} other first calls, but not after ${most}: the limit above that is a choice`
      : undefined;
  const script = amongOthers(sender, countsUpTo(Math.max(1, most)));

  return [
    { calls: atOnce([update({ sTxId }), update({ mTxId })]), proof: { script, since: openedAt, otherwise } },
  ];
}

/** Numbers of others after which to check: doubled each time, up to all. */
function countsUpTo(most: number): readonly number[] {
  const doubled = Array.from({ length: 20 }, (_, n) => FIRST_CHECK * 2 ** n);

  return [...doubled.filter((count) => count < most), most];
}

const EXPIRES = 'a transaction expires without other traffic: how long it is kept is a choice';

/**
 * Opens transactions, then many others, and updates two of the former after each of these counts of others, by `sTxId` and
 * by `mTxId`. Each is updated only once, because an update may refresh it.
 */
function amongOthers({ merchant, plain }: Sender, counts: readonly number[]): Script {
  const named = (number: number): Body => ({ ...plain, mTxId: `{m${number}}` });
  const openings = counts
    .flatMap((_, n) => [plain, named(n + 1)])
    .map((body) => ({ ...openedBy(body, merchant), early: true as const }));
  const update = (body: object, by: string, sTxIdOf: number): ScriptCall => {
    const accepted = `an accepted update after {others} other first calls, by ${by}`;
    const expects: Expectation = { accepted, sTxIdOf };

    return fee({ ...plain, ...body }, { merchant, endsIfRefused: true, expects });
  };
  const checks = counts.flatMap((count, n) => {
    const before = counts[n - 1] ?? 0;
    const [first, second] = [2 * n + 1, 2 * n + 2];

    return [
      // With mTxIds, because a service may store transactions without them elsewhere.
      { ...openedBy(named(counts.length + 1 + before), merchant), times: count - before },
      ...atOnce([
        update({ sTxId: `{s${first}}` }, 'sTxId', first),
        update({ mTxId: `{m${n + 1}}` }, 'mTxId', second),
      ]),
    ];
  });

  return { calls: [...openings, ...checks], control: { why: EXPIRES } };
}

export const outlivesAPause = rule({
  id: 'identity/outlives-a-pause',
  section: '1.2',
  title: 'a transaction is still found half a minute later',
  tries: 'Updates by sTxId and by mTxId after half a minute, at the effort deep alone.',
  fix: 'Keep a transaction as long as a customer may need between the fee and the sale: minutes at least.',
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  missing: ({ effort }) => (effort.pause === 0 ? 'takes half a minute: tried at the effort deep' : undefined),
  scripts: ({ baseline, effort: { pause } }) => {
    const accepted = `an accepted update after ${pause / 1000} seconds`;

    return [
      {
        calls: [
          opened({ ...baseline, mTxId: '{m1}' }),
          opened(baseline),
          fee({ ...baseline, sTxId: '{s2}' }, { pause, expects: { accepted, sTxIdOf: 2 } }),
          fee({ ...baseline, mTxId: '{m1}' }, { expects: { accepted, sTxIdOf: 1 } }),
        ],
      },
    ];
  },
});
