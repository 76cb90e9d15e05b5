/** The index, the contract and the page of the mock. The first request loads them: the mock starts 10 ms earlier. */
import type { MockResponse } from '../response.ts';
import type { About } from './about.ts';
import type { AnswerReference, Visit } from './answer-reference.ts';

export { REFERENCE_PATHS } from './about.ts';

export interface Reference {
  readonly answer: (visit: Visit, requestId: string) => Promise<MockResponse>;
}

/** @param about called for each request that needs these facts */
export function createReference(about: () => About): Reference {
  let loading: Promise<AnswerReference> | undefined;

  return {
    async answer(visit, requestId) {
      loading ??= import('./answer-reference.ts').then(({ createAnswer }) => createAnswer(about));
      const answer = await loading;

      return answer(visit, requestId);
    },
  };
}
