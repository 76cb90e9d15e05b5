/** Reads the section `multiPay` of a merchant file. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { MultiPay, Sharing } from '../sale.ts';

const SHARINGS = ['each', 'shared'] as const satisfies readonly Sharing[];

const fixedReader = wordReader(
  SHARINGS,
  'Whether each payment has the fixed parts of the fee in full, or a share of them.',
);
const capReader = wordReader(
  SHARINGS,
  'Whether each payment has a cap in US dollars in full, or a share of it.',
);

/** By default each part is priced separately. */
const SEPARATE: MultiPay = { fixed: 'each', cap: 'each' };

export function readMultiPay(multiPay: Parameters | undefined): MultiPay {
  if (multiPay === undefined) return SEPARATE;

  return {
    fixed: multiPay.valueOr('fixed', fixedReader, SEPARATE.fixed),
    cap: multiPay.valueOr('cap', capReader, SEPARATE.cap),
  };
}
