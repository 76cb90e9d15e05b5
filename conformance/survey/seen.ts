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

/**
 * A 401 or 403 refuses the token and says nothing of what was asked, unless that was the question. An error of the
 * server may be one of its refusals or an outage: the file must not leave out what was never answered.
 */
export function seenIn({ judgement, answer }: Reply): Seen {
  switch (judgement.kind) {
    case 'accepted':
      return { kind: 'taken' };
    case 'refused':
      return answer.kind === 'answered' && answer.status < 500
        ? { kind: 'refused', status: answer.status }
        : UNCLEAR;
    case 'unclear':
    case 'silent':
    case 'token-refused':
      return UNCLEAR;
  }
}
