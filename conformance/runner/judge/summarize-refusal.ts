/** Says in a sentence what is refused, and what is accepted in its place. */
import type { Exchange } from '../../rule/exchange.ts';
import {
  call,
  editsOf,
  type Fields,
  fieldsOf,
  type IsRefused,
  type Refused,
  withoutIdentifiers,
} from './refused-call.ts';

/** Such as `8 calls at the same time: 2 answered 500`. */
export function summarizeCrowd(atOnce: readonly Exchange[]): string {
  const statuses = atOnce.flatMap(({ response, outcome }) =>
    outcome.kind === 'refused' && response.kind === 'answered' ? [response.status] : [],
  );
  const counts = [...new Set(statuses)].map(
    (status) => `${statuses.filter((one) => one === status).length} answered ${status}`,
  );

  return `${atOnce.length} calls at the same time: ${counts.join(', ')}; alone such a call is accepted`;
}

/**
 * Such as `2 calls: an update by mTxId, with region "US-AZ", is refused; with "85004" it is accepted`. Undefined where
 * nothing differs from a plain call: the cause lies elsewhere, such as in the calls before it.
 */
export async function summarize(
  refused: Refused,
  plain: Fields,
  isRefused: IsRefused,
): Promise<string | undefined> {
  const { calls, merchant, fields, isSale } = refused;
  const count = calls.length === 1 ? '1 call' : `${calls.length} calls`;
  const several = merchant === 'several' ? ' of the merchant with several processors' : '';
  const what = `${count}: ${nameCall(refused)}${several}`;
  const size = Buffer.byteLength(
    JSON.stringify(fieldsOf(calls.at(-1))).replaceAll(/\{[ms]\d+\}/g, ANY_IDENTIFIER),
  );
  if (
    !isSale &&
    size > LARGE &&
    (await isRefused([call('calculateFee', merchant, { raw: padded(plain, size) })]))
  )
    return `${count}: a body of ${size} bytes is refused, whatever it holds; a shorter one is accepted`;
  const edited = isSale ? { ...withoutIdentifiers(fieldsOf(calls[0])), ...fields } : fields;
  const edits = editsOf(edited, plain);
  if (edits.length === 0) return undefined;
  const named = edits.map((name) => {
    const value = JSON.stringify(edited[name]);

    return name === 'cardToken' || value.length > LONGEST_SHOWN ? name : `${name} ${value}`;
  });
  const values = edits.flatMap((name) => (name in plain ? [JSON.stringify(plain[name])] : []));
  const otherwise = values.length === edits.length ? `with ${values.join(' and ')}` : 'without';
  const of = isSale && edits.some((name) => name !== 'authCode') ? ' of a transaction' : '';

  return `${what}${of}, with ${named.join(' and ')}, is refused; ${otherwise} it is accepted`;
}

/** Characters of a value that a sentence shows. */
const LONGEST_SHOWN = 40;
/** As long as an identifier may be. */
const ANY_IDENTIFIER = 'x'.repeat(20);

function nameCall({ calls, isSale, isUpdate, by }: Refused): string {
  const how = by === 'both' ? 'both identifiers' : by;
  if (isSale) return `a sale by ${how}`;
  if (!isUpdate) return `a first call${by === undefined ? '' : ' with an mTxId'}`;

  return `${ORDINALS[calls.length - 3] ?? 'an'} update by ${how}`;
}

/** Of an update after others. */
const ORDINALS = ['a second', 'a third', 'a fourth'];

/** Bytes above which the size of a body may be what is refused. */
const LARGE = 150;

/** JSON as large as the refused call, with white space in place of its further fields. */
function padded(plain: Fields, size: number): string {
  const text = JSON.stringify(plain);

  return `{${' '.repeat(Math.max(0, size - text.length))}${text.slice(1)}`;
}
