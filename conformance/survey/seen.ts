/** What one question of a survey was answered with. */
import type { Reply } from '../conversation.ts';

export type Seen =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  /** Not asked, not answered, or answered with what is neither. */
  | { readonly kind: 'unclear' };

export interface Tried<T> {
  readonly value: T;
  readonly seen: Seen;
}

export const UNCLEAR: Seen = { kind: 'unclear' };

/** A 401 or 403 refuses the token and says nothing of what was asked, unless that was the question. */
export function seenIn({ judgement, answer }: Reply): Seen {
  switch (judgement.kind) {
    case 'accepted':
      return { kind: 'taken' };
    case 'refused':
      return answer.kind === 'answered' ? { kind: 'refused', status: answer.status } : UNCLEAR;
    case 'unclear':
    case 'silent':
    case 'token-refused':
      return UNCLEAR;
  }
}
