/** Defects in how the mock treats the nicn (section 2.1). */

import type { Behavior } from '../../behavior.ts';
import { type DefectGroup, defect, overlook, refuseFees } from './defect.ts';
import {
  alsoForSeveral,
  alsoInEachPosition,
  forSeveralOnly,
  inPosition,
  onlyIf,
  onUpdates,
} from './positions.ts';

export const NICN_DEFECTS = {
  'nicn/accepts-6-to-8-digits': alsoForSeveral('refuses an nicn of seven digits', refuseSevenDigits, {
    'on-updates-by-both': onUpdates('refuses an nicn of seven digits', 'both', refuseSevenDigits),
  }),
  'nicn/refuses-fewer-than-6-digits': alsoInEachPosition(
    'accepts an nicn that is too short',
    () => overlook('nicn/refuses-fewer-than-6-digits'),
    {
      'none-for-several': forSeveralOnly('accepts an empty nicn', () =>
        onlyIf(({ nicn }) => nicn === '', overlook('nicn/refuses-fewer-than-6-digits')),
      ),
      'in-an-update-with-a-new-mtxid': defect(
        'accepts an nicn that is too short in an update that gives the transaction an mTxId',
        () => inLateUpdates(overlook('nicn/refuses-fewer-than-6-digits')),
      ),
    },
  ),
  'nicn/refuses-more-than-8-digits': alsoInEachPosition(
    'accepts an nicn that is too long',
    () => overlook('nicn/refuses-more-than-8-digits'),
    {
      'for-iso-codes': defect('accepts an nicn that is too long with an ISO code as region', () =>
        onlyIf(({ region }) => /^US-/.test(String(region)), overlook('nicn/refuses-more-than-8-digits')),
      ),
    },
  ),
  'nicn/refuses-non-digits': alsoInEachPosition(
    'accepts an nicn with other characters than digits',
    () => overlook('nicn/refuses-non-digits'),
    {
      'letter-in-a-first-call-with-mtxid': defect(
        'accepts an nicn with letters in a first call with an mTxId',
        () =>
          onlyIf(
            ({ nicn, sTxId, mTxId }) =>
              sTxId === undefined && mTxId !== undefined && /^\d+[a-z]$/.test(String(nicn)),
            overlook('nicn/refuses-non-digits'),
          ),
      ),
      'with-a-space': defect('accepts an nicn of eight characters with a space in it', () =>
        onlyIf(({ nicn }) => /^\d{4} \d{3}$/.test(String(nicn)), overlook('nicn/refuses-non-digits')),
      ),
    },
  ),
  'nicn/never-echoes-card-number': defect('repeats the received nicn in its refusals', () => ({
    validate: (violations, { fields: { nicn } }) =>
      violations.map((violation) =>
        violation.pointer === '/nicn' && nicn !== undefined
          ? { ...violation, got: JSON.stringify(nicn) }
          : violation,
      ),
  })),
} satisfies DefectGroup<'nicn'>;

/** In updates by sTxId with an mTxId that the first call did not have. */
function inLateUpdates(behavior: Behavior): Behavior {
  return inPosition(({ by, opening }) => by === 'both' && opening['mTxId'] === undefined, behavior);
}

function refuseSevenDigits() {
  return refuseFees('nicn', ({ nicn }) => String(nicn).length === 7);
}
