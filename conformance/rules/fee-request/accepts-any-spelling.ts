/** The same request in another spelling gets the same answer. */
import type { RuleContext } from '../../rule/context.ts';
import { identifiersBy, mtxidFor, senderOf } from '../../rule/patterns/open.ts';
import { SPELLINGS, type Spelling } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';

const EACH = Object.keys(SPELLINGS) as readonly Spelling[];
/** A service may find either identifier by a pattern, and not in the parsed body. */
const BY = ['mTxId', 'sTxId'] as const;

type By = (typeof BY)[number];

export const acceptsAnySpelling = rule({
  id: 'fee-request/accepts-any-spelling',
  section: '4, 4.1',
  level: 'must',
  title: 'the same request in another spelling gets the same answer',
  tries:
    'First calls, and updates and sales by each identifier, with white space around every part of their JSON, with their fields in the opposite ' +
    'order, with \\u escapes (pairs of surrogates where the deployment takes such a text), with header names such as ' +
    'Authorization, and with their body in two TCP segments.',
  fix:
    'Parse bodies with a JSON library (RFC 8259), after all bytes that Content-Length announces have arrived ' +
    '(RFC 9112, 6.2), and compare header names without regard to case (RFC 9110, 5.1).',
  lookAlikes: ['texts-beyond-bmp=refuse'],
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'sale/accepts-mtxid',
    'sale/authcode-is-opaque',
  ],
  quickScripts: 1,
  scripts: (context) => {
    const [first, ...others] = BY.flatMap((by) =>
      spellingsFor(by).map((spelling) => orderSpelled(spelling, by, context)),
    );

    return [...(first === undefined ? [] : inTwo(first)), ...others, beyondBmp(context)];
  },
});

/** Those of headers and segments are the same for both. */
function spellingsFor(by: By): readonly Spelling[] {
  return by === 'mTxId' ? EACH : ['spaces', 'reversed', 'escapes'];
}

function spelled(spelling: Spelling, expects: ScriptCall['expects'] = {}): Partial<ScriptCall> {
  return {
    variant: { spelling },
    expects: { accepted: `a fee for {call} ${SPELLINGS[spelling]}`, ...expects },
  };
}

/** By `sTxId` of the merchant with several processors, if there is one, so that a processor is named. */
function orderSpelled(spelling: Spelling, by: By, context: RuleContext): Script {
  const { merchant, plain } = senderOf(context, by === 'sTxId' ? 'several' : 'one');
  const identifiers = identifiersBy(by, '{s1}');
  const accepted = `an accepted sale ${SPELLINGS[spelling]}`;
  const feeOf = { call: 1, what: `for the same call ${SPELLINGS[spelling]} the same fee,` };

  return {
    calls: [
      fee({ ...plain, ...mtxidFor(by) }, { merchant, ...spelled(spelling) }),
      fee(
        { ...plain, ...identifiers },
        {
          merchant,
          ...spelled(spelling, { sTxIdOf: 1, ...(context.traits.feesRepeat() ? { feeOf } : {}) }),
        },
      ),
      sale(
        { ...identifiers, authCode: 'A1B2C3' },
        { merchant, ...spelled(spelling, { accepted, sTxIdOf: 1 }) },
      ),
    ],
  };
}

/** Its update and its sale apart: quick effort has requests for one of them. */
function inTwo({ calls }: Script): readonly Script[] {
  const [first, ...later] = calls;

  return first === undefined ? [] : later.map((call) => ({ calls: [first, call] }));
}

/** A text beyond the Basic Multilingual Plane, as it is and as a pair of surrogates. */
function beyondBmp({ baseline }: RuleContext): Script {
  const body = { ...baseline, data: ['😀 spring'] };

  return {
    calls: [
      fee(body, { mayBeRefused: 'this deployment refuses texts beyond the Basic Multilingual Plane' }),
      fee(body, {
        variant: { spelling: 'escapes' },
        expects: { accepted: 'a fee for {call} with a pair of surrogates in \\u escapes' },
      }),
    ],
  };
}
