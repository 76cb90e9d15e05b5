/** In the United States, region is a zip code, a state or an ISO state code. */
import { describeValue } from '../../../src/text/describe.ts';
import { isMasked } from '../../rule/client-fields.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation, unclear } from '../../rule/client-rule.ts';

export const regionHasADocumentedForm: ClientRule = {
  id: 'client-request/region-has-a-documented-form',
  section: '2.1',
  level: 'must',
  title: 'in the United States, region is a zip code, a two-letter state or an ISO state code',
  fix: 'Send five digits (keep the leading zeros: 02134), two letters, or US- and two letters. The name of a state or of a city is something else.',
  example: { wrong: '"region":"Arizona"', right: '"region":"AZ", "region":"US-AZ" or "region":"85004"' },

  observe(_, history) {
    const { source, call } = history;
    const { region } = call.fields;
    if (call.operation !== 'calculateFee' || typeof region !== 'string') return undefined;
    const isInUs = isHome(history);
    if (isInUs === false) return undefined;
    // Spaces around it are not part of a form, but a service may remove them.
    const isRefused = call.outcome.kind === 'refused';
    if (FORMS.test(isRefused ? region : region.trim())) return CLIENT_HOLDS;
    if (source === 'recording' && isMasked(region)) return undefined;

    return (isInUs === undefined ? unclear : clientViolation)(
      'a region such as 85004, AZ or US-AZ',
      describeValue(region, { name: 'region', longest: 30 }),
    );
  },
};

/** Zip, zip+4, state, or the ISO code of a state. Which states there are is the service's business. */
const FORMS = /^(?:[0-9]{5}(?:-?[0-9]{4})?|[a-z]{2}|[a-z]{2}-[a-z0-9]{1,3})$/i;

/** Whether the call is for the United States. An update may keep an earlier country; undefined if that was not seen. */
function isHome({
  call: { fields, sTxId, mTxId },
  isFirstCall,
  transaction,
  mayBeOlder,
}: ClientHistory): boolean | undefined {
  const { country } = fields;
  if (country !== undefined && country !== null) return country === '840';

  if (isFirstCall() === true) return true;
  const known = transaction();
  if (known?.isAbroad === true) return false;
  const isComplete = known?.isWhole === true || !mayBeOlder(sTxId ?? mTxId ?? '');

  return known !== undefined && isComplete ? true : undefined;
}
