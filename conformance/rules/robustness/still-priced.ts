/** The rules on what a deployment survives: a valid request still gets its fee. */
import type { RuleContext } from '../../rule/context.ts';
import { MEBIBYTES } from '../../rule/conversation.ts';
import { chunks } from '../../rule/lists.ts';
import { opened, otherCards, otherRegions, senderOf, stillPriced } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { atOnce, fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';
import type { Body } from '../../rule/service-call.ts';

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
export const survivesMalformedInput = rule({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  title: 'a valid request still gets its fee after malformed and refused ones',
  tries:
    'Broken JSON, bodies that are empty, deeply nested, not UTF-8 or in other formats, and requests that must be ' +
    'refused, several at the same time, with a valid call before and after; dozens of calls of broken JSON, of unknown transactions and of unknown processors; a call without a token, one by PUT and one of broken ' +
    'JSON, each with a valid call after it over the same connection; incomplete first calls and a valid one with their ' +
    'mTxId; and a valid call in chunks, which may be refused. A deployment ' +
    'that stops responding during the run fails too, whatever the last request was.',
  fix: 'Release connections and locks after errors, and read or close what is left of a body that you refuse.',
  lookAlikes: ['malformed-json-status=500', 'rate-limiting=429'],
  stage: 2,
  quickScripts: 2,
  scripts: (context) => [
    // First, because the state of the connections is unknown after the others.
    survivesRefused(context, [fee(MALFORMED[0] ?? {})]),
    survives(context, [fee(MALFORMED[0] ?? {})]),
    ...chunks(MALFORMED.slice(1).map(toFee), GROUP).map((calls) => survives(context, calls)),
    ...chunks([...MALFORMED.slice(0, 4), ...MALFORMED_SALES].map(toSale), GROUP).map((calls) =>
      survives(context, calls),
    ),
    survivesAsUpdate(context),
    survivesRefused(context, [
      fee(context.baseline, { variant: { credential: 'none' } }),
      fee(context.baseline, { variant: { method: 'PUT' } }),
    ]),
    leavesNothing(context),
    readsChunks(context),
    ...survivesManyRefusals(context),
  ],
});

const toFee = (body: Body) => fee(body);
const toSale = (body: Body) => sale(body);

/** Bodies of one group: few enough to show which of them broke the deployment. */
const GROUP = 14;

const EXPECTED = 'a fee for a valid call after malformed ones';

/** Calls at the same time, with a valid call before and after. */
function survives(context: RuleContext, calls: readonly ScriptCall[]): Script {
  return {
    calls: [
      opened(context.baseline),
      ...calls.map(
        (call, n): ScriptCall => ({
          ...call,
          mayBeLost: true,
          ...(n === 0 ? {} : { concurrent: true }),
          // In ISO 8859-1, whose bytes are not valid UTF-8.
          ...('raw' in call.body && /[\u0080-\u00ff]/.test(String(call.body['raw']))
            ? { variant: { charset: 'latin1' } }
            : {}),
        }),
      ),
      stillPriced(context, {
        still: EXPECTED,
        feeOf: { call: 1, what: 'after malformed requests the same fee as before,' },
      }),
    ],
  };
}

/** A refused update leaves its transaction to the next one. Another rule judges the fees of updates. */
function survivesAsUpdate(context: RuleContext): Script {
  const { baseline } = context;
  const update = fee({ ...baseline, sTxId: '{s1}' }, { needs: 'identity/update-by-stxid-keeps-stxid' });

  return {
    calls: [
      opened(baseline),
      // The second one, too, or the first has lost the transaction.
      update,
      update,
      fee({ amount: 1, nicn: 'abc', region: '85004', sTxId: '{s1}' }, { mayBeLost: true }),
      stillPriced(context, { still: EXPECTED }, { sTxId: '{s1}' }),
    ],
  };
}

/** Calls that a service may refuse before it has read their bodies: the next one must not begin with what is left. */
function survivesRefused(context: RuleContext, calls: readonly ScriptCall[]): Script {
  return {
    connections: 'one',
    calls: calls.flatMap((call) => [
      { ...call, mayBeLost: true },
      stillPriced(context, { still: 'a fee for a valid call after a refused one' }),
    ]),
  };
}

/**
 * Each refusal may leak a connection or a lock. Other rules send more than thirty with a wrong or a missing field; with
 * these the run has thirty of malformed JSON, of unknown transactions in fee calls and in sales, and of unknown processors.
 */
function survivesManyRefusals(context: RuleContext): readonly Script[] {
  const { baseline, deployment, traits } = context;
  const { merchant, plain } = senderOf(context, 'several');
  const unknown = (n: number) => ({ sTxId: `no-such-transaction-${n}` });
  const malformed = refusedOften(context, 'calls of malformed JSON', 15, (n) =>
    fee({ raw: CUT_SHORT[n % CUT_SHORT.length] ?? '' }),
  );
  const ofProcessors = refusedOften(context, 'calls of unknown processors', 21, (n) =>
    fee({ ...plain, processor: `no-such-processor-${n}` }, { merchant }),
  );
  const fees = refusedOften(context, 'fee calls of unknown transactions', 26, (n) =>
    fee({ ...baseline, ...unknown(n) }),
  );
  const sales = refusedOften(context, 'sales of unknown transactions', 13, (n) =>
    sale(n % 2 === 0 ? unknown(n) : { mTxId: `{m${n}}` }),
  );
  const sold = sale(
    { sTxId: '{s1}', ...traits.saleExtras },
    {
      needs: 'sale/accepts-stxid',
      expects: { still: 'an accepted sale after sales of unknown transactions' },
    },
  );

  return [
    malformed,
    fees,
    ...(deployment.several === undefined ? [] : [ofProcessors]),
    [opened(baseline), ...sales, sold],
  ].map((calls) => ({ calls }));
}

const CUT_SHORT = ['{"amount":', '{"amount":100,"nicn":"424242"', '{"amount":100,}', '{amount:100}'];

function refusedOften(
  context: RuleContext,
  what: string,
  count: number,
  refused: (n: number) => ScriptCall,
): readonly ScriptCall[] {
  const calls = Array.from({ length: count }, (_, n): ScriptCall => ({ ...refused(n), mayBeLost: true }));

  return [...atOnce(calls), stillPriced(context, { still: `a fee for a valid call after ${count} ${what}` })];
}

/** Refused first calls, for another card and region, leave neither their card nor their `mTxId` to the valid one. */
function leavesNothing(context: RuleContext): Script {
  const { baseline } = context;
  const other = { ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0] };
  const lacking = ['nicn', 'region', 'amount'].map((field) => {
    const mayBeAccepted = `a first call without ${field} was accepted`;

    return fee({ ...other, [field]: undefined, mTxId: '{m1}' }, { mayBeLost: true, mayBeAccepted });
  });
  const what = 'after refused first calls the fee of a valid one,';
  const feeOf = { call: 1, what, alike: [lacking.length + 3] };

  return {
    calls: [
      // A fee may depend on whether there is an mTxId.
      opened({ ...baseline, mTxId: '{m2}' }),
      ...lacking,
      stillPriced(context, { still: EXPECTED, feeOf }, { mTxId: '{m1}' }),
      opened({ ...baseline, mTxId: '{m3}' }),
    ],
  };
}

