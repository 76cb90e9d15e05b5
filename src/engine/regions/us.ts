/** Parses regions of the United States: zip codes, states and ISO codes. */
import type { Region, Regions } from './region.ts';
import { ISO_STATES, POSTAL_STATES } from './us-states.ts';
import { zipState } from './zip-states.ts';

export const UNITED_STATES = '840';

/** Each state by all of its forms, such as `AZ`, `US-AZ`, `az` and `us-az`. */
const STATES: ReadonlyMap<string, Region> = new Map([
  ...ISO_STATES.flatMap((code) => formsOf(code, [code, `US-${code}`])),
  ...POSTAL_STATES.flatMap((code) => formsOf(code, [code])),
]);

const MIXED_CASE = /^(?:US-)?[A-Z]{2}$/i;
const ZIP = /^[0-9]{5}(?:-[0-9]{4})?$/;

export const unitedStates: Regions = {
  read: usRegion,
  forms: 'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ',
  states: [...ISO_STATES, ...POSTAL_STATES],
};

/** The region of a zip code, a zip+4, a state or an ISO code; undefined for other text. */
export function usRegion(text: string): Region | undefined {
  const state = STATES.get(text);
  if (state !== undefined) return state;

  if (ZIP.test(text)) {
    const zip = text.slice(0, 5);
    return { kind: 'zip', country: UNITED_STATES, state: zipState(zip), value: zip };
  }
  return MIXED_CASE.test(text) ? STATES.get(text.toUpperCase()) : undefined;
}

function formsOf(code: string, forms: readonly string[]): readonly (readonly [string, Region])[] {
  const region: Region = { kind: 'state', country: UNITED_STATES, state: code, value: code };
  return forms.flatMap((form) => [form, form.toLowerCase()]).map((form) => [form, region]);
}
