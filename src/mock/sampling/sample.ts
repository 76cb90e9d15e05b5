/** Answers all requests of a static mock from the contract's examples and schemas, by the header Prefer where it is sent. */
import { readContract } from '../../contract/document.ts';
import { pathOf } from '../../contract/operations.ts';
import { loadModule } from '../../contract/package-files.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { WrittenResponse } from '../response.ts';
import { parseRequest } from '../stages/parse.ts';
import { contractViolations } from '../stages/validate.ts';
import type { Preference, Prism } from './prism.ts';

export type Sample = (operation: OperationId, request: MockRequest) => Promise<WrittenResponse | Refusal>;

/** Loads Prism with the first valid request, which takes a second. */
export function createSample(validators: Validators): Sample {
  let loading: Promise<Prism> | undefined;
  const load = async () => {
    const { createPrism } = await loadModule<typeof import('./prism.ts')>('src/mock/sampling/prism.ts');

    return createPrism(readContract());
  };

  return async (operation, request) => {
    const wanted = entriesOf(String(request.headers.prefer ?? ''));
    const wrong = violationIn(wanted);
    if (wrong !== undefined) return refuse('content-refused', [wrong]);
    const { code, example, dynamic } = wanted;
    const preference: Preference = {
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && { example }),
      ...(dynamic !== undefined && { dynamic: dynamic === 'true' }),
    };
    // As the client sent it: behaviors do not apply to samples.
    const parsed = parseRequest(request);
    if (parsed.kind === 'refused') return parsed;
    const violations = contractViolations(validators, operation, parsed);
    if (violations.length > 0) return refuse('content-refused', violations);
    loading ??= load();
    const sample = await loading;

    const sampled = await sample(pathOf(operation), parsed.body, preference);
    if ('kind' in sampled) return sampled;

    return { ...sampled, headers: { ...sampled.headers, 'request-id': request.id } };
  };
}

/** A name alone, or with a value, quoted or not (RFC 7240, section 2). */
const ENTRY = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]*)))?/g;

interface Wanted {
  code?: string;
  example?: string;
  dynamic?: string;
}

/** Such as `code=422`, `example=no-fee`, `dynamic=true`. The first of several values counts, and other preferences are ignored. */
function entriesOf(prefer: string): Readonly<Wanted> {
  const wanted: Wanted = {};
  for (const [, text = '', quoted, plain = ''] of prefer.matchAll(ENTRY)) {
    const name = text.toLowerCase();
    if (name === 'code' || name === 'example' || name === 'dynamic') wanted[name] ??= quoted ?? plain;
  }

  return wanted;
}

function violationIn({ code, example, dynamic }: Wanted): Violation | undefined {
  const wrong = (expected: string, got: string): Violation => ({
    ...{ section: '5', pointer: 'header Prefer', expected, got: describeValue(got) },
  });
  // A client waits for the final response after a status below 200.
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return wrong('code= with a status from 200 to 599', code);
  if (example === '') return wrong('example= with the name of an example of the contract', example);
  if (dynamic !== undefined && !/^(?:true|false)$/.test(dynamic))
    return wrong('dynamic= with true or false', dynamic);
  if (example === undefined || dynamic !== 'true') return undefined;

  return wrong('either example= or dynamic=true', `example=${example}, dynamic=true`);
}
