/** Model-based: in any sequence of calls, each response is about the transaction that its call names. */
import fc from 'fast-check';
import { isSale } from '../../rule/exchange.ts';
import { keepsStxid } from '../../rule/in-traffic.ts';
import { expectOwnStxid, isPlain } from '../../rule/observers.ts';
import { rule } from '../../rule/rule.ts';
import { positions, randomCommand, riskySequences, toScript } from './sequences.ts';

export const stateMachine = rule({
  id: 'identity/state-machine',
  section: '1.2, 4.1, 4.2',
  title: 'in any sequence of first calls, updates and sales every response has the right sTxId',
  tries: 'Fixed and random sequences for several transactions of both merchants, with refused calls.',
  fix: 'Look for the call that changed how the transaction is found: often one that removed it from an index.',
  inTraffic: keepsStxid(3, 'mTxId'),
  lookAlikes: [
    'update-after-sale=keep',
    'update-to-another-card=refuse',
    'second-sale=keep',
    'second-sale=refuse',
    'mismatched-identifiers=stxid-decides',
    'unknown-stxid-on-fee=open',
    'partial-update=keep',
  ],
  dependsOn: [
    'fee-request/accepts-decimal-amounts',
    'identity/stxid-is-unique',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-by-both-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/accepts-both',
    'sale/accepts-late-mtxid',
  ],
  triesSequences: true,
  /** A failure after calls of one kind only belongs to the rule on these calls. */
  judge(exchange, history) {
    const named = history.named(exchange);
    if (named === undefined || isPlain(named)) return undefined;
    const finding = expectOwnStxid(exchange, named, history);
    const mayBeForgotten = named.by !== 'sTxId' && named.isLate;
    if (mayBeForgotten !== true && (!named.transaction.isSold || (isSale(exchange) && named.by === 'sTxId')))
      return finding;
    // A service may forget a sold transaction or a late mTxId, and open a new one, but never return that of another.
    const got = exchange.given;

    return got !== undefined && history.bySTxId(got) !== undefined ? finding : undefined;
  },
  scripts: (context) => [...riskySequences(context), ...positions(context)],
  randomScripts: (context) =>
    fc
      .array(randomCommand(context), { minLength: 2, maxLength: context.effort.sequence })
      .map((commands) => toScript(commands, context)),
});
