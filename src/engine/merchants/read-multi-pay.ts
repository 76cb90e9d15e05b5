/** How a merchant file says what the parts of one total pay. */

import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { MultiPay, Sharing } from '../sale.ts';

const SHARINGS = ['each', 'shared'] as const satisfies readonly Sharing[];

const fixedReader = wordReader(
  SHARINGS,
  'Whether each part pays the fixed parts in full, or its share of them.',
);
const capReader = wordReader(
  SHARINGS,
  'Whether each part has a cap in US dollars to itself, or its share of it.',
);

/** Where nothing is said a part is priced as if it came alone. */
const EACH_ALONE: MultiPay = { fixed: 'each', cap: 'each' };

export function readMultiPay(multiPay: Parameters | undefined): MultiPay {
  if (multiPay === undefined) return EACH_ALONE;

  return {
    fixed: multiPay.valueOr('fixed', fixedReader, EACH_ALONE.fixed),
    cap: multiPay.valueOr('cap', capReader, EACH_ALONE.cap),
  };
}
