/** Whatever nonsense came before, a valid request still gets its fee. */
import type { Body, Conversation } from '../../conversation.ts';
import { feeOf, granted, sameFee, stxidOf } from '../../expect.ts';
import { DeploymentGone, NotJudged, RuleBroken } from '../../failure.ts';
import { repeatCall } from '../../patterns/repeat-call.ts';
import { stillPriced } from '../../patterns/still-priced.ts';
import { property } from '../../rule.ts';
import type { Called, Vocabulary } from '../../vocabulary.ts';

interface Case {
  readonly operation: 'fee' | 'sale' | 'update';
  readonly bodies: readonly Body[];
}

/** The last calls of a run after which the deployment stopped answering. */
interface LastCalls {
  readonly calls: readonly Called[];
}

const NONSENSE: readonly Body[] = [
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

const NO_SALES: readonly Body[] = [
  { sTxId: "'" },
  { mTxId: '\u0000' },
  { sTxId: 7, mTxId: {}, authCode: [] },
];

/** The deployment may be broken for good behind it, so this comes when nearly all is judged. */
export const survivesMalformedInput = property<Case | LastCalls>({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  level: 'must',
  title: 'after malformed and refused requests a valid one still gets its fee',
  tries:
    'Broken JSON, empty, deep and foreign bodies, and requests that have to be refused, one by one and ' +
    'many at once, with a valid call before and after. A deployment that stops answering in the course ' +
    'of the run fails as well, whatever was sent last.',
  fix:
    'Make sure that whatever goes wrong while a request is read or checked ends with that request: ' +
    'connections and locks are given back, nothing half-read is kept, and the process goes on.',
  stage: 2,
  quickProbes: 1,
  probes: () => [
    ...NONSENSE.map((body): Case => ({ operation: 'fee', bodies: [body] })),
    ...[...NONSENSE.slice(0, 4), ...NO_SALES].map((body): Case => ({ operation: 'sale', bodies: [body] })),
    { operation: 'update', bodies: [{ amount: 1, nicn: 'abc', region: '85004' }] },
    { operation: 'fee', bodies: NONSENSE },
  ],

  async holds(value, conversation, words) {
    try {
      await ('calls' in value
        ? survivesCalls(value, conversation, words)
        : survives(value, conversation, words));
    } catch (error) {
      if (error instanceof DeploymentGone) throw new RuleBroken(EXPECTED, error.message, 'lasting');
      throw error;
    }
  },
});

async function survivesCalls(
  { calls }: LastCalls,
  conversation: Conversation,
  { baseline }: Vocabulary,
): Promise<void> {
  const ask = () => conversation.fee({ ...baseline });
  await stillPriced(ask, EXPECTED);
  for (const call of calls) await repeatCall(call, conversation);
  await stillPriced(ask, EXPECTED);
}

async function survives(
  { operation, bodies }: Case,
  { fee, sale }: Conversation,
  { baseline, feesRepeat, unanswered }: Vocabulary,
): Promise<void> {
  if (bodies.length === 1 && unanswered.length >= MOST_UNANSWERED)
    throw new NotJudged('several requests got no answer: the rest is sent at the same time');
  const before = await stillPriced(() => fee({ ...baseline }), EXPECTED);
  const ofBefore = operation === 'update' ? { sTxId: stxidOf(before) } : {};
  if (operation === 'update') granted(await fee({ ...baseline, ...ofBefore }), UPDATES);
  await Promise.all(
    bodies.map((body) => (operation === 'sale' ? sale(body) : fee({ ...body, ...ofBefore }))),
  );
  const after = await stillPriced(() => fee({ ...baseline, ...ofBefore }), EXPECTED);
  // What an update costs has a rule of its own.
  if (feesRepeat && operation !== 'update')
    sameFee(feeOf(after), feeOf(before), 'after malformed requests the same fee as before,');
}

/** Whoever leaves so many requests waiting would leave each of these, for the whole time limit. */
const MOST_UNANSWERED = 3;

/** Is in charge of whether updates are taken at all. */
const UPDATES = 'identity/update-by-stxid-keeps-stxid';

const EXPECTED = 'a fee for a valid call after malformed ones';
