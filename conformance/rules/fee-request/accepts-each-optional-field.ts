/** Each optional field is accepted on its own, by both merchants. */

import { detectSuccessShape } from '../../../src/contract/outcome.ts';
import { describeExchange } from '../../rule/assertions.ts';
import { NO_CARD_TOKEN } from '../../rule/conversation.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { violation } from '../../rule/finding.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';

export const acceptsEachOptionalField = accepts({
  id: 'fee-request/accepts-each-optional-field',
  section: '2.1',
  level: 'must',
  title: 'each optional field is accepted with the required ones',
  tries:
    'One optional field at a time with the required ones; cardToken where the deployment file lists ' +
    'card tokens.',
  fix:
    'Accept each of campaign, country, processor, cardToken, data, totalAmount and mTxId on its own, ' +
    'with its own type; none of them requires another.',
  lookAlikes: ['unknown-request-fields=refuse', 'longest-mtxid=20', 'mtxid-characters=dashes'],
  what: 'one optional field',
  quickScripts: 7,
  untested: ({ data: { optional } }) =>
    optional.cardToken === undefined ? `${NO_CARD_TOKEN}, so none was sent` : undefined,
  /** Finds the refusal of an update with one such field and the card, region and processor of its transaction. */
  judge(exchange, history) {
    const named = isFeeCall(exchange) ? history.named(exchange) : undefined;
    const { fields = {}, outcome, response } = exchange;
    if (named === undefined || named.transaction.isSold || !history.isOrdinary(exchange)) return undefined;
    // Another spelling is for fee-request/accepts-any-spelling.
    if (exchange.variant.spelling !== undefined) return undefined;
    if (outcome.kind !== 'refused' || response.kind === 'unanswered' || response.status >= 500)
      return undefined;
    // A success with another message, which another rule judges.
    if (detectSuccessShape(response) !== undefined) return undefined;
    const { opening, calls } = named.transaction;
    const updates = calls.filter((call) => isFeeCall(call) && acceptedBody(call) !== undefined);
    if (updates.length >= UPDATES_REQUIRED) return undefined;
    const others = Object.keys(fields).filter(
      (name) => fields[name] !== opening.fields?.[name] && !IDENTIFIERS.includes(name),
    );
    const [field = ''] = others;
    // Other rules judge amounts, totalAmount, and texts with unusual characters.
    if (others.length !== 1 || NOT_JUDGED.includes(field)) return undefined;
    // With several processors every update names one, which may be what was refused.
    const isAlike = (call: Exchange) =>
      isFeeCall(call) && IDENTIFIERS.every((name) => name in (call.fields ?? {}) === name in fields);
    if (
      exchange.merchant === 'several' &&
      !calls.some((call) => isAlike(call) && acceptedBody(call) !== undefined)
    )
      return undefined;
    if (!/^[\w ["\],-]*$/.test(JSON.stringify(fields[field]))) return undefined;

    return violation('a fee for an update with one optional field', describeExchange(exchange));
  },
  requests: (context) => {
    const {
      baseline,
      data: { optional },
      deployment,
    } = context;
    // Sequences send the other fields in updates, but some services refuse a country that the first call lacks.
    const inUpdates = inEveryPosition(context, { ...baseline, country: '840' });
    const requests = Object.entries(optional).map(([name, value]) => ({ ...baseline, [name]: value }));
    const named = PLAIN_MTXIDS.map((mTxId) => ({ ...baseline, mTxId }));
    const processor = deployment.several?.processors[0]?.mid;
    if (processor === undefined) return [...requests, ...inUpdates, ...named];

    return [
      ...requests,
      ...requests
        .filter((request) => !('processor' in request))
        .map((request) => ({ request: { ...request, processor }, merchant: 'several' as const })),
      ...inUpdates,
      ...named,
    ];
  },
});

/** With every kind of character that ordinary services take, 20 digits, which is more than 64 bits hold, and zeros in front. */
const PLAIN_MTXIDS = ['AB--{m1}-7z', '{n1}000000001', '{z1}'];

const NOT_JUDGED = ['amount', 'totalAmount'];
const IDENTIFIERS = ['sTxId', 'mTxId'];
