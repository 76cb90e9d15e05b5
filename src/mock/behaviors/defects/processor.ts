/** Defects in how the mock treats the processor (section 2.1). */
import type { Call, Fields } from '../../request.ts';
import { addCents, changeFeeCall, type DefectGroup, defect, refuseFees, repairFeeCall } from './defect.ts';
import { onUpdates } from './positions.ts';

export const PROCESSOR_DEFECTS = {
  'processor/optional-with-one': defect(
    'adds 10 cents to the fee if a merchant with one processor names it',
    () =>
      addCents(
        10,
        ({ processor }, { context: { merchant } }) =>
          processor !== undefined && merchant.processors.length === 1,
      ),
  ),
  'processor/required-with-several': defect(
    'uses the first of several processors if a fee call names none',
    () =>
      changeFeeCall((fields, { context: { merchant } }) => ({
        processor: merchant.processors[0]?.mid,
        ...fields,
      })),
  ),
  'processor/accepts-mid-or-name': {
    summary: 'refuses the name of a processor',
    create: () => refuseFees('processor', isByName),
    variants: {
      'mid-on-updates-by-stxid': onUpdates('refuses the MID of a processor', 'sTxId', () =>
        refuseFees(
          'processor',
          ({ processor }, call) => processor !== undefined && !isByName({ processor }, call),
        ),
      ),
    },
  },
  'processor/mid-and-name-agree': defect('adds 10 cents to the fee if the processor is given by name', () =>
    addCents(10, isByName),
  ),
  'processor/refuses-unknown': defect('replaces an unknown processor by the first one of the merchant', () =>
    repairFeeCall('unknown-processor', ({ processors }) => ({ processor: processors[0]?.mid })),
  ),
} satisfies DefectGroup<'processor'>;

function isByName({ processor }: Fields, { context: { merchant } }: Call): boolean {
  return merchant.processors.some(({ name }) => name === processor);
}
