/** The rules that ask for acceptance: each case is one fee call that must be accepted. */
import type fc from 'fast-check';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted, granted } from '../expect.ts';
import { property, type Rule, type RuleHead, type Sightings } from '../rule.ts';
import { withoutEdits } from '../shape/unmask.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { REQUIRED, smallerRequests } from './smaller-requests.ts';

interface AcceptsSpec extends RuleHead {
  /** What the request shows, such as `a whole amount`; part of the failure's text. */
  readonly what: string;
  readonly lacks?: (words: Vocabulary) => string | undefined;
  readonly omits?: (words: Vocabulary) => string | undefined;
  readonly requests: (words: Vocabulary) => readonly FeeRequest[];
  readonly request?: (words: Vocabulary) => fc.Arbitrary<FeeRequest>;
  /** A request that another rule is in charge of: where it is refused as well, that rule is to blame. */
  readonly unless?: (
    words: Vocabulary,
    request: FeeRequest,
  ) => { readonly request: FeeRequest; readonly blame: RuleId };
  readonly sightings?: (words: Vocabulary) => Sightings<FeeRequest>;
}

export function accepts({ what, requests, request, unless, ...head }: AcceptsSpec): Rule {
  return property<FeeRequest>({
    ...head,
    probes: requests,
    ...(request === undefined ? {} : { given: request }),
    // Where there are several processors one has to be named.
    smaller: (body) => smallerRequests(body, head.merchant === 'several' ? ['processor'] : []),
    unmask: (body, edits) =>
      withoutEdits(body, edits, [...REQUIRED, ...(head.merchant === 'several' ? ['processor'] : [])]),

    async holds(body, { fee }, words) {
      const reply = await fee(body);
      const other = reply.judgement.kind === 'refused' ? unless?.(words, body) : undefined;
      if (other !== undefined) granted(await fee(other.request), other.blame);
      accepted(reply, `a fee for a call with ${what}`);
    },
  });
}
