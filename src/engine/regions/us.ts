/** The only file that knows how a place in the United States may be written. */
import type { Region } from './region.ts';
import { ISO_STATES, MILITARY_STATES } from './us-states.ts';

export const UNITED_STATES = '840';

/** Each state under both of its forms, `AZ` and `US-AZ`: one region. */
const STATES: ReadonlyMap<string, Region> = new Map(
  [...ISO_STATES.flatMap((code) => [code, `US-${code}`]), ...MILITARY_STATES].map((form) => [
    form,
    { kind: 'state', country: UNITED_STATES, value: form.slice(-2) },
  ]),
);

const STATE = /^(?:US-)?[A-Z]{2}$/i;
const ZIP = /^([0-9]{5})(?:-[0-9]{4})?$/;

/** The region that a zip code, a zip+4, a state or an ISO code means, or nothing. */
export function usRegion(text: string): Region | undefined {
  if (STATE.test(text)) return STATES.get(text.toUpperCase());

  const zip = ZIP.exec(text)?.[1];
  return zip === undefined ? undefined : { kind: 'zip', country: UNITED_STATES, value: zip };
}

export const US_REGION_FORMS =
  'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ';
