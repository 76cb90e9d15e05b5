/** One example for each kind of fault, in the text form that --fault and the header Tollgate-Fault read. */

export interface FaultExample {
  readonly fault: string;
  /** What the client receives. */
  readonly effect: string;
}

export const FAULT_EXAMPLES: readonly FaultExample[] = [
  { fault: 'status=429;retry-after=2', effect: 'Too many requests, try again in 2 seconds' },
  { fault: 'status=503;retry-after=1', effect: 'Service unavailable, try again in 1 second' },
  { fault: 'status=500', effect: 'Internal server error; the call is not carried out' },
  { fault: 'refuse', effect: 'A refusal as the choices have it; not carried out' },
  { fault: 'message=declined', effect: 'Success, but another message; carried out' },
  { fault: 'no-fields', effect: 'Success with an empty object; not carried out' },
  { fault: 'zero-fee', effect: 'A fee of 0; carried out' },
  { fault: 'latency=2000;jitter=500', effect: 'A response 1.5 to 2.5 seconds late' },
  { fault: 'slow-body=20', effect: 'A body of 20 bytes a second' },
  { fault: 'reset', effect: 'Connection reset; not carried out' },
  { fault: 'reset=after', effect: 'Connection reset; carried out, its response is lost' },
  { fault: 'hang', effect: 'No response; not carried out' },
  { fault: 'hang=after', effect: 'No response; carried out' },
  { fault: 'truncated', effect: 'A body that is cut off; carried out' },
  { fault: 'malformed', effect: 'A body that is not JSON; carried out' },
  { fault: 'empty', effect: 'No body; carried out' },
  { fault: 'close', effect: 'The connection closes after the response' },
];

/** The calls that have the fault: texts to write before it. */
export const FAULT_CALLS = [
  { conditions: 'times=1: ', label: 'the next call' },
  { conditions: 'times=1, path=/v1/ch/sale: ', label: 'the next sale' },
  { conditions: 'every=3: ', label: 'every third call' },
  { conditions: '', label: 'every call' },
] as const;

/** A rule of GET /_tollgate/faults. */
export interface FaultRule {
  readonly when?: object;
  readonly then: object;
}

/** Such as `times=1, body.authCode=000000: status=503;retry-after=2`. */
export function showRule({ when = {}, then }: FaultRule): string {
  const { body = {}, ...others } = when as Readonly<Record<string, unknown>>;
  const fields = Object.entries(body as object).map(([name, value]) => [`body.${name}`, value] as const);
  const conditions = [...Object.entries(others), ...fields].map(showEntry).join(', ');
  const fault = Object.entries(then).map(showEntry).join(';');

  return conditions === '' ? fault : `${conditions}: ${fault}`;
}

/** Whether it was applied as often as its condition `times` allows. */
export function isUsedUp({ when = {} }: FaultRule, hits: number): boolean {
  const { times } = when as { readonly times?: number };

  return times !== undefined && hits >= times;
}

/** `reset=before` is written `reset`. */
const MOMENTS: readonly string[] = ['reset', 'hang'];

function showEntry([name, value]: readonly [string, unknown]): string {
  if (value === true || (value === 'before' && MOMENTS.includes(name))) return name;
  const text = String(value);

  return /[\s",;:=]/.test(text) ? `${name}="${text}"` : `${name}=${text}`;
}
