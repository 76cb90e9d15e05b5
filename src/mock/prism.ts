/** The only file that knows Prism: it answers from the contract alone, with no fees and no state. */
import { STATUS_CODES } from 'node:http';
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from '@stoplight/prism-http';
import { OPERATIONS, REQUIRED_HEADERS } from '../contract/operations.ts';
import type { Violation } from '../contract/types.ts';
import { describeValue } from '../text/describe.ts';
import type { Visit } from './check.ts';
import type { Preference } from './preference.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import type { Sampled } from './sample.ts';

export interface Prism {
  /** Refuses what the contract refuses, or answers with an example of the contract. */
  readonly sample: (path: string, visit: Visit, preference: Preference) => Promise<Sampled | Refusal>;
}

type Config = Parameters<typeof createInstance>[0];
type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
type Logger = Parameters<typeof createInstance>[1]['logger'];

interface Output {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Diagnostic {
  readonly severity: number;
  readonly message: string;
  readonly path?: readonly string[];
}

/** Prism's number for what makes a request wrong; higher ones are remarks. */
const ERROR = 0;

/** Statuses whose answer has no body (RFC 9110). */
const BODILESS: readonly number[] = [204, 205, 304];

/** @param contract path of openapi.yaml */
export async function createPrism(contract: string): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(configFor({}), { logger: silent() });
  const ask = (path: string, { headers, body }: Visit, preference: Preference) => {
    const sent = Object.entries(headersFor(headers, preference)).map(([name, value]) => [
      name,
      String(value),
    ]);
    const input = { method: 'post', url: { path }, headers: Object.fromEntries(sent), body } as const;

    return instance.request(input, operations, configFor(preference))();
  };

  const prism: Prism = {
    async sample(path, visit, preference) {
      const { code, ...others } = preference;
      const refused = code === undefined || code < 300 ? refuseAccept(visit.headers) : undefined;
      if (refused !== undefined) return refused;
      const result = await ask(path, visit, preference);
      if (result._tag === 'Left') {
        const error = result.left;
        if (error instanceof ProblemJsonError)
          return refuseSample(error, others.example, examplesOf(operations, path));
        // Of a status that is asked for Prism does not say what it lacks, of the usual one it does.
        if (code !== undefined) return prism.sample(path, visit, others);
        throw error;
      }
      const { output, validations } = result.right;
      const wrong = validations.input.filter(({ severity }) => severity === ERROR);
      if (wrong.length > 0) return refuse('content-refused', wrong.map(toViolation));
      // Where it has nothing for a status Prism answers with another.
      if (code !== undefined && output.statusCode !== code)
        return refuseBecause('sample-not-found', `the contract has no examples for the status ${code}`);

      return toSampled(output);
    },
  };
  await refuseToFailOpen(prism);

  return prism;
}

/** A refusal has one form, whatever the client accepts: with its Accept Prism would answer with a success instead. */
function headersFor(headers: Visit['headers'], { code = 200 }: Preference): Visit['headers'] {
  const { accept, ...others } = headers;
  if (code >= 300) return others;

  return accept === undefined ? headers : { ...others, accept: mediaRangesOf(accept).join(',') };
}

/** Without what is no media range, such as the `*; q=.2` of older Java clients: Prism would throw. */
function mediaRangesOf(accept: string): readonly string[] {
  return accept.split(',').filter((range) => MEDIA_RANGE.test(range));
}

/** RFC 9110, section 12.5.1. */
const MEDIA_RANGE =
  /^\s*[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+\s*(?:;\s*[!#$%&'*+.^`|~\w-]+=(?:[!#$%&'*+.^`|~\w-]+|"[^"\\]*")\s*)*$/;

function refuseAccept({ accept }: Visit['headers']): Refusal | undefined {
  if (accept === undefined || accept.trim() === '' || mediaRangesOf(accept).length > 0) return undefined;
  const got = describeValue(accept);

  return refuseBecause(
    'not-acceptable',
    `header Accept: expected media types such as application/json, got ${got}`,
  );
}

/** A new one for each request: Prism keeps the first Accept that it sees in it. The token was looked at before. */
function configFor({ code, example, dynamic = false }: Preference): Config {
  return {
    isProxy: false,
    checkSecurity: false,
    validateRequest: true,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock: {
      dynamic,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
    },
  };
}

/** Its logs would hold the tokens. */
function silent(): Logger {
  const methods = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((name) => [
    name,
    () => {},
  ]);
  const logger = { ...Object.fromEntries(methods), child: () => logger };

  return logger as unknown as Logger;
}

/** Where a schema does not compile, Prism takes whatever comes. The headers are right, so that the body alone is wrong. */
async function refuseToFailOpen(prism: Prism): Promise<void> {
  for (const { path } of OPERATIONS) {
    const { kind } = await prism.sample(path, { headers: REQUIRED_HEADERS, body: 'no object' }, {});
    if (kind !== 'refused') throw new Error(`Prism cannot read the schema of ${path}`);
  }
}

/** Names of the examples that an operation can answer with. */
function examplesOf(operations: Operations, path: string): readonly string[] {
  return operations
    .filter((operation) => operation.path === path)
    .flatMap(({ responses }) => responses)
    .flatMap(({ contents = [] }) => contents)
    .flatMap(({ examples = [] }) => examples)
    .map(({ key }) => key);
}

function refuseSample(
  error: ProblemJsonError,
  example: string | undefined,
  examples: readonly string[],
): Refusal {
  if (error.status === 406) return refuseBecause('not-acceptable', error.detail);
  if (example === undefined) return refuseBecause('sample-not-found', error.detail);
  const detail = `expected one of the examples ${examples.join(', ')}, got ${describeValue(example)}`;

  return refuseBecause('sample-not-found', detail);
}

function toSampled({ statusCode, headers = {}, body }: Output): Sampled {
  if (BODILESS.includes(statusCode)) return { kind: 'sampled', status: statusCode, headers: {}, text: '' };

  return {
    kind: 'sampled',
    status: statusCode,
    headers,
    text: body === undefined ? '' : JSON.stringify(isProblem(body) ? problemFor(statusCode, body) : body),
  };
}

function isProblem(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'title' in body && 'status' in body;
}

/** Prism makes placeholders of the schema, such as the status 0. These three fields follow from the status (RFC 9457). */
function problemFor(status: number, body: object): object {
  return { ...body, type: 'about:blank', title: STATUS_CODES[status] ?? `Status ${status}`, status };
}

function toViolation({ path = [], message }: Diagnostic): Violation {
  const [where, ...place] = path;
  const pointer = where === 'header' ? `header ${place.join(' ')}` : ['', ...place].join('/');

  return { section: '4', pointer, expected: 'what the contract has there', got: message };
}
