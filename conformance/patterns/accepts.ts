/** The rules that ask for acceptance: each case is one fee call that must be accepted. */
import type fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted } from '../expect.ts';
import { property, type Rule, type RuleHead, type Sightings } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';

interface AcceptsSpec extends RuleHead {
  /** What the request shows, such as `a whole amount`; part of the failure's text. */
  readonly what: string;
  readonly lacks?: (words: Vocabulary) => string | undefined;
  readonly requests: (words: Vocabulary) => readonly FeeRequest[];
  readonly request?: (words: Vocabulary) => fc.Arbitrary<FeeRequest>;
  readonly sightings?: (words: Vocabulary) => Sightings<FeeRequest>;
}

export function accepts({ what, requests, request, ...head }: AcceptsSpec): Rule {
  return property<FeeRequest>({
    ...head,
    probes: requests,
    ...(request === undefined ? {} : { given: request }),

    async holds(body, { fee }) {
      accepted(await fee(body), `a fee for a call with ${what}`);
    },
  });
}
