/** Answers all requests of a static mock from the contract's examples and schemas, by the header Prefer where it is sent. */
import { readContract } from '../../contract/document.ts';
import { pathOf } from '../../contract/operations.ts';
import { loadModule } from '../../contract/package-files.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { describeValue } from '../../text/describe.ts';
import { defined } from '../../text/json-object.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { WrittenResponse } from '../response.ts';
import { contractViolations, parseRequest } from '../stages/validate.ts';
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
    const preference = preferenceIn(String(request.headers.prefer ?? ''));
    if ('kind' in preference) return preference;
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

const VALUES: readonly (readonly [name: string, value: RegExp, expected: string])[] = [
  // A client waits for the final response after a status below 200.
  ['code', /^[2-5]\d\d$/, 'a status from 200 to 599'],
  ['example', /./, 'the name of an example of the contract'],
  ['dynamic', /^(?:true|false)$/, 'true or false'],
];

/** Such as `code=422`, `example=no-fee`, `dynamic=true`. The first of several values counts, and other preferences are ignored. */
function preferenceIn(prefer: string): Preference | Refusal {
  const entries = [...prefer.matchAll(ENTRY)].reverse();
  const given = new Map(
    entries.map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain]),
  );
  for (const [name, value, expected] of VALUES) {
    const got = given.get(name);
    if (got === undefined || value.test(got)) continue;
    const violation = { section: '5', pointer: 'header Prefer', expected: `${name}= with ${expected}` };

    return refuse('content-refused', [{ ...violation, got: describeValue(got) }]);
  }
  const [code, example, dynamic] = ['code', 'example', 'dynamic'].map((name) => given.get(name));

  return {
    ...defined({ code: code === undefined ? code : Number(code), example }),
    dynamic: dynamic === 'true',
  };
}
