/** The rules on single values of a fee call: nicn, region, country, processor and amounts. */
import type { Call } from '../../../src/exchange/call.ts';
import { describeValue } from '../../../src/text/describe.ts';
import { hasWholeCents } from '../../rule/arbitraries/amount.ts';
import {
  CLIENT_HOLDS,
  type ClientHistory,
  clientRule,
  clientViolation,
  isMasked,
  unclear,
} from '../../rule/client-rule.ts';

export const nicnIs6To8Digits = clientRule({
  id: 'client-request/nicn-is-6-to-8-digits',
  section: '1.4, 2.1, 8',
  title: 'nicn consists of 6 to 8 digits',
  fix: 'Send the first 6 to 8 digits of the card number, without spaces, and never the whole number.',
  example: { wrong: '"nicn":"4242 4242"', right: '"nicn":"42424242"' },

  judge(call, { mayLeaveOut }) {
    const { nicn } = call.fields;
    if (call.operation !== 'calculateFee') return undefined;
    // A shorter number may have lost its leading zeros: what is wrong with it is its type.
    const isLong = typeof nicn === 'number' && /^[0-9]{9,}$/.test(String(nicn));
    if (typeof nicn !== 'string' && !isLong) return undefined;
    if (typeof nicn === 'string' && /^[0-9]{6,8}$/.test(nicn)) return CLIENT_HOLDS;
    if (mayLeaveOut(call) && isMasked(nicn)) return undefined;

    return clientViolation('a nicn of 6 to 8 digits', describeValue(nicn, { name: 'nicn' }));
  },
});

export const regionHasADocumentedForm = clientRule({
  id: 'client-request/region-has-a-documented-form',
  section: '2.1',
  title: 'in the United States, region is a zip code, a two-letter state or an ISO state code',
  fix: 'Send five digits (keep the leading zeros: 02134), two letters, or US- and two letters. The name of a state or of a city is something else.',
  example: { wrong: '"region":"Arizona"', right: '"region":"AZ", "region":"US-AZ" or "region":"85004"' },

  judge(call, history) {
    const { region } = call.fields;
    if (call.operation !== 'calculateFee' || typeof region !== 'string') return undefined;
    const isInUs = isHome(call, history);
    if (isInUs === false) return undefined;
    // Spaces around it are not part of a form, but a service may remove them.
    const isRefused = call.outcome.kind === 'refused';
    if (FORMS.test(isRefused ? region : region.trim())) return CLIENT_HOLDS;
    if (history.mayLeaveOut(call) && isMasked(region)) return undefined;

    return (isInUs === undefined ? unclear : clientViolation)(
      'a region such as 85004, AZ or US-AZ',
      describeValue(region, { name: 'region', longest: 30 }),
    );
  },
});

/** Zip, zip+4, state, or the ISO code of a state. Which states there are is the service's business. */
const FORMS = /^(?:[0-9]{5}(?:-?[0-9]{4})?|[a-z]{2}|[a-z]{2}-[a-z0-9]{1,3})$/i;

/** Whether the call is for the United States. An update may keep an earlier country; undefined if that was not seen. */
function isHome(call: Call, { isFirstCall, transactionOf, mayBeOlder }: ClientHistory): boolean | undefined {
  const { fields, sTxId, mTxId } = call;
  const { country } = fields;
  if (country !== undefined && country !== null) return country === '840';

  if (isFirstCall(call) === true) return true;
  const known = transactionOf(call);
  if (known?.isAbroad === true) return false;
  const isComplete = known?.isWhole === true || !mayBeOlder(sTxId ?? mTxId ?? '');

  return known !== undefined && isComplete ? true : undefined;
}

export const countryIsIsoNumeric = clientRule({
  id: 'client-request/country-is-iso-numeric',
  section: '2.1',
  title: 'country is an ISO 3166-1 numeric code of three digits',
  fix: 'Send the numeric code as a string of three digits, such as 840, 124 or 036, or leave country out for the United States.',
  example: { wrong: '"country":"US"', right: '"country":"840"' },

  judge(call, { mayLeaveOut }) {
    const { country } = call.fields;
    if (call.operation !== 'calculateFee' || typeof country !== 'string') return undefined;
    if (/^[0-9]{3}$/.test(country)) return CLIENT_HOLDS;
    if (mayLeaveOut(call) && isMasked(country)) return undefined;

    return clientViolation('a country of three digits, such as 840', describeValue(country, { longest: 30 }));
  },
});

export const namesProcessorWithSeveral = clientRule({
  id: 'client-request/names-processor-with-several',
  section: '2.1',
  title: 'a first fee call of a merchant with several processors names one of them',
  fix: 'Send processor with the MID or the name of the processor that will charge the card.',
  example: { wrong: '{"amount":100,…}', right: '{"amount":100,…,"processor":"700100"}' },

  judge(call, { isFirstCall, hasSeveralProcessors }) {
    const { body, fields, mTxId, outcome, merchant } = call;
    const isFirst = isFirstCall(call);
    if (body !== 'object' || isFirst === false) return undefined;
    if (hasSeveralProcessors(merchant) !== true) return undefined;
    const { processor } = fields;
    if (processor !== undefined && processor !== null && processor !== '') return CLIENT_HOLDS;
    // The service knows the mTxId, so that this is an update.
    if (mTxId !== undefined && outcome.kind === 'accepted') return undefined;

    return (isFirst === undefined ? unclear : clientViolation)(
      'the processor, since the merchant has several',
      processor === '' ? 'an empty text' : 'none',
    );
  },
});

export const partIsWithinTotal = clientRule({
  id: 'client-request/part-is-within-total',
  section: '2.1',
  title: 'amount is at most totalAmount',
  fix: 'Send in amount what this card pays, and in totalAmount the total of all cards.',
  example: { wrong: '"amount":100,"totalAmount":60', right: '"amount":60,"totalAmount":100' },

  judge({ operation, fields }) {
    const { amount, totalAmount } = fields;
    if (operation !== 'calculateFee' || typeof amount !== 'number' || typeof totalAmount !== 'number')
      return undefined;
    if (!(inCents(amount) > inCents(totalAmount))) return CLIENT_HOLDS;

    return clientViolation('an amount of at most totalAmount', `${amount} of ${totalAmount}`);
  },
});

/** A sum of binary fractions may be off by less than a cent. */
function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export const amountHasWholeCents = clientRule({
  id: 'client-request/amount-has-whole-cents',
  section: '2.1',
  title: 'amount and totalAmount have whole cents, without the noise of binary fractions',
  fix: 'Calculate in cents and divide by 100 at the end, use decimals, or round to cents before you send an amount.',
  example: { wrong: '"amount":107.97999999999999', right: '"amount":107.98' },

  judge({ operation, fields }) {
    const { amount, totalAmount } = fields;
    if (operation !== 'calculateFee' || (typeof amount !== 'number' && typeof totalAmount !== 'number'))
      return undefined;

    return noiseIn('amount', amount) ?? noiseIn('totalAmount', totalAmount) ?? CLIENT_HOLDS;
  },
});

function noiseIn(name: string, value: unknown) {
  // The first test is quick, and right for nearly all amounts.
  if (typeof value !== 'number' || Math.round(value * 100) / 100 === value) return undefined;
  if (!Number.isFinite(value) || hasWholeCents(value)) return undefined;

  // The digits themselves would be masked as those of a card may be.
  const decimals = String(value).split('.')[1]?.length ?? 0;

  return clientViolation(`${name} in whole cents, such as ${value.toFixed(2)}`, `${decimals} decimals`);
}
