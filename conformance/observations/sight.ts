/** An answer as observations look at it: who was asked what, and each field as it is written. */
import type { Answered } from '../client/answer.ts';
import type { Body, Reply } from '../conversation.ts';
import type { JsonObject } from '../json-object.ts';
import { isDocumented } from '../manner.ts';

export interface Sight {
  readonly reply: Reply;
  readonly answer: Answered;
  /** Whether it was asked as the document has it. */
  readonly isDocumented: boolean;
  /** The body of a success. */
  readonly accepted: JsonObject | undefined;
  /** The number of a field of the body as it is written, such as `2.40`. */
  readonly writtenAs: (field: string) => string | undefined;
}

/** Undefined where there was no answer. */
export function sightOf(reply: Reply): Sight | undefined {
  const { answer, judgement, manner } = reply;
  if (answer.kind === 'unanswered') return undefined;

  return {
    reply,
    answer,
    isDocumented: isDocumented(manner),
    accepted: judgement.kind === 'accepted' ? judgement.body : undefined,
    writtenAs: (field) => writtenIn(answer.text, field),
  };
}

/** A success of this operation, asked for as the document has it. */
export function successOf({ reply, isDocumented, accepted }: Sight, operation: Reply['operation']) {
  return isDocumented && reply.operation === operation ? accepted : undefined;
}

/** Any success that was asked for as the document has it. */
export function successIn({ isDocumented, accepted }: Sight): JsonObject | undefined {
  return isDocumented ? accepted : undefined;
}

/** The fields that were sent; undefined where it was any text. */
export function fieldsOf(sent: Body): JsonObject | undefined {
  return typeof (sent as JsonObject)['raw'] === 'string' ? undefined : (sent as JsonObject);
}

/** Node hands a reviver the source of each number, which the types do not know yet. */
type Reviver = (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

function writtenIn(text: string, field: string): string | undefined {
  const sources = new Map<object, string>();
  const reviver: Reviver = function (key, value, context) {
    if (key === field && typeof value === 'number' && context?.source !== undefined)
      sources.set(this, context.source);

    return value;
  };
  try {
    const body: unknown = JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);

    return typeof body === 'object' && body !== null ? sources.get(body) : undefined;
  } catch {
    // Nested too deep for a reviver, which goes down into it.
    return undefined;
  }
}
