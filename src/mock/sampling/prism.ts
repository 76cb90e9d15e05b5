/** Answers requests with examples of the contract. The only file that knows Prism. */
import { STATUS_CODES } from 'node:http';
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from '@stoplight/prism-http';
import type { ContractDocument } from '../../contract/document.ts';
import { OPERATIONS, REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse, refuseBecause } from '../refusal.ts';
import type { ParsedRequest } from '../request.ts';
import type { Sampled } from '../response.ts';

export interface Prism {
  /** Refuses a request that breaks the contract; answers any other with an example of the contract. */
  readonly sample: (
    path: string,
    request: SampleRequest,
    preference: Preference,
  ) => Promise<Sampled | Refusal>;
}

/** What the header Prefer asks for. */
export interface Preference {
  /** HTTP status. */
  readonly code?: number;
  /** Name of an example of the contract. */
  readonly example?: string;
  /** Whether the response is generated from its schema, with other values each time. */
  readonly dynamic?: boolean;
}

export type SampleRequest = Pick<ParsedRequest, 'headers' | 'body'>;

type Config = Parameters<typeof createInstance>[0];
type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
type Logger = Parameters<typeof createInstance>[1]['logger'];

interface PrismOutput {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Diagnostic {
  readonly severity: number;
  readonly message: string;
  readonly path?: readonly string[];
}

/** The severity of violations; Prism's warnings have higher numbers. */
const ERROR = 0;

/** Statuses of responses without a body (RFC 9110). */
const BODILESS: readonly number[] = [204, 205, 304];

export async function createPrism(contract: ContractDocument): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(configFor({}), { logger: silent() });
  const send = (path: string, { headers, body }: SampleRequest, preference: Preference) => {
    const texts = Object.entries(headersFor(headers, preference)).map(([name, value]) => [
      name,
      String(value),
    ]);
    const input = { method: 'post', url: { path }, headers: Object.fromEntries(texts), body } as const;

    return instance.request(input, operations, configFor(preference))();
  };

  const prism: Prism = {
    async sample(path, request, preference) {
      const { code, ...others } = preference;
      const refused = code === undefined || code < 300 ? refuseAccept(request.headers) : undefined;
      if (refused !== undefined) return refused;
      const result = await send(path, request, preference);
      if (result._tag === 'Left') {
        const error = result.left;
        if (error instanceof ProblemJsonError)
          return refuseSample(error, others.example, examplesOf(operations, path));
        // With a preferred status Prism does not explain the error; without one it does.
        if (code !== undefined) return prism.sample(path, request, others);
        throw error;
      }
      const { output, validations } = result.right;
      const errors = validations.input.filter(({ severity }) => severity === ERROR);
      if (errors.length > 0) return refuse('content-refused', errors.map(toViolation));
      // Prism answers with another status where the contract has no response for this one.
      if (code !== undefined && output.statusCode !== code)
        return refuseBecause(
          'sample-not-found',
          `header Prefer: expected a status for which the contract has examples, got ${code}`,
        );

      return toSampled(output);
    },
  };
  await refuseToFailOpen(prism);

  return prism;
}

/** Without Accept for a refusal: Prism would answer with a success where the client does not accept problem details. */
function headersFor(headers: SampleRequest['headers'], { code = 200 }: Preference): SampleRequest['headers'] {
  const { accept, ...others } = headers;
  if (code >= 300) return others;

  return accept === undefined ? headers : { ...others, accept: mediaRangesOf(accept).join(',') };
}

/** Only valid media ranges: Prism throws on others, such as the `*; q=.2` of older Java clients. */
function mediaRangesOf(accept: string): readonly string[] {
  return accept.split(',').filter((range) => MEDIA_RANGE.test(range));
}

/** RFC 9110, section 12.5.1. */
const MEDIA_RANGE =
  /^\s*[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+\s*(?:;\s*[!#$%&'*+.^`|~\w-]+=(?:[!#$%&'*+.^`|~\w-]+|"[^"\\]*")\s*)*$/;

function refuseAccept({ accept }: SampleRequest['headers']): Refusal | undefined {
  if (accept === undefined || accept.trim() === '' || mediaRangesOf(accept).length > 0) return undefined;
  const got = describeValue(accept);

  return refuseBecause(
    'not-acceptable',
    `header Accept: expected media types such as application/json, got ${got}`,
  );
}

/** New for each request, since Prism keeps the first Accept in it. The token is already verified. */
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

/** Prism logs tokens. */
function silent(): Logger {
  const methods = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((name) => [
    name,
    () => {},
  ]);
  const logger = { ...Object.fromEntries(methods), child: () => logger };

  return logger as unknown as Logger;
}

/** Prism accepts every body where a schema does not compile. The headers are valid, so that only the body is refused. */
async function refuseToFailOpen(prism: Prism): Promise<void> {
  for (const { path } of OPERATIONS) {
    const { kind } = await prism.sample(path, { headers: REQUIRED_HEADERS, body: 'no object' }, {});
    if (kind !== 'refused') throw new Error(`Prism cannot read the schema of ${path}`);
  }
}

/** The names of the examples of an operation's responses. */
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
  const got = describeValue(example);

  return refuseBecause(
    'sample-not-found',
    `header Prefer: expected example= with one of ${examples.join(', ')}, got ${got}`,
  );
}

function toSampled({ statusCode, headers = {}, body }: PrismOutput): Sampled {
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

/** Prism generates placeholders such as the status 0. These three members follow from the status (RFC 9457). */
function problemFor(status: number, body: object): object {
  return { ...body, type: 'about:blank', title: STATUS_CODES[status] ?? `Status ${status}`, status };
}

function toViolation({ path = [], message }: Diagnostic): Violation {
  const [part, ...names] = path;
  const pointer = part === 'header' ? `header ${names.join(' ')}` : ['', ...names].join('/');

  return { section: '4', pointer, expected: 'a value that the contract allows', got: message };
}
