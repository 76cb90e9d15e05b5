/** From what a line comes to, to what goes over the wire. */
import type { Choices } from '../contract/choices.ts';
import type { Violation } from '../contract/types.ts';
import { READABLE_BY_PAGES } from './cors.ts';
import type { Outcome } from './handler.ts';
import type { Mishap } from './mishap.ts';
import { PROBLEM_TYPE, toProblem } from './problem.ts';
import { REFUSALS, type Refusal } from './refusal.ts';
import type { Sampled } from './sample.ts';

export interface Rendered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  /** The choices that shaped it and are not the mock's own, where the mock was told to make any. */
  readonly choices?: Choices;
  /** What the request broke and was answered in spite of. */
  readonly overlooked?: readonly Violation[];
  /** What it says in its own words, where it is one. */
  readonly refusal?: Refusal;
  /** Where it is not simply sent. */
  readonly mishap?: Mishap;
}

/** An answer that writes itself. */
export interface Written {
  readonly kind: 'written';
  readonly write: (requestId: string) => Rendered;
}

const JSON_TYPE = 'application/json';

/** Every answer says which request it answers. */
export function render(outcome: Outcome<unknown> | Sampled | Written, requestId: string): Rendered {
  switch (outcome.kind) {
    case 'accepted':
      return {
        status: 200,
        headers: { 'content-type': JSON_TYPE, ...READABLE_BY_PAGES, 'request-id': requestId },
        text: JSON.stringify(outcome.body),
      };
    case 'sampled':
      return {
        status: outcome.status,
        headers: { ...outcome.headers, ...READABLE_BY_PAGES, 'request-id': requestId },
        text: outcome.text,
      };
    case 'written':
      return outcome.write(requestId);
    case 'refused':
      return {
        status: REFUSALS[outcome.code].status,
        headers: {
          ...outcome.headers,
          ...READABLE_BY_PAGES,
          'content-type': PROBLEM_TYPE,
          'request-id': requestId,
        },
        text: JSON.stringify(toProblem(outcome, requestId)),
        refusal: outcome,
      };
  }
}

/** The length of a body, for answers that can have one (RFC 9110, section 8.6). */
export function lengthOf(status: number, text: string): { readonly 'content-length'?: number } {
  return status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(text) };
}
