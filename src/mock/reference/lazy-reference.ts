/** Keeps the reference out of the way until somebody looks at it. */
import type { About } from './about.ts';
import type { Reference } from './reference.ts';

/** @param about asked anew at every request */
export function lazyReference(about: () => About): Reference {
  let reference: Promise<Reference> | undefined;

  return {
    async answer(visit, requestId) {
      reference ??= import('./reference.ts').then(({ createReference }) => createReference(about));
      const { answer } = await reference;

      return answer(visit, requestId);
    },
  };
}
