/** The header Prefer, as far as a sampled answer can be preferred: `code=422`, `example=no-fee`, `dynamic=true`. */
import { describeGot } from '../contract/got.ts';
import type { Violation } from '../contract/types.ts';

export interface Preference {
  /** HTTP status. */
  readonly code?: number;
  /** Name of an example of the contract. */
  readonly example?: string;
  /** Whether the answer is generated from its schema, anew each time. */
  readonly dynamic?: boolean;
}

export type ReadPreference =
  | { readonly kind: 'preference'; readonly preference: Preference }
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly violation: Violation };

const ENTRY = /(?:^|[,;])\s*(code|example|dynamic)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/gi;

export function readPreference(prefer: string | string[] | undefined): ReadPreference {
  const wanted = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of String(prefer ?? '').matchAll(ENTRY)) {
    wanted.set(name.toLowerCase(), quoted ?? plain);
  }
  if (wanted.size === 0) return { kind: 'none' };
  const code = wanted.get('code');
  const example = wanted.get('example');
  const dynamic = wanted.get('dynamic');
  // Below 200 an answer is only announced: the client would wait for the rest.
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return malformed('code=', 'a status from 200 to 599', code);
  if (dynamic !== undefined && !/^(?:true|false)$/.test(dynamic))
    return malformed('dynamic=', 'true or false', dynamic);

  return {
    kind: 'preference',
    preference: {
      ...(code === undefined ? {} : { code: Number(code) }),
      ...(example === undefined ? {} : { example }),
      ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    },
  };
}

function malformed(what: string, expected: string, got: string): ReadPreference {
  return {
    kind: 'malformed',
    violation: {
      section: '5',
      pointer: 'header Prefer',
      expected: `${what} with ${expected}`,
      got: describeGot(got),
    },
  };
}
