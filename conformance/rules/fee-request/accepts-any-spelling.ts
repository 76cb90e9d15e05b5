/** The same request in another spelling gets the same answer. */
import type { RuleContext } from '../../rule/context.ts';
import {
  abroadOf,
  identifiersBy,
  mtxidFor,
  opened,
  REFUSES_MTXID,
  senderOf,
} from '../../rule/patterns/open.ts';
import { SPELLINGS, type Spelling } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';
import { fee, REFUSES_COUNTRIES, type Script, type ScriptCall, sale } from '../../rule/script.ts';

/** How the three calls of a transaction are spelled, and how the later ones name it. */
interface Order {
  readonly by: 'mTxId' | 'sTxId';
  /** As a library writes it unless given: a service may find an `mTxId` by a pattern, and compare it as it is written. */
  readonly first?: Spelling;
  readonly update: Spelling;
  readonly sale: Spelling;
}

const ORDERS: readonly Order[] = [
  { by: 'sTxId', first: 'blanks', update: 'spaces', sale: 'blanks' },
  { by: 'mTxId', update: 'blanks', sale: 'spaces' },
  { by: 'sTxId', first: 'reversed', update: 'reversed', sale: 'reversed' },
  { by: 'mTxId', update: 'reversed', sale: 'reversed' },
  { by: 'sTxId', first: 'escapes', update: 'escapes', sale: 'escaped-texts' },
  { by: 'mTxId', update: 'escaped-texts', sale: 'escapes' },
  // A service that knows small letters alone knows no capitals either.
  { by: 'mTxId', first: 'codings', update: 'capitals', sale: 'codings' },
  { by: 'mTxId', first: 'segments', update: 'segments', sale: 'segments' },
];

const ALL = 'fee-request/accepts-all-fields-at-once';

/** Fields after which, and before which, the others stand. */
const FURTHER = { data: ['one/two', '3'], country: '840' };

export const acceptsAnySpelling = rule({
  id: 'fee-request/accepts-any-spelling',
  section: '4, 4.1',
  title: 'the same request in another spelling gets the same answer',
  tries:
    'White space, order of fields, escapes (pairs of surrogates too), an exponent, header names, two TCP segments, and an answer that may be compressed.',
  fix: 'Parse the whole body with a JSON library, and compare header names without regard to case.',
  lookAlikes: ['texts-beyond-bmp=refuse'],
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-recalculates-fee',
    'sale/accepts-mtxid',
    'sale/authcode-is-opaque',
    ALL,
  ],
  quickScripts: 1,
  scripts: (context) => [
    ...ORDERS.flatMap((order, n): readonly Script[] => {
      const script = orderSpelled(order, context);
      const [first, ...later] = script.calls;

      // The update and the sale of the first one apart: quick effort has requests for one of them.
      return n > 0 || first === undefined ? [script] : later.map((call) => ({ calls: [first, call] }));
    }),
    beyondBmp(context),
    accented(context),
    otherNumbers(context),
    ...abroad(context),
  ],
});

function spelled(spelling: Spelling, expects: ScriptCall['expects'] = {}): Partial<ScriptCall> {
  return {
    variant: { spelling },
    expects: { accepted: `a fee for {call} ${SPELLINGS[spelling]}`, ...expects },
  };
}

/** By `sTxId` of the merchant with several processors, if there is one, so that a processor is named. */
function orderSpelled({ by, first, ...later }: Order, context: RuleContext): Script {
  const { merchant, plain } = senderOf(context, by === 'sTxId' ? 'several' : 'one');
  const identifiers = identifiersBy(by, '{s1}');
  const { totalAmount } = context.data.optional;
  const isPart = by === 'mTxId' && later.update === 'reversed' && totalAmount !== undefined;
  const body = { ...plain, ...FURTHER, ...(isPart && { totalAmount }) };
  // The parts of a total may share a fixed part: an update is compared with an update.
  const before = isPart ? [fee({ ...body, ...identifiers }, { merchant, needs: ALL })] : [];
  const opening = { ...body, ...mtxidFor(by) };
  const accepted = `an accepted sale ${SPELLINGS[later.sale]}`;
  const feeOf = {
    call: 1 + before.length,
    what: `for the same call ${SPELLINGS[later.update]} the same fee,`,
  };
  const ofUpdate = { sTxIdOf: 1, ...(context.traits.feesRepeat() ? { feeOf } : {}) };

  return {
    calls: [
      first === undefined ? opened(opening, merchant) : fee(opening, { merchant, ...spelled(first) }),
      ...before,
      fee({ ...body, ...identifiers }, { merchant, ...spelled(later.update, ofUpdate) }),
      sale(
        { ...identifiers, authCode: 'A1B2C3' },
        { merchant, ...spelled(later.sale, { accepted, sTxIdOf: 1 }) },
      ),
    ],
  };
}

/** A text beyond the Basic Multilingual Plane, as it is and as a pair of surrogates. */
function beyondBmp({ baseline }: RuleContext): Script {
  const body = { ...baseline, data: ['😀 spring'] };
  const mayBeRefused = 'this deployment refuses texts beyond the Basic Multilingual Plane';
  const accepted = 'a fee for {call} with a pair of surrogates in \\u escapes';

  return {
    calls: [
      fee(body, { mayBeRefused }),
      fee(body, { variant: { spelling: 'escapes' }, expects: { accepted } }),
    ],
  };
}

/** An mTxId with an accent, as it is and in an escape: a service that reads bodies as ISO 8859-1 finds no transaction by one of them. */
function accented({ baseline }: RuleContext): Script {
  const body = { ...baseline, mTxId: 'é{m1}' };
  const accepted = 'a fee for {call} with an accent in a \\u escape';

  return {
    calls: [
      fee(body, { mayBeRefused: REFUSES_MTXID }),
      fee(body, { variant: { spelling: 'escapes' }, expects: { accepted, sTxIdOf: 1 } }),
    ],
  };
}

/** A number with zeros at its end, or with an exponent, which a service may refuse, but not take for another number. */
function otherNumbers({ baseline, data: { plainAmounts }, traits }: RuleContext): Script {
  const amount = plainAmounts.find((one) => one % 100 !== 0) ?? baseline.amount;
  const written = (text: string, how: string) => {
    const raw = JSON.stringify({ ...baseline, amount }).replace(`"amount":${amount}`, `"amount":${text}`);
    const what = `for the same amount ${how} the same fee,`;

    return fee(
      { raw },
      traits.feesRepeat() ? { expects: { feeOf: { call: 1, what, ifAccepted: true } } } : {},
    );
  };

  return {
    calls: [
      fee({ ...baseline, amount }, { needs: 'fee-request/accepts-decimal-amounts' }),
      written(amount.toFixed(3), 'with zeros at its end'),
      written(amount.toExponential().replace('+', ''), 'with an exponent'),
    ],
  };
}

/** A region of another country, which a service may check before it has read the country. */
function abroad(context: RuleContext): readonly Script[] {
  const { baseline, deployment } = context;
  if (deployment.pricing === undefined) return [];
  const body = { ...baseline, ...abroadOf(context) };
  const first = fee(body, { variant: { spelling: 'reversed' }, mayBeRefused: REFUSES_COUNTRIES });
  const accepted = 'a fee for {call} with the country after its region, as with the country first';

  return [{ calls: [first, fee(body, { expects: { accepted } })] }];
}
