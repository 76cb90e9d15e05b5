/**
 * A processor that the merchant does not have is refused. Tried only with several processors: where there is one, the
 * document can be read as using it whatever the call names.
 */
import type { RuleContext } from '../../rule/context.ts';
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { refuses } from '../../rule/patterns/refuses.ts';
import { needsSeveralProcessors } from '../../rule/patterns/values.ts';
import { fee, type Script } from '../../rule/script.ts';

/** Neither MIDs nor names, not even of a processor that the deployment file omits. */
const UNKNOWN_PROCESSORS = ['no-such-processor', '', '!!'];

export const refusesUnknownProcessor = refuses({
  id: 'processor/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a processor that the merchant does not have is refused',
  tries:
    'Texts that are neither a MID nor a name, as the merchant with several processors; and near misses of a MID: with ' +
    'a zero in front, with `.0`, cut short, in another case; and a name cut short.',
  fix:
    "Compare processors as whole strings. Refuse a processor that is neither the MID nor the name of one of the merchant's processors, including " +
    'the empty text. Do not use another processor instead.',
  dependsOn: ['processor/accepts-mid-or-name', 'processor/required-with-several'],
  merchant: 'several',
  missing: needsSeveralProcessors,
  judge(exchange, history) {
    const processor = exchange.fields?.['processor'];
    if (!isFeeCall(exchange) || typeof processor !== 'string' || !UNKNOWN_PROCESSORS.includes(processor))
      return undefined;
    if ((history.processors(exchange) ?? 0) < 2) return undefined;

    return expectRefusal(exchange, `a fee call with the processor ${JSON.stringify(processor)}`);
  },
  edits: () => UNKNOWN_PROCESSORS.map((processor) => ({ processor })),
  placed: (context) => [nearMisses(context)],
});

/** Texts that a comparison of numbers, prefixes or without regard to case takes for a MID or a name. */
function nearMisses({ baseline, data: { processors } }: RuleContext): Script {
  const known = processors.flatMap(({ mid, name }) => [mid, name]);
  const [mid = '', name = ''] = known;
  const near = [
    `0${mid}`,
    `${mid}.0`,
    mid.slice(0, -1),
    mid.toLowerCase(),
    mid.toUpperCase(),
    name.slice(0, -1),
  ];
  const call = (processor: string, more: object) =>
    fee({ ...baseline, processor }, { merchant: 'several', ...more });

  return {
    calls: [
      call(mid, { needs: 'processor/accepts-mid-or-name' }),
      ...near
        .filter((one) => one !== '' && !known.includes(one))
        .map((one) => {
          const refused = `a refusal of a fee call with the processor ${JSON.stringify(one)}, which is like the MID ${mid} and the name ${name}`;

          return call(one, { concurrent: true, expects: { refused, edited: ['processor'] } });
        }),
    ],
  };
}
