/** Which requests of the journal are meant: the parameters of the query, all of which have to fit. */
import { MUST_RULES, SHOULD_RULES } from '../../contract/rule-ids.ts';
import { placeOf } from '../journal/entry.ts';
import type { Noted } from '../journal/noted.ts';
import { bodyOf, memberOf } from '../journal/raw.ts';
import { parametersOf, Unusable } from './unusable.ts';

const FILTERS = ['path', 'method', 'status', 'merchant', 'rule', 'body.FIELD'] as const;

export type Fits = (noted: Noted) => boolean;

/** @throws Unusable */
export function readFilter(query: URLSearchParams, others: readonly string[]): Fits {
  parametersOf(query, [...FILTERS, ...others]);
  const fits = [...query].flatMap(([name, value]) => filterBy(name, value) ?? []);

  return (noted) => fits.every((isFitting) => isFitting(noted));
}

function filterBy(name: string, value: string): Fits | undefined {
  switch (name) {
    case 'path':
      return ({ asked }) => placeOf(asked).path === value;
    case 'method':
      return ({ asked }) => asked.method === value.toUpperCase();
    case 'status':
      return byStatus(value);
    case 'merchant':
      return ({ asked }) => asked.merchant === value;
    case 'rule':
      return byRule(value);
    default:
      return name.startsWith('body.') ? byField(name.slice('body.'.length), value) : undefined;
  }
}

function byStatus(value: string): Fits {
  if (/^[1-5]xx$/i.test(value)) return ({ rendered }) => String(rendered.status)[0] === value[0];
  if (/^[1-5]\d\d$/.test(value)) return ({ rendered }) => String(rendered.status) === value;
  throw new Unusable('the query, status', 'a status such as 422, or 4xx', value);
}

function byRule(value: string): Fits {
  if (![...MUST_RULES, ...SHOULD_RULES].some((id) => id === value)) {
    throw new Unusable('the query, rule', 'the id of a rule, as tollgate rules lists them', value);
  }

  return ({ rendered: { refusal, overlooked = [] } }) =>
    [...(refusal?.violations ?? []), ...overlooked].some(({ rule }) => rule === value);
}

function byField(field: string, value: string): Fits {
  return (noted) => {
    const got = memberOf(bodyOf(noted), field);

    return (typeof got === 'string' ? got : JSON.stringify(got)) === value;
  };
}
