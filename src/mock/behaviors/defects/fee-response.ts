/** Defects in the response to a fee call (section 2.2). */
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import { addCents, changeResponse, type DefectGroup, defect } from './defect.ts';
import { alsoForSeveral, inPosition } from './positions.ts';

export const FEE_RESPONSE_DEFECTS = {
  'fee-response/is-json-object': defect('returns an array with the fee response in it', () =>
    changeResponse('calculateFee', (body) => [body]),
  ),
  'fee-response/has-transaction-fee-number': alsoForSeveral(
    'returns the fee as a string',
    () =>
      changeResponse('calculateFee', (body) => ({
        ...body,
        transactionFee: String(body['transactionFee']),
      })),
    {
      'after-a-sale': defect('returns the fee as a string for an update after a sale', () =>
        inPosition(
          ({ sales }) => sales > 0,
          changeResponse('calculateFee', (body) => ({
            ...body,
            transactionFee: String(body['transactionFee']),
          })),
        ),
      ),
    },
  ),
  'fee-response/has-stxid-string': defect(
    'returns a number as the sTxId of a fee call, and accepts that number later',
    numberTransactions,
  ),
  'fee-response/has-message-ok': {
    summary: 'returns the message OK in capitals',
    create: () => changeResponse('calculateFee', (body) => ({ ...body, message: 'OK' })),
    variants: {
      'on-updates-by-both': defect('returns the message updated for an update by both identifiers', () =>
        inPosition(
          ({ by }) => by === 'both',
          changeResponse('calculateFee', (body) => ({ ...body, message: 'updated' })),
        ),
      ),
    },
  },
  'fee-response/fee-is-not-negative': defect(
    'subtracts a dollar from the fee for amounts up to a dollar',
    () => addCents(-100, ({ amount }) => Number(amount) <= 1),
  ),
  'fee-response/fee-has-cents': defect('adds a tenth of a cent to every fee', () =>
    changeResponse('calculateFee', (body) => ({
      ...body,
      transactionFee: Math.round(Number(body['transactionFee']) * 1000 + 1) / 1000,
    })),
  ),
  'fee-response/same-request-same-fee': defect('adds a cent to every second fee', () => {
    let count = 0;

    return addCents(1, () => count++ % 2 === 1);
  }),
} satisfies DefectGroup<'fee-response'>;

function numberTransactions(): Behavior {
  const sTxIds = new Map<string, string>();

  return composeBehaviors([
    changeResponse('calculateFee', (body) => {
      const sTxId = String(body['sTxId']);
      const number = Number.parseInt(sTxId.slice(0, 12), 16);
      sTxIds.set(String(number), sTxId);

      return { ...body, sTxId: number };
    }),
    {
      validate: (violations, { fields }) =>
        violations.filter(({ pointer }) => pointer !== '/sTxId' || typeof fields['sTxId'] !== 'number'),
      handle(fields, next) {
        const sTxId = sTxIds.get(String(fields['sTxId']));

        return next(sTxId === undefined ? fields : { ...fields, sTxId });
      },
    },
  ]);
}
