/** Decides which refusals may be due to other requests in flight: such a request is sent once more, alone. */
import { mayBeNotNow } from '../../rule/assertions.ts';
import type { HttpResponse, HttpResult, OutgoingRequest } from '../../rule/http-result.ts';

/** The most refusals of one kind that last when sent alone, and the further ones for each that ends. */
const MOST_LASTING = 8;
const LASTING_PER_ENDED = 4;
/** Refusals that last, of all kinds that never end: texts of one kind may differ. */
const MOST_LASTING_OF_ALL = 48;

export interface RefusedAtOnce {
  /** Remembers a request that was accepted. */
  accepted(request: OutgoingRequest): void;
  /** Whether the same request, sent alone, may get another answer. */
  mayEnd(request: OutgoingRequest, refused: HttpResponse): boolean;
  /** Learns from the answer to the same request, sent alone. Returns whether the refusal has ended. */
  hasEnded(request: OutgoingRequest, refused: HttpResponse, alone: HttpResult): boolean;
}

export function createRefusedAtOnce(): RefusedAtOnce {
  const acceptedForms = new Set<string>();
  const kinds = new Map<string, { lasting: number; ended: number }>();
  let lastingOfAll = 0;
  const countsOf = (request: OutgoingRequest, refused: HttpResponse) => {
    const form = formOf(request);
    const kind = acceptedForms.has(form) ? form : kindOf(request, refused);
    const counts = kinds.get(kind) ?? { lasting: 0, ended: 0 };
    kinds.set(kind, counts);

    return { counts, mayBeMany: kind !== form && counts.ended === 0 };
  };

  return {
    accepted(request) {
      if (request.body.length <= MAX_TEXT) acceptedForms.add(formOf(request));
    },
    mayEnd(request, refused) {
      if (!mayBeNotNow({ response: refused })) return false;
      const { counts, mayBeMany } = countsOf(request, refused);
      if (mayBeMany && lastingOfAll >= MOST_LASTING_OF_ALL) return false;

      return counts.lasting < MOST_LASTING + LASTING_PER_ENDED * counts.ended;
    },
    hasEnded(request, refused, alone) {
      const { counts, mayBeMany } = countsOf(request, refused);
      const hasEnded = alone.kind === 'answered' && !mayBeNotNow({ response: alone });
      counts[hasEnded ? 'ended' : 'lasting']++;
      if (mayBeMany && !hasEnded) lastingOfAll++;

      return hasEnded;
    },
  };
}

/** Of a refusal: the path, the status, and the text without words that have digits, such as identifiers. */
function kindOf({ path }: OutgoingRequest, { status, text }: HttpResponse): string {
  return `${path} ${status} ${text.slice(0, MAX_TEXT).replaceAll(/[\w-]*\d[\w-]*/g, '')}`;
}

/** Of a request: the path, and the body without its identifiers and digits. */
function formOf({ path, body }: OutgoingRequest): string {
  const text = body.slice(0, MAX_TEXT).replaceAll(/("[sm]TxId":)"[^"]*"/g, '$1');

  return `${path} ${text.replaceAll(/\d/g, '0')}`;
}

/** In characters. */
const MAX_TEXT = 1000;
