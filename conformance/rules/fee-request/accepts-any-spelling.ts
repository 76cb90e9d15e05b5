/** The same request in another spelling gets the same answer. */
import type { RuleContext } from '../../rule/context.ts';
import { identifiersBy, opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';
import { SPELLINGS, type Spelling } from '../../rule/spelling.ts';

const EACH = Object.keys(SPELLINGS) as readonly Spelling[];

export const acceptsAnySpelling = rule({
  id: 'fee-request/accepts-any-spelling',
  section: '4, 4.1',
  level: 'must',
  title: 'the same request in another spelling gets the same answer',
  tries:
    'First calls, updates and sales with white space around every part of their JSON, with their fields in the opposite ' +
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
  ],
  quickScripts: 1,
  scripts: (context) => [
    ...EACH.map((spelling) => firstCallAndSale(spelling, context)),
    updates(context),
    beyondBmp(context),
  ],
});

function spelled(spelling: Spelling, expects: ScriptCall['expects'] = {}): Partial<ScriptCall> {
  return {
    variant: { spelling },
    expects: { accepted: `a fee for {call} ${SPELLINGS[spelling]}`, ...expects },
  };
}

/** Updates of one transaction, each in another spelling. */
function updates({ baseline, traits }: RuleContext): Script {
  const body = { ...baseline, mTxId: '{m1}' };
  const calls = EACH.map((spelling) => {
    const feeOf = { call: 1, what: `for the same call ${SPELLINGS[spelling]} the same fee,` };

    return fee(body, spelled(spelling, { sTxIdOf: 1, ...(traits.feesRepeat() ? { feeOf } : {}) }));
  });

  return { calls: [opened(body), ...calls] };
}

function firstCallAndSale(spelling: Spelling, { baseline, traits }: RuleContext): Script {
  const accepted = `an accepted sale ${SPELLINGS[spelling]}`;

  return {
    calls: [
      fee({ ...baseline, mTxId: '{m1}' }, spelled(spelling)),
      sale(
        { ...identifiersBy('mTxId', ''), ...traits.saleExtras },
        spelled(spelling, { accepted, sTxIdOf: 1 }),
      ),
    ],
  };
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
