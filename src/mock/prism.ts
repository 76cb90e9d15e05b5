/** The only file that knows Prism: it answers from the contract alone, with no fees and no state. */
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from '@stoplight/prism-http';
import { OPERATIONS } from '../contract/operations.ts';
import type { Violation } from '../contract/types.ts';
import type { Visit } from './check.ts';
import type { Preference } from './preference.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import type { Sampled } from './sample.ts';

export interface Prism {
  /** Refuses what the contract refuses, or answers with an example of the contract. */
  readonly sample: (path: string, visit: Visit, preference: Preference) => Promise<Sampled | Refusal>;
}

type Config = Parameters<typeof createInstance>[0];
type Logger = Parameters<typeof createInstance>[1]['logger'];

interface Diagnostic {
  readonly severity: number;
  readonly message: string;
  readonly path?: readonly string[];
}

/** Prism's number for what makes a request wrong; higher ones are remarks. */
const ERROR = 0;

/** @param contract path of openapi.yaml */
export async function createPrism(contract: string): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(configFor({}), { logger: silent() });

  const prism: Prism = {
    async sample(path, { headers, body }, preference) {
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      const input = { method: 'post', url: { path }, headers: Object.fromEntries(sent), body } as const;
      const result = await instance.request(input, operations, configFor(preference))();
      if (result._tag === 'Left') return refuseSample(result.left);
      const { output, validations } = result.right;
      const wrong = validations.input.filter(({ severity }) => severity === ERROR);
      if (wrong.length > 0) return refuse('content-refused', wrong.map(toViolation));

      return {
        kind: 'sampled',
        status: output.statusCode,
        headers: output.headers ?? {},
        text: output.body === undefined ? '' : JSON.stringify(output.body),
      };
    },
  };
  await refuseToFailOpen(prism);

  return prism;
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

/** Where a schema does not compile, Prism takes whatever comes. */
async function refuseToFailOpen(prism: Prism): Promise<void> {
  for (const { path } of OPERATIONS) {
    const { kind } = await prism.sample(path, { headers: {}, body: 'no object' }, {});
    if (kind !== 'refused') throw new Error(`Prism cannot read the schema of ${path}`);
  }
}

function refuseSample(error: Error): Refusal {
  if (!(error instanceof ProblemJsonError)) throw error;

  return refuseBecause(error.status === 406 ? 'not-acceptable' : 'sample-not-found', error.detail);
}

function toViolation({ path = [], message }: Diagnostic): Violation {
  const [where, ...place] = path;
  const pointer = where === 'header' ? `header ${place.join(' ')}` : ['', ...place].join('/');

  return { section: '4', pointer, expected: 'what the contract has there', got: message };
}
