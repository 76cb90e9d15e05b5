/** Defects in how the mock treats the region (section 2.1). */
import { addCents, type DefectGroup, defect, refuseFees, repairFeeCall } from './defect.ts';
import { alsoForSeveral, forSeveralOnly, onUpdates } from './positions.ts';

const ISO_STATE_CODE = /^[a-z]{2}-/i;

export const REGION_DEFECTS = {
  'region/accepts-zip-code': {
    summary: 'refuses zip codes',
    create: () => refuseFees('region', ({ region }) => /^\d/.test(String(region))),
    variants: {
      'with-a-leading-zero': defect('refuses zip codes that begin with 0', () =>
        refuseFees('region', ({ region }) => /^0/.test(String(region))),
      ),
      'with-a-leading-zero-on-updates-by-mtxid': onUpdates(
        'refuses zip codes that begin with 0',
        'mTxId',
        () => refuseFees('region', ({ region }) => /^0/.test(String(region))),
      ),
      'with-a-leading-zero-for-several': forSeveralOnly('refuses zip codes that begin with 0', () =>
        refuseFees('region', ({ region }) => /^0/.test(String(region))),
      ),
    },
  },
  'region/accepts-two-letter-state': alsoForSeveral('refuses two-letter states', () =>
    refuseFees('region', ({ region }) => /^[a-z]{2}$/i.test(String(region))),
  ),
  'region/accepts-iso-state-code': alsoForSeveral(
    'refuses ISO state codes',
    () => refuseFees('region', ({ region }) => ISO_STATE_CODE.test(String(region))),
    {
      'on-updates-by-stxid': onUpdates('refuses ISO state codes', 'sTxId', () =>
        refuseFees('region', ({ region }) => ISO_STATE_CODE.test(String(region))),
      ),
    },
  ),
  'region/refuses-unknown': defect('treats an unknown region as Arizona', () =>
    repairFeeCall('unknown-region', () => ({ region: 'AZ' })),
  ),
  'region/forms-agree': defect('adds 10 cents to the fee for an ISO state code', () =>
    addCents(10, ({ region }) => ISO_STATE_CODE.test(String(region))),
  ),
} satisfies DefectGroup<'region'>;
