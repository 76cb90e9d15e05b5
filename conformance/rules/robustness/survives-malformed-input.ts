/** A valid request still gets its fee after malformed ones. */

import { assertAccepted, assertSameFee, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import { chunks } from '../../rule/chunks.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Body } from '../../rule/exchange.ts';
import { DeploymentGone, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { FEES_VARY } from '../../rule/patterns/compare-fees.ts';
import { otherCards, otherRegions } from '../../rule/patterns/fee-changes.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { assertStillPriced, skipRepetition } from '../../rule/patterns/still-priced.ts';
import type { RequestVariant } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';
import { type Script, sendScript } from '../../rule/script.ts';

interface Case {
  readonly operation: 'fee' | 'sale' | 'update';
  /** Sent at the same time. */
  readonly bodies: readonly Body[];
}

/** The last calls of a run before the deployment stopped responding. */
type LastCalls = Script;

/** The body is the baseline by default. */
type RefusedCall = Partial<RequestVariant> & { readonly body?: Body };

/** Calls that a service may refuse before it has read their bodies: the next one must not begin with what is left. */
interface Refused {
  readonly refused: readonly RefusedCall[];
}

/** First calls that lack one of these fields, for another card and region than the valid one with their `mTxId`. */
interface Incomplete {
  readonly lacking: readonly ('amount' | 'nicn' | 'region')[];
}

/** A valid call in chunks, which a service may refuse, but not read in part. */
interface Chunked {
  readonly framing: 'chunked';
}

const MALFORMED: readonly Body[] = [
  { raw: '{"amount":' },
  { raw: '' },
  { raw: '[100' },
  { raw: 'null' },
  { raw: '\u0001\u0002\u00ff' },
  { raw: '[]' },
  { raw: '{"amount":1e999,"nicn":"424242","region":"85004"}' },
  { raw: '{"__proto__":{"nicn":"424242"},"constructor":{"prototype":{}}}' },
  { raw: '{"amount":"y","amount":"x","nicn":"424242","region":"85004"}' },
  { raw: '['.repeat(2000) },
  // Values that nest in each other, in a field that a service may check item by item.
  { raw: `{"data":${'['.repeat(500)}${'{"a":'.repeat(500)}1${'}'.repeat(500)}${']'.repeat(500)}}` },
  { raw: '<?xml version="1.0"?><fee/>' },
  { raw: 'amount=100&nicn=424242&region=85004' },
  { raw: '{"amount":100,"nicn":"Größe","region":"85004"}' },
  { raw: "{'amount':100,'nicn':'424242','region':'85004'}" },
];

const MALFORMED_SALES: readonly Body[] = [
  { sTxId: "'" },
  { mTxId: '\u0000' },
  { sTxId: 7, mTxId: {}, authCode: [] },
  { mTxId: 7 },
  { sTxId: 7 },
  { mTxId: ['order-1'] },
];

/** Judged late: it may break the deployment for good. */
export const survivesMalformedInput = rule<Case | Refused | Incomplete | Chunked | LastCalls>({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  level: 'must',
  title: 'a valid request still gets its fee after malformed and refused ones',
  tries:
    'Broken JSON, bodies that are empty, deeply nested, not UTF-8 or in other formats, and requests that must be ' +
    'refused, several at the same time, with a valid call before and after; a call without a token, one by PUT and one of broken ' +
    'JSON, each with a valid call after it over the same connection; incomplete first calls and a valid one with their ' +
    'mTxId; and a valid call in chunks, which may be refused. A deployment ' +
    'that stops responding during the run fails too, whatever the last request was.',
  fix:
    'Make sure that an error in parsing or validating a request affects no other request: release connections and ' +
    'locks, discard partial input and keep the process running. Where you refuse a request before you have read its ' +
    'body, read the rest of it or close the connection.',
  lookAlikes: ['malformed-json-status=500', 'rate-limiting=429'],
  stage: 2,
  quickProbes: 2,
  probes: () => [
    // First, because the state of the connections is unknown after the others.
    { connections: 'one', of: { refused: MALFORMED.slice(0, 1).map((body) => ({ body })) } },
    { operation: 'fee', bodies: MALFORMED.slice(0, 1) },
    ...inGroups('fee', MALFORMED.slice(1)),
    ...inGroups('sale', [...MALFORMED.slice(0, 4), ...MALFORMED_SALES]),
    { operation: 'update', bodies: [{ amount: 1, nicn: 'abc', region: '85004' }] },
    { connections: 'one', of: { refused: [{ credential: 'none' }, { method: 'PUT' }] } },
    { lacking: ['nicn', 'region', 'amount'] },
    { framing: 'chunked' },
  ],
  shrink(value) {
    if ('lacking' in value)
      return value.lacking.length === 1 ? [] : value.lacking.map((field) => ({ lacking: [field] }));

    if ('refused' in value)
      return value.refused.length === 1 ? [] : value.refused.map((call) => ({ refused: [call] }));

    return !('bodies' in value) || value.bodies.length === 1
      ? []
      : value.bodies.map((body) => ({ ...value, bodies: [body] }));
  },

  async run(value, conversation, context) {
    try {
      if ('calls' in value) await assertSurvivesCalls(value, conversation, context);
      else if ('refused' in value) await assertSurvivesRefused(value, conversation, context);
      else if ('lacking' in value) await assertLeavesNothing(value, conversation, context);
      else if ('framing' in value) await assertReadsChunks(conversation, context);
      else await assertSurvives(value, conversation, context);
    } catch (error) {
      if (error instanceof DeploymentGone) throw new RuleBroken(EXPECTED, error.message, 'lasting');
      throw error;
    }
  },
});

/** Bodies of one group: few enough to show which of them broke the deployment. */
const GROUP = 7;

function inGroups(operation: Case['operation'], bodies: readonly Body[]): readonly Case[] {
  return chunks(bodies, GROUP).map((group) => ({ operation, bodies: group }));
}

async function assertSurvivesCalls(
  { calls }: LastCalls,
  conversation: Conversation,
  { baseline, signal }: RuleContext,
): Promise<void> {
  const send = () => conversation.fee({ ...baseline });
  await assertStillPriced(send, EXPECTED, signal);
  await sendScript({ calls }, conversation);
  await assertStillPriced(send, EXPECTED, signal);
}

async function assertSurvives(
  { operation, bodies }: Case,
  { fee, sale }: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline, traits, signal } = context;
  const price = (identifiers = {}) => {
    const send = () => fee({ ...baseline, ...identifiers });

    return assertStillPriced(send, EXPECTED, signal, another(fee, context, identifiers));
  };
  const before = await price();
  const identifiers = operation === 'update' ? { sTxId: stxidOf(before) } : {};
  // The second one, too, or the first has lost the transaction.
  if (operation === 'update')
    for (let updates = 0; updates < 2; updates++)
      requireAccepted(await fee({ ...baseline, ...identifiers }), UPDATES);
  const send = (body: Body) => {
    const options = isBeyondAscii(body) ? { charset: 'latin1' as const } : {};

    return operation === 'sale' ? sale(body, options) : fee({ ...body, ...identifiers }, options);
  };
  await Promise.all(bodies.map(send));
  const after = await price(identifiers);
  // Another rule judges the fees of updates.
  if (traits.feesRepeat() && operation !== 'update')
    assertSameFee(feeOf(after), feeOf(before), 'after malformed requests the same fee as before,');
}

async function assertSurvivesRefused(
  { refused }: Refused,
  { fee }: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline } = context;
  const send = () => fee({ ...baseline });
  for (const { body = { ...baseline }, ...variant } of refused) {
    await fee(body, variant);
    const exchange = await send();
    if (exchange.outcome.kind === 'refused') await skipRepetition(send, another(fee, context));
    assertAccepted(exchange, 'a fee for a valid call after a refused one');
  }
}

