/** The rules on sales that are accepted: by either identifier, and by both. */
import fc from 'fast-check';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { NamedCall } from '../../rule/history.ts';
import { WIDE_MTXIDS } from '../../rule/mtxids.ts';
import { judgeNamed, type Opening, open, openings } from '../../rule/patterns/named.ts';
import { ABROAD, identifiersBy, opened } from '../../rule/patterns/open.ts';
import { keepsStxid, type Rule, type RuleHead, rule } from '../../rule/rule.ts';
import { type Script, sale } from '../../rule/script.ts';

export const acceptsStxid = sells({
  id: 'sale/accepts-stxid',
  section: '2.3, 4.2',
  title: 'a sale by sTxId is accepted and returns that sTxId',
  tries: 'Sales of transactions with and without an mTxId, with and without other transactions in between.',
  fix: 'Find the transaction by its sTxId, accept the sale and return that sTxId. Require no other field.',
  dependsOn: ['sale/answers-stxid-string', 'identity/stxid-is-unique'],
  judges: ({ by }) => by === 'sTxId',
  by: 'sTxId',
  turn: 0,
  how: 'by sTxId',
  opensWithMtxid: 'either',
});

export const acceptsMtxid = sells({
  id: 'sale/accepts-mtxid',
  section: '2.3, 4.2',
  title: "a sale by mTxId is accepted and returns the transaction's sTxId",
  tries: 'Sales with and without others in between; also by long mTxIds, except those that are refused.',
  fix: 'Find the transaction by its mTxId alone too. Return the sTxId of its fee call, not the mTxId or a new one.',
  lookAlikes: ['longest-mtxid=20', 'mtxid-characters=dashes'],
  dependsOn: ['sale/accepts-stxid', 'fee-request/accepts-each-optional-field'],
  judges: ({ by }) => by === 'mTxId',
  by: 'mTxId',
  turn: 1,
  how: 'by mTxId',
  opensWithMtxid: true,
  wideMtxids: WIDE_MTXIDS,
});

export const acceptsBoth = sells({
  id: 'sale/accepts-both',
  section: '2.3',
  title: 'a sale by both identifiers is accepted',
  tries: 'Sales of transactions opened with the mTxId, with and without other transactions in between.',
  fix: 'Accept a sale with the sTxId and the mTxId of one transaction: one is enough, but both are allowed.',
  lookAlikes: ['second-sale=refuse'],
  dependsOn: ['sale/accepts-stxid', 'sale/accepts-mtxid'],
  judges: ({ by, addsMtxid }) => by === 'both' && !addsMtxid,
  by: 'both',
  turn: 2,
  how: 'by both identifiers',
  opensWithMtxid: true,
});

export const acceptsLateMtxid = sells({
  id: 'sale/accepts-late-mtxid',
  section: '2.1',
  title: 'a sale may add the mTxId that the fee calls left out',
  tries: 'Sales of transactions opened without an mTxId, with and without other transactions in between.',
  fix: 'Accept an mTxId beside the sTxId even if no fee call of the transaction had one.',
  inTraffic: { from: 2, compares: 'two-mtxids', couldBe: 'an accident, or a call that is not recorded' },
  lookAlikes: ['longest-mtxid=20'],
  dependsOn: ['sale/accepts-stxid', 'sale/accepts-both', 'identity/distinct-mtxids-are-distinct'],
  judges: ({ addsMtxid }) => addsMtxid,
  by: 'both',
  turn: 3,
  how: 'with an mTxId given for the first time',
  opensWithMtxid: false,
});

interface SellsSpec extends RuleHead {
  readonly by: NamedBy;
  /** Whether the rule judges a sale that names its transaction in this way. */
  readonly judges: (named: NamedCall) => boolean;
  /** Which cards its sales are of: each rule sells those of others. */
  readonly turn: number;
  /** Completes `an accepted sale …`. */
  readonly how: string;
  /** Whether the first call has an `mTxId`; `either` for a rule that holds with and without. */
  readonly opensWithMtxid: boolean | 'either';
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
}

/** The rule of this turn sells a transaction in another country, where the deployment takes it. */
const TURN_ABROAD = 2;

function sells({ judges, by, turn, how, opensWithMtxid, wideMtxids = [], ...head }: SellsSpec): Rule {
  const isNamed = opensWithMtxid === true;
  const toScript = (opening: Opening, context: RuleContext, alsoNamed = false): Script => {
    const openOther = (mTxId: string) => opened({ ...context.baseline, ...(isNamed ? { mTxId } : {}) });
    const { merchant, own, at, calls } = open(opening, isNamed || alsoNamed, openOther, context);
    const body = { ...identifiersBy(by, `{s${at}}`, own), ...context.traits.saleExtras };

    return {
      calls: [
        ...calls,
        sale(body, { merchant, expects: { accepted: `an accepted sale ${how}`, sTxIdOf: at } }),
      ],
    };
  };

  return rule({
    inTraffic: {
      ...keepsStxid(2, by),
      couldBe:
        'a restart, the end of its lifetime, a call not recorded, or a reason that only the service knows',
    },
    ...head,
    judge: judgeNamed('sale', by, judges),
    scripts(context) {
      const { baseline, data, deployment } = context;
      const plain: Opening = { first: baseline };
      // Fee calls of several name each processor, sales are of the last one.
      const processor = deployment.several?.processors.at(-1)?.mid;
      const others = by === 'mTxId' ? 1 : 0;
      const regions = Object.values(data.regions).flat();
      const all: readonly Opening[] = [
        { ...plain, others: isNamed ? 1 : 0 },
        { ...plain, others: isNamed ? 0 : 1 },
        ...(processor === undefined
          ? []
          : [{ first: { ...baseline, processor }, merchant: 'several' as const, others }]),
        ...cardsOf(turn, data.nicns).map((nicn, n) => {
          return { first: { ...baseline, nicn, region: regions.at(-1 - n) ?? baseline.region } };
        }),
        {
          first: {
            ...baseline,
            amount: Math.min(...data.plainAmounts),
            ...(turn === TURN_ABROAD && { country: ABROAD }),
          },
          // A service may look for transactions whose mTxId begins with the given one, and take the oldest.
          afterLonger: by === 'mTxId',
        },
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];

      return [
        ...all.map((one, form) => toScript({ form, ...one }, context)),
        ...(opensWithMtxid === 'either' ? [toScript({ ...plain, form: all.length }, context, true)] : []),
      ];
    },
    randomScripts: (context) => fc.record(openings(context)).map((one) => toScript(one, context)),
  });
}

/** One of eight digits, and another one: a service may keep cards by their digits. */
function cardsOf(turn: number, nicns: readonly string[]): readonly string[] {
  const longest = nicns.filter(({ length }) => length === 8);
  const others = nicns.filter(({ length }) => length < 8);

  return [longest[turn % longest.length], others[(3 * turn + 1) % others.length]].filter(
    (nicn) => nicn !== undefined,
  );
}
