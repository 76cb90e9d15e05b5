/** How many texts campaign and data may have each. */
import { asEver, choice } from '../choosing/choice.ts';
import { objecting } from '../choosing/stations.ts';

export const mostTexts = choice('most-texts', {
  any: asEver,
  '20': upTo(20),
  '10': upTo(10),
  '5': upTo(5),
});

function upTo(most: number) {
  return objecting((fields, operation) =>
    (['campaign', 'data'] as const).flatMap((name) => {
      const texts = operation === 'calculateFee' ? fields[name] : undefined;

      return Array.isArray(texts) && texts.length > most
        ? [{ section: '2.1', pointer: `/${name}`, expected: `at most ${most} texts`, got: `${texts.length}` }]
        : [];
    }),
  );
}
