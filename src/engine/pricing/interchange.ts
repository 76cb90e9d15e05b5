/** The interchange table of a merchant file: a price for each card prefix, and one for every other card. */
import type { Parameters } from '../merchants/parameters.ts';
import { fixed, type Part, share } from './terms.ts';

export interface Interchange {
  readonly rows: readonly { readonly prefix: string; readonly parts: readonly Part[] }[];
  readonly otherwise: readonly Part[];
}

export function readInterchange(parameters: Parameters): Interchange {
  const otherwise = readParts(parameters.mapping('default'), 'cards that no row is for');
  const rows = parameters.list('rows').map((row) => {
    const prefix = row.cardPrefix('prefix');
    return { row, prefix, parts: readParts(row, `cards that begin with ${prefix}`) };
  });

  rows.forEach(({ row, prefix }, at) => {
    if (prefix !== '' && rows.findIndex((other) => other.prefix === prefix) < at) {
      row.reject('prefix', 'a prefix that no row above has', prefix);
    }
  });

  return { rows, otherwise };
}

function readParts(row: Parameters, why: string): readonly Part[] {
  return [
    share('interchange share', row.percent('percent'), why),
    fixed('interchange fixed', row.usd('fixed'), why),
  ];
}
