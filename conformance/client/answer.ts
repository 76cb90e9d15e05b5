/** What comes back for one request: an HTTP answer, or none. Milliseconds throughout. */
import { type JsonObject, readObject } from '../json-object.ts';

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as one JSON object, parsed once, when it is first read; undefined where it is anything else. */
  readonly body: JsonObject | undefined;
  readonly ms: number;
}

/** Why no whole HTTP answer came. None of these is a refusal of the request's content. */
export type Silence =
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'cut-off'
  | 'not-http'
  | 'too-large'
  | 'throttled'
  | 'redirected-away'
  /** A proxy on the way failed or refused: the deployment has not had its say. */
  | 'proxy';

interface Unanswered {
  readonly kind: 'unanswered';
  readonly cause: Silence;
  readonly detail: string;
  readonly ms: number;
}

export type Answer = Answered | Unanswered;

/** POST is the document's own; the others are asked with to see them refused. */
export type Method = 'POST' | 'GET' | 'PUT' | 'DELETE';

/** A request as it goes out: the body is the exact text sent. */
export interface OutgoingRequest {
  readonly method?: Method;
  /** With the query, where there is one. */
  readonly path: string;
  readonly token: string | undefined;
  /** A header to leave out, in lower case. */
  readonly without?: string;
  /** Left out by GET, which has its fields in the query. */
  readonly body: string;
  /** Whether sending it twice does no more than sending it once: a sale may be taken the first time unseen. */
  readonly mayBeRepeated: boolean;
}

/** An HTTP answer. Many rules read the body of each one, and a long body takes milliseconds to parse. */
export function toAnswered(parts: Omit<Answered, 'kind' | 'body'>): Answered {
  let parsed: { readonly body: JsonObject | undefined } | undefined;

  return {
    kind: 'answered',
    ...parts,
    get body() {
      parsed ??= { body: readObject(parts.text) };

      return parsed.body;
    },
  };
}

/** Whether the status is one of success, 200 to 299. */
export function isSuccessful({ status }: Answered): boolean {
  return status >= 200 && status <= 299;
}
