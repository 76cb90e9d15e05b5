/** Defects in updates: they open another transaction, or return another fee (sections 1.2 and 4.1). */
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import { addCents, changeResponse, type DefectGroup, defect } from './defect.ts';
import { forgetMTxIds } from './forgotten-transactions.ts';
import { alsoForSeveral, forSeveralOnly, inPosition, onlyIf } from './positions.ts';
import {
  changeMTxIds,
  keepField,
  reopen,
  takeFieldOfLastCall,
  takeFieldOfLastFirstCall,
} from './transactions.ts';

export const UPDATE_DEFECTS = {
  'identity/update-by-stxid-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by sTxId',
    () => reopen(({ by }) => by === 'sTxId'),
    {
      'with-campaign': defect('returns a new sTxId for an update by sTxId with campaign', () =>
        reopen(({ by }, { fields }) => by === 'sTxId' && 'campaign' in fields),
      ),
      'with-another-processor': defect(
        'returns a new sTxId for an update by sTxId with another processor',
        () => reopenForAnother('processor', 'sTxId'),
      ),
    },
  ),
  'identity/update-by-mtxid-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by mTxId',
    () => reopen(({ by }) => by === 'mTxId'),
    {
      'after-a-refused-sale': defect('forgets the mTxId of a transaction after a sale that it refused', () =>
        forgetMTxIds((_, { operation }, outcome) => operation === 'attachSale' && outcome === 'refused'),
      ),
      'names-of-object-properties': defect(
        'opens a transaction for each call with constructor, toString or the like as mTxId',
        () => {
          let calls = 0;

          return changeMTxIds((mTxId) => (mTxId in {} ? `${mTxId} ${++calls}` : mTxId));
        },
      ),
      'with-total-amount': defect('returns a new sTxId for an update by mTxId with totalAmount', () =>
        reopen(({ by }, { fields }) => by === 'mTxId' && 'totalAmount' in fields),
      ),
      'with-country-for-several': forSeveralOnly(
        'returns a new sTxId for an update by mTxId with country',
        () => reopen(({ by }, { fields }) => by === 'mTxId' && 'country' in fields),
      ),
      'with-another-processor': defect(
        'returns a new sTxId for an update by mTxId with another processor',
        () => reopenForAnother('processor', 'mTxId'),
      ),
    },
  ),
  'identity/update-by-both-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by both identifiers',
    () => reopen(({ by }) => by === 'both'),
    {
      'with-data': defect('returns a new sTxId for an update by both identifiers with data', () =>
        reopen(({ by }, { fields }) => by === 'both' && 'data' in fields),
      ),
      'with-card-token-for-several': forSeveralOnly(
        'returns a new sTxId for an update by both identifiers with cardToken',
        () => reopen(({ by }, { fields }) => by === 'both' && 'cardToken' in fields),
      ),
    },
  ),
  'identity/update-recalculates-fee': alsoForSeveral(
    'returns the fee of the first call for an update',
    keepFees,
    {
      'with-data': defect('returns the fee of the first call for an update with data', () =>
        onlyIf(({ data }) => data !== undefined, keepFees()),
      ),
      'of-another-card': defect('prices an update with the nicn of the first call', () => keepField('nicn')),
      'of-another-card-for-several': forSeveralOnly('prices an update with the nicn of the first call', () =>
        keepField('nicn'),
      ),
      'of-another-processor': defect('prices an update with the processor of the first call', () =>
        keepField('processor'),
      ),
      'of-another-region': defect(
        'adds 25 cents to the fee for 02134, and prices an update with the region of the first call',
        () => composeBehaviors([addCents(25, (fields) => fields['region'] === '02134'), keepField('region')]),
      ),
      'of-another-country': defect(
        'adds 25 cents to the fee abroad, and prices an update with the country of the first call',
        () =>
          composeBehaviors([addCents(25, ({ country = '840' }) => country !== '840'), keepField('country')]),
      ),
      'of-another-processor-by-name': defect(
        'adds 10 cents to the fee of an update that gives the processor by name',
        () =>
          inPosition(
            ({ by }) => by !== 'first',
            addCents(
              10,
              ({ processor }, { context: { merchant } }) =>
                merchant.processors.length > 1 && merchant.processors.some(({ name }) => name === processor),
            ),
          ),
      ),
      'processor-of-the-last-first-call': defect(
        'prices an update with the processor of the transaction opened last',
        () => takeFieldOfLastFirstCall('processor'),
      ),
      'card-of-the-last-call': defect('prices an update by mTxId with the nicn of the call before it', () =>
        takeFieldOfLastCall('nicn', 'mTxId'),
      ),
      'amount-of-the-last-call': defect(
        'prices an update by both identifiers with the amount of the call before it',
        () => onlyIf(({ amount }) => Number(amount) > 0, takeFieldOfLastCall('amount', 'both')),
      ),
    },
  ),
} satisfies Partial<DefectGroup<'identity'>>;

function reopenForAnother(field: string, by: 'sTxId' | 'mTxId'): Behavior {
  return reopen((position, { fields }) => position.by === by && fields[field] !== position.opening[field]);
}

function keepFees(): Behavior {
  const fees = new Map<unknown, unknown>();

  return changeResponse('calculateFee', (body) => {
    const { sTxId, transactionFee } = body;
    if (!fees.has(sTxId)) fees.set(sTxId, transactionFee);

    return { ...body, transactionFee: fees.get(sTxId) };
  });
}
