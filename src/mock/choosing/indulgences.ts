/** Reading a request that lacks or has what many clients leave out or send, as the right one that was meant. */
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/types.ts';
import { countryNumber } from '../../engine/regions/country-codes.ts';
import type { Visit } from '../check.ts';
import type { Fields } from './choice.ts';
import { isOptional } from './request-fields.ts';

export type Indulgence = (visit: Visit, operation: OperationId) => Visit;

/** Only where the header is missing: what it says is never read as something else. */
export function withRequestedWith(visit: Visit): Visit {
  const { headers } = visit;

  return headers['x-requested-with'] === undefined
    ? { ...visit, headers: { ...headers, 'x-requested-with': REQUIRED_HEADERS['x-requested-with'] } }
    : visit;
}

/** As if an optional field that is null were not there. */
export function withoutNulls(visit: Visit, operation: OperationId): Visit {
  return mapFields(visit, (fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => value !== null || !isOptional(name, operation)),
    ),
  );
}

/** A country by two or three letters is the one of that code. */
export function withCountryNumber(visit: Visit): Visit {
  return mapFields(visit, (fields) => {
    const { country } = fields;
    const number = typeof country === 'string' ? countryNumber(country) : undefined;

    return number === undefined ? fields : { ...fields, country: number };
  });
}

/** As `toFixed(2)` writes a number: public clients send that, and no other string is known of them. */
const DOLLARS_AND_CENTS = /^[0-9]{1,15}\.[0-9]{2}$/;

/** An amount in quotes is the number that it shows. */
export function withAmountNumbers(visit: Visit, operation: OperationId): Visit {
  if (operation !== 'calculateFee') return visit;

  return mapFields(visit, (fields) => ({
    ...fields,
    ...numberIn(fields, 'amount'),
    ...numberIn(fields, 'totalAmount'),
  }));
}

function numberIn(fields: Fields, name: string): Fields {
  const text = fields[name];

  return typeof text === 'string' && DOLLARS_AND_CENTS.test(text) ? { [name]: Number(text) } : {};
}

/** At the sale, an mTxId that is a number is its digits. */
export function withMtxidText(visit: Visit, operation: OperationId): Visit {
  return mapFields(visit, (fields) => {
    const { mTxId } = fields;

    return operation === 'attachSale' && Number.isSafeInteger(mTxId)
      ? { ...fields, mTxId: String(mTxId) }
      : fields;
  });
}

function mapFields(visit: Visit, map: (fields: Fields) => Fields): Visit {
  const { body } = visit;
  const isFields = typeof body === 'object' && body !== null && !Array.isArray(body);

  return isFields ? { ...visit, body: map(body as Fields) } : visit;
}
