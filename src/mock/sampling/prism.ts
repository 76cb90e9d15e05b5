/** Answers valid requests with examples of the contract. The only file that knows Prism. */
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from '@stoplight/prism-http';
import type { ContractDocument } from '../../contract/document.ts';
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import { STATUS_CODES } from '../../control/problem.ts';
import { describeValue } from '../../text/describe.ts';
import { defined } from '../../text/json-object.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import type { WrittenResponse } from '../response.ts';

/** Answers a valid call of this path with an example of the contract. */
export type Prism = (
  path: string,
  body: unknown,
  preference: Preference,
) => Promise<WrittenResponse | Refusal>;

/** What the header Prefer asks for. */
export interface Preference {
  /** HTTP status. */
  readonly code?: number;
  /** Name of an example of the contract. */
  readonly example?: string;
  /** Whether the response is generated from its schema, with other values each time. */
  readonly dynamic?: boolean;
}

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
type Logger = Parameters<typeof createInstance>[1]['logger'];

interface PrismOutput {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Statuses of responses without a body (RFC 9110). */
const BODILESS: readonly number[] = [204, 205, 304];

export async function createPrism(contract: ContractDocument): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(contract);

  return async (path, body, preference) => {
    const { code, example, dynamic = false } = preference;
    const mock = { dynamic, ...defined({ code, exampleKey: example }) };
    // The mock has validated the request and its token: Prism accepts what it cannot compile.
    const checks = { checkSecurity: false, validateRequest: false, validateResponse: false };
    const config = { ...checks, isProxy: false as const, errors: false, upstreamProxy: undefined, mock };
    const input = { method: 'post', url: { path }, headers: REQUIRED_HEADERS, body } as const;
    const result = await createInstance(config, { logger: silent() }).request(input, operations, config)();
    if (result._tag === 'Right' && (code === undefined || result.right.output.statusCode === code))
      return toSampled(result.right.output);
    // With a status Prism does not explain what it lacks.
    if (result._tag === 'Left' && code === undefined && !(result.left instanceof ProblemJsonError))
      throw result.left;

    return refuseSample(preference, examplesOf(operations, path));
  };
}

/** Prism logs what it is sent. */
function silent(): Logger {
  const names = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'];
  const logger = { ...Object.fromEntries(names.map((name) => [name, () => {}])), child: () => logger };

  return logger as unknown as Logger;
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

function refuseSample({ code, example }: Preference, examples: readonly string[]): Refusal {
  const [expected, got] =
    example === undefined || examples.includes(example)
      ? ['a status for which the contract has examples', code]
      : [`example= with one of ${examples.join(', ')}`, describeValue(example)];

  return refuseBecause('sample-not-found', `header Prefer: expected ${expected}, got ${got}`);
}

function toSampled({ statusCode: status, headers = {}, body }: PrismOutput): WrittenResponse {
  if (BODILESS.includes(status)) return { status, headers: {}, body: '' };
  const isProblem = typeof body === 'object' && body !== null && 'title' in body && 'status' in body;
  // Prism generates placeholders such as the status 0. These three members follow from the status (RFC 9457).
  const own = { type: 'about:blank', title: STATUS_CODES[status] ?? `Status ${status}`, status };
  const shown = isProblem ? { ...body, ...own } : body;

  return { status, headers, body: shown === undefined ? '' : JSON.stringify(shown) };
}
