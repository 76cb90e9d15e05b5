/** Loads the reference with its first request: the mock starts 10 ms earlier. */
import type { MockResponse } from '../response.ts';
import type { MockFacts } from './listing.ts';
import type { Reference, Visit } from './reference.ts';

export interface LazyReference {
  readonly answer: (visit: Visit, requestId: string) => Promise<MockResponse>;
}

/** @param facts called for each request that needs them, since merchants can change while the mock runs */
export function createLazyReference(facts: () => MockFacts): LazyReference {
  let loading: Promise<Reference> | undefined;

  return {
    async answer(visit, requestId) {
      loading ??= import('./reference.ts').then(({ createReference }) => createReference(facts));
      const reference = await loading;

      return reference(visit, requestId);
    },
  };
}
