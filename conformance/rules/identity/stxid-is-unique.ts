/** Every first call opens a new transaction, even if its body equals that of another. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { reusedStxid } from '../../rule/observers.ts';
import { opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import type { Script } from '../../rule/script.ts';

export const stxidIsUnique = rule({
  id: 'identity/stxid-is-unique',
  section: '1.2',
  level: 'must',
  title: 'every first call gets an sTxId of its own',
  tries:
    'First calls with equal and with different bodies, one after another and up to twenty at the same time.',
  fix:
    'Create a new sTxId for each call that names no transaction, for example from a random source or a database ' +
    'sequence. It must be unique even for concurrent calls, so do not derive it from the request or the time alone.',
  lookAlikes: ['stxid-form=base64url'],
  scripts(context) {
    const { baseline, data, deployment } = context;
    const { optional } = data;
    const { merchant, plain } = senderOf(context, 'several');
    const { mTxId: _, processor: __, ...request } = { ...baseline, ...optional };

    return [
      firstCalls([baseline, baseline], false),
      firstCalls(
        Array.from({ length: 12 }, () => baseline),
        true,
      ),
      ...(deployment.several === undefined
        ? []
        : [
            firstCalls(
              [request, request].map((one) => ({ ...plain, ...one })),
              false,
              merchant,
            ),
          ]),
    ];
  },
  randomScripts: ({ data: { feeRequest } }) =>
    fc
      .record({ requests: fc.array(feeRequest, { minLength: 2, maxLength: 4 }), atOnce: fc.boolean() })
      .map(({ requests, atOnce }) => firstCalls(requests, atOnce)),

  judge(exchange, history) {
    const reused = reusedStxid(exchange, history);
    if (reused !== undefined)
      return reused.isMixUp ? undefined : violation('a different sTxId for each first call', ...reused.proof);

    return history.isFirstCall(exchange) && exchange.given !== undefined ? HOLDS : undefined;
  },
});

/** @param atOnce whether all are sent at the same time, or one after another */
function firstCalls(requests: readonly FeeRequest[], atOnce: boolean, merchant?: MerchantRole): Script {
  return {
    calls: requests.map((request, n) => ({
      ...opened(request, merchant),
      ...(atOnce && n > 0 ? { concurrent: true } : {}),
    })),
  };
}