/** Sends the baseline with another amount. Undefined where the bounds of the deployment file allow none. */
function another(fee: Conversation['fee'], { baseline, data }: RuleContext, identifiers = {}) {
  const amount = data.plainAmounts.find((one) => one !== baseline.amount);

  return amount === undefined ? undefined : () => fee({ ...baseline, amount, ...identifiers });
}

/** Asserts that refused first calls leave neither their card nor their `mTxId` behind. */
async function assertLeavesNothing(
  { lacking }: Incomplete,
  { fee }: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline, traits, signal } = context;
  const other = { ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0] };
  // A fee may depend on whether there is an mTxId.
  const price = async (mTxId: string) =>
    feeOf(requireAccepted(await fee({ ...baseline, mTxId }), 'fee-request/accepts-each-optional-field'));
  const before = await price('{m2}');
  for (const field of lacking) {
    const { outcome } = await fee({ ...without(other, field), mTxId: '{m1}' });
    if (outcome.kind === 'accepted')
      throw new NotJudged(`a first call without ${field} was accepted`, `fee-request/requires-${field}`);
  }
  const after = feeOf(await assertStillPriced(() => fee({ ...baseline, mTxId: '{m1}' }), EXPECTED, signal));
  if (after === before || !traits.feesRepeat()) return;
  if ((await price('{m3}')) !== before) throw new NotJudged(FEES_VARY);
  assertSameFee(after, before, 'after refused first calls the fee of a valid one,');
}

async function assertReadsChunks({ fee }: Conversation, { baseline, traits }: RuleContext): Promise<void> {
  const [plain, chunked] = await Promise.all([
    fee({ ...baseline }),
    fee({ ...baseline }, { framing: 'chunked' }),
  ]);
  const isPriced = [plain, chunked].every(({ outcome }) => outcome.kind === 'accepted');
  if (isPriced && traits.feesRepeat())
    assertSameFee(feeOf(chunked), feeOf(plain), 'for a body in chunks the same fee as for the whole,');
}

/** Such a body is sent in ISO 8859-1, whose bytes are not valid UTF-8. */
function isBeyondAscii(body: Body): boolean {
  return 'raw' in body && /[\u0080-\u00ff]/.test(String(body['raw']));
}

/** The rule that judges whether updates are accepted. */
const UPDATES = 'identity/update-by-stxid-keeps-stxid';

const EXPECTED = 'a fee for a valid call after malformed ones';
