/** A merchant with exactly one processor may leave out `processor`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../../rule/context.ts';
import { plainRequest, plainRequests } from '../../rule/patterns/values.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

export const optionalWithOne = rule({
  id: 'processor/optional-with-one',
  section: '2.1',
  level: 'must',
  title: 'with one processor, a call without processor gets the same fee as one that names it',
  tries:
    'The same call without processor, and with its MID or name. Fees are compared where the deployment ' +
    'repeats them.',
  fix:
    'Where the merchant has exactly one processor, use it for calls without processor, at the same prices ' +
    'as for calls that name it.',
  dependsOn: ['processor/accepts-mid-or-name', 'processor/mid-and-name-agree'],
  missing: ({ data: { processors } }) =>
    processors.length === 1
      ? undefined
      : "no deployment file names the merchant's only processor (merchants.one.processors)",
  scripts: (context) =>
    plainRequests(context).map((request, n) =>
      toScript({ request, by: n % 2 === 0 ? 'name' : 'mid' }, context),
    ),
  randomScripts: (context) =>
    fc
      .record({ request: plainRequest(context), by: fc.constantFrom('mid' as const, 'name' as const) })
      .map((value) => toScript(value, context)),
});

function toScript(
  { request, by }: { readonly request: FeeRequest; readonly by: 'mid' | 'name' },
  { data: { processors }, traits: { feesRepeat } }: RuleContext,
): Script {
  const feeOf = { call: 2, what: 'without processor the fee that naming it gets,' };
  const accepted = 'a fee for a call with the one processor named';

  return {
    calls: [
      fee(
        { ...request },
        { needs: 'fee-request/accepts-all-fields-at-once', ...(feesRepeat() ? { expects: { feeOf } } : {}) },
      ),
      fee({ ...request, processor: processors[0]?.[by] }, { expects: { accepted, edited: ['processor'] } }),
    ],
  };
}
