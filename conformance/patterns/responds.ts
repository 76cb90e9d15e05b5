/** The rules on the answer to an accepted fee call: on first calls and updates, and on what other rules met. */

import fc from 'fast-check';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Body, Reply } from '../conversation.ts';
import { answered, stxidOf } from '../expect.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import { property, type Rule, type RuleHead, type Seen, type Sightings } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { priceableOf } from './open.ts';

type UpdateBy = 'sTxId' | 'mTxId' | 'both';

/** A first call, or an update of a transaction by one of its identifiers. */
interface Case {
  readonly request: FeeRequest;
  readonly update: 'none' | UpdateBy;
}

interface RespondsSpec extends Omit<RuleHead, 'level' | 'stage'> {
  /** `must` unless said. */
  readonly level?: 'must' | 'should';
  /** What a must rule looks into are the malformed answers. */
  readonly watches?: () => (reply: Reply) => Seen;
  /** @throws RuleBroken, NotJudged */
  readonly judges: (reply: Reply) => void;
}

export function responds({ judges, level = 'must', ...head }: RespondsSpec): Rule {
  return property<Case>({
    ...head,
    level,
    stage: 1,
    ...(level === 'must' ? looksOn(head.id, judges) : {}),
    probes: (words) => [
      ...toCases(level === 'must' ? words.suspects.map(({ reply }) => reply.sent) : words.oddTo(head.id)),
      ...plainCases(words),
    ],
    given: ({ feeRequest }) =>
      fc.record({ request: feeRequest, update: fc.constantFrom('none', 'sTxId', 'mTxId', 'both') }),

    async holds({ request, update }, { fee }) {
      const judged = async (body: Parameters<typeof fee>[0]) => {
        const reply = await fee(body);
        answered(reply);
        judges(reply);

        return reply;
      };
      if (update === 'none') {
        await judged({ ...request });
        return;
      }
      const mTxId = update === 'sTxId' ? {} : { mTxId: '{m1}' };
      const opened = await judged({ ...priceableOf(request), ...mTxId });
      const sTxId = update === 'mTxId' ? {} : { sTxId: stxidOf(opened) };
      await judged({ ...request, ...mTxId, ...sTxId });
    },
  });
}

/**
 * A must rule finds its malformed answers among the suspects, and among the calls that were accepted because the
 * baseline's answer lacks the same: of other calls it is not sure that they are valid.
 */
function looksOn(id: RuleId, judges: RespondsSpec['judges']) {
  return {
    watches: () => (reply: Reply) => {
      if (reply.operation !== 'calculateFee' || reply.judgement.kind !== 'accepted') return 'else';

      return breachIn(reply, judges) === undefined ? 'fine' : 'odd';
    },
    sightings: ({ suspects, fineTo }: Vocabulary): Sightings<Case> => {
      const breaches = suspects.flatMap(({ reply, transcript }) => {
        const failure = breachIn(reply, judges);
        const [value] = toCases([reply.sent]);

        return failure === undefined || value === undefined ? [] : [{ value, failure, transcript }];
      });

      return { breaches, of: fineTo(id) + breaches.length, proofFrom: SIGHTINGS_ENOUGH };
    },
  } as const;
}

function breachIn(reply: Reply, judges: RespondsSpec['judges']): RuleBroken | undefined {
  try {
    judges(reply);

    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

/** What other rules ask for in all its variety comes back here as a suspect, if it was answered badly. */
function plainCases({ baseline, plainAmounts, optional }: Vocabulary): readonly Case[] {
  const [small = baseline.amount, large = baseline.amount] = [
    Math.min(...plainAmounts),
    Math.max(...plainAmounts),
  ];

  return [
    { request: baseline, update: 'none' },
    ...(['sTxId', 'mTxId', 'both'] as const).map((update): Case => ({ request: baseline, update })),
    { request: { ...baseline, ...optional }, update: 'none' },
    ...[small, large].map((amount): Case => ({ request: { ...baseline, amount }, update: 'none' })),
  ];
}

/** Requests whose answers looked odd elsewhere in the run: as a first call, and as the update that each may have been. */
function toCases(suspects: readonly Body[]): readonly Case[] {
  return suspects
    .filter(isSurelyValid)
    .slice(0, MOST_SUSPECTS)
    .flatMap((body): readonly Case[] => {
      const { sTxId, ...request } = body as unknown as FeeRequest;
      if (sTxId !== undefined) return [{ request, update: request.mTxId === undefined ? 'sTxId' : 'both' }];
      const first: Case = { request, update: 'none' };

      return request.mTxId === undefined ? [first] : [first, { request, update: 'mTxId' }];
    });
}

/** The document does not say what an `mTxId` may be made of, so an odd one may have been refused. */
function isSurelyValid(body: Body): boolean {
  const mTxId = 'mTxId' in body ? body['mTxId'] : undefined;

  return mTxId === undefined || /^\{m\d+\}$/.test(String(mTxId));
}

const MOST_SUSPECTS = 10;

/** One malformed answer may be a proxy's; this many are the deployment's own. */
const SIGHTINGS_ENOUGH = 3;