/** A valid call in chunks, which a service may refuse, but not read in part. */
function readsChunks({ baseline, traits }: RuleContext): Script {
  const feeOf = { call: 1, what: 'for a body in chunks the same fee as for the whole,' };
  const chunked = fee(baseline, {
    variant: { framing: 'chunked' },
    concurrent: true,
    mayBeRefused: 'a call in chunks is refused',
    ...(traits.feesRepeat() && { expects: { feeOf } }),
  });

  return { calls: [opened(baseline), chunked] };
}

/** Any response to the body is fine, and so is a closed connection; only the next valid request counts. */
export const refusesOversizedBody = rule({
  id: 'robustness/refuses-oversized-body',
  section: '8',
  title: 'a valid request still gets its fee after a request with a body of a few MiB',
  tries: 'A body of 3 MiB between two valid calls.',
  fix: 'Limit the size of bodies. Refuse a larger one, or close its connection and no other.',
  lookAlikes: ['largest-body=any'],
  dependsOn: ['robustness/survives-malformed-input'],
  stage: 4,
  quickScripts: 0,
  scripts: (context) => [
    {
      calls: [
        opened(context.baseline),
        fee({ ...context.baseline, data: [MEBIBYTES] }, { mayBeLost: true }),
        stillPriced(context, {
          still: 'a fee for a valid call after one with a body of some MiB',
          feeOf: { call: 1, what: 'after a large body the same fee as before,' },
        }),
      ],
    },
  ],
});
