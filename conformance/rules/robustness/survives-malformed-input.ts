/** A valid request still gets its fee after malformed ones. */

import { assertAccepted, assertSameFee, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import { chunks } from '../../rule/chunks.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Body } from '../../rule/exchange.ts';
import { DeploymentGone, RuleBroken } from '../../rule/failure.ts';
import { assertStillPriced } from '../../rule/patterns/still-priced.ts';
import { type Recording, replayCalls } from '../../rule/recording.ts';
import type { RequestVariant } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  readonly operation: 'fee' | 'sale' | 'update';
  /** Sent at the same time. */
  readonly bodies: readonly Body[];
}

/** The last calls of a run before the deployment stopped responding. */
type LastCalls = Recording;

/** Its body is the baseline unless given. */
type RefusedCall = Partial<RequestVariant> & { readonly body?: Body };

/** Calls that a service may refuse before it has read their bodies: the next one must not begin with what is left. */
interface Refused {
  readonly refused: readonly RefusedCall[];
}

/** A valid call in chunks, which a service may refuse, but not read in part. */
interface Chunked {
  readonly framing: 'chunked';
}

const MALFORMED: readonly Body[] = [
  { raw: '{"amount":' },
  { raw: '' },
  { raw: 'null' },
  { raw: '[]' },
  { raw: '"text"' },
  { raw: '{"amount":1e999,"nicn":"424242","region":"85004"}' },
  { raw: '{"__proto__":{"nicn":"424242"},"constructor":{"prototype":{}}}' },
  { raw: '{"amount":100,"amount":"x","nicn":"424242","region":"85004"}' },
  { raw: '['.repeat(2000) },
  { raw: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}` },
  { raw: '\u0001\u0002' },
  { raw: '<?xml version="1.0"?><fee/>' },
  { amount: null, nicn: null, region: null },
  { amount: {}, nicn: [], region: 1 },
  { amount: '100', nicn: 424242, region: true },
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
export const survivesMalformedInput = rule<Case | Refused | Chunked | LastCalls>({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  level: 'must',
  title: 'a valid request still gets its fee after malformed and refused ones',
  tries:
    'Broken JSON, bodies that are empty, deeply nested or in other formats, and requests that must be refused, ' +
    'several at the same time, with a valid call before and after; a call without a token, one by PUT and one of broken ' +
    'JSON, each with a valid call after it over the same connection; and a valid call in chunks, which may be refused. A deployment ' +
    'that stops responding during the run fails too, whatever the last request was.',
  fix:
    'Make sure that an error in parsing or validating a request affects no other request: release connections and ' +
    'locks, discard partial input and keep the process running. Where you refuse a request before you have read its ' +
    'body, read the rest of it or close the connection.',
  lookAlikes: ['malformed-json-status=500', 'rate-limiting=429'],
  stage: 2,
  quickProbes: 2,
  probes: () => [
    // Before the others, of whose connections nothing is known.
    { connections: 'one', of: { refused: MALFORMED.slice(0, 1).map((body) => ({ body })) } },
    { operation: 'fee', bodies: MALFORMED.slice(0, 1) },
    ...inGroups('fee', MALFORMED.slice(1)),
    ...inGroups('sale', [...MALFORMED.slice(0, 4), ...MALFORMED_SALES]),
    { operation: 'update', bodies: [{ amount: 1, nicn: 'abc', region: '85004' }] },
    { connections: 'one', of: { refused: [{ credential: 'none' }, { method: 'PUT' }] } },
    { framing: 'chunked' },
  ],
  shrink(value) {
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
  await replayCalls({ calls }, conversation);
  await assertStillPriced(send, EXPECTED, signal);
}

async function assertSurvives(
  { operation, bodies }: Case,
  { fee, sale }: Conversation,
  { baseline, traits: { feesRepeat }, signal }: RuleContext,
): Promise<void> {
  const before = await assertStillPriced(() => fee({ ...baseline }), EXPECTED, signal);
  const identifiers = operation === 'update' ? { sTxId: stxidOf(before) } : {};
  // The second one, too, or the first has lost the transaction.
  if (operation === 'update')
    for (let updates = 0; updates < 2; updates++)
      requireAccepted(await fee({ ...baseline, ...identifiers }), UPDATES);
  const send = (body: Body) => (operation === 'sale' ? sale(body) : fee({ ...body, ...identifiers }));
  await Promise.all(bodies.map(send));
  const after = await assertStillPriced(() => fee({ ...baseline, ...identifiers }), EXPECTED, signal);
  // Another rule judges the fees of updates.
  if (feesRepeat() && operation !== 'update')
    assertSameFee(feeOf(after), feeOf(before), 'after malformed requests the same fee as before,');
}

async function assertSurvivesRefused(
  { refused }: Refused,
  { fee }: Conversation,
  { baseline }: RuleContext,
): Promise<void> {
  for (const { body = { ...baseline }, ...variant } of refused) {
    await fee(body, variant);
    assertAccepted(await fee({ ...baseline }), 'a fee for a valid call after a refused one');
  }
}

async function assertReadsChunks({ fee }: Conversation, { baseline, traits }: RuleContext): Promise<void> {
  const plain = await fee({ ...baseline });
  const chunked = await fee({ ...baseline }, { framing: 'chunked' });
  const isPriced = [plain, chunked].every(({ classification }) => classification.kind === 'accepted');
  if (isPriced && traits.feesRepeat())
    assertSameFee(feeOf(chunked), feeOf(plain), 'for a body in chunks the same fee as for the whole,');
}

/** The rule that judges whether updates are accepted. */
const UPDATES = 'identity/update-by-stxid-keeps-stxid';

const EXPECTED = 'a fee for a valid call after malformed ones';
