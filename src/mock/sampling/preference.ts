/** Reads the header Prefer: `code=422`, `example=no-fee`, `dynamic=true`. */
import type { Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';

export interface Preference {
  /** HTTP status. */
  readonly code?: number;
  /** Name of an example of the contract. */
  readonly example?: string;
  /** Whether the response is generated from its schema, with other values each time. */
  readonly dynamic?: boolean;
}

type ReadPreference =
  | { readonly kind: 'preference'; readonly preference: Preference }
  | { readonly kind: 'malformed'; readonly violation: Violation };

/** A name alone, or with a value, quoted or not (RFC 7240, section 2). */
const ENTRY = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]*)))?/g;

const NAMES = ['code', 'example', 'dynamic'] as const;

type Wanted = { readonly [Name in (typeof NAMES)[number]]?: string };

export function readPreference(prefer: string | string[] | undefined): ReadPreference {
  const { code, example, dynamic } = entriesOf(String(prefer ?? ''));
  // A client waits for the final response after a status below 200.
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return malformed('code= with a status from 200 to 599', code);
  if (example === '') return malformed('example= with the name of an example of the contract', example);
  if (dynamic !== undefined && !/^(?:true|false)$/.test(dynamic))
    return malformed('dynamic= with true or false', dynamic);
  if (example !== undefined && dynamic === 'true')
    return malformed('either example= or dynamic=true', `example=${example}, dynamic=true`);

  return {
    kind: 'preference',
    preference: {
      ...(code === undefined ? {} : { code: Number(code) }),
      ...(example === undefined ? {} : { example }),
      ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    },
  };
}

/** The first of several values counts, and other preferences are ignored (RFC 7240, section 2). */
function entriesOf(prefer: string): Wanted {
  const wanted: { -readonly [Name in keyof Wanted]: Wanted[Name] } = {};
  for (const [, name = '', quoted, plain = ''] of prefer.matchAll(ENTRY)) {
    const known = NAMES.find((candidate) => candidate === name.toLowerCase());
    if (known !== undefined) wanted[known] ??= quoted ?? plain;
  }

  return wanted;
}

function malformed(expected: string, got: string): ReadPreference {
  return {
    kind: 'malformed',
    violation: { section: '5', pointer: 'header Prefer', expected, got: describeValue(got) },
  };
}
