/** Objecting to the opaque texts of a request: those of campaign and data, and authCode (section 8 bounds none). */
import { describeValue } from '../../text/describe.ts';
import { objecting } from './stations.ts';

export type OpaqueField = 'campaign' | 'data' | 'authCode';

export const OPAQUE_FIELDS: readonly OpaqueField[] = ['campaign', 'data', 'authCode'];

export function objectingToTexts(
  names: readonly OpaqueField[],
  expected: string,
  isFine: (text: string) => boolean,
) {
  return objecting((fields, operation) =>
    names
      .filter((name) => (name === 'authCode') === (operation === 'attachSale'))
      .flatMap((name) => textsOf(name, fields[name]))
      .filter(({ text }) => !isFine(text))
      .map(({ name, pointer, text }) => ({
        section: operation === 'calculateFee' ? '2.1' : '2.3',
        pointer,
        expected,
        got: describeValue(text, { name }),
      })),
  );
}

interface Opaque {
  readonly name: OpaqueField;
  readonly pointer: string;
  readonly text: string;
}

/** What is no text is refused by the contract. */
function textsOf(name: OpaqueField, value: unknown): readonly Opaque[] {
  if (typeof value === 'string' && name === 'authCode') return [{ name, pointer: `/${name}`, text: value }];
  if (!Array.isArray(value)) return [];

  return value.flatMap((text: unknown, place) =>
    typeof text === 'string' ? [{ name, pointer: `/${name}/${place}`, text }] : [],
  );
}

/** Refuses longer texts in these fields. @param most characters */
export function textsUpTo(names: readonly OpaqueField[], most: number) {
  return objectingToTexts(names, `at most ${most} characters`, (text) => [...text].length <= most);
}
