/** Mockoon with one route that answers a fee. Where it is told to check, only what fits the contract gets it. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { feeRequestSchema } from './fee-request-schema.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What is used of the packages, which are there only where somebody installed them. */
interface Server {
  readonly on: (event: 'error', listener: (code: string, error?: Error) => void) => void;
  readonly start: () => void;
}

const load = createRequire(import.meta.url);
const { MockoonServer } = load('@mockoon/commons-server') as {
  readonly MockoonServer: new (environment: Settings, options: Settings) => Server;
};
const { EnvironmentDefault, RouteDefault, RouteResponseDefault, DataBucketDefault } = load(
  '@mockoon/commons',
) as Readonly<Record<string, Settings>>;

const [port = '0', answer = '{}', checking = 'checking'] = process.argv.slice(2);
const SCHEMA = 'request';

const fee = response(200, answer, [
  rule('header', 'Authorization', 'regex', '^Bearer .'),
  rule('header', 'X-Requested-With', 'equals', 'xhr'),
  rule('header', 'Content-Type', 'regex_i', '^application/json'),
  rule('body', '', 'valid_json_schema', SCHEMA),
]);
const refusal = response(422, '{"message":"refused"}', []);
const uuid = randomUUID();
const route = {
  ...RouteDefault,
  uuid,
  method: 'post',
  endpoint: 'v1/ch',
  responses:
    checking === 'checking' ? [fee, { ...refusal, default: true }] : [{ ...fee, rules: [], default: true }],
};

const server = new MockoonServer(
  {
    ...EnvironmentDefault,
    port: Number(port),
    hostname: '127.0.0.1',
    routes: [route],
    rootChildren: [{ type: 'route', uuid }],
    data: [{ ...DataBucketDefault, id: SCHEMA, name: SCHEMA, value: JSON.stringify(feeRequestSchema()) }],
  },
  { enableAdminApi: false, maxTransactionLogs: 0 },
);
server.on('error', (code, error) => {
  process.stderr.write(`${code} ${error?.message ?? ''}\n`);
});
server.start();

function response(statusCode: number, body: string, rules: readonly Settings[]): Settings {
  return {
    ...RouteResponseDefault,
    statusCode,
    body,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    rules,
    rulesOperator: 'AND',
    disableTemplating: true,
  };
}

function rule(target: string, modifier: string, operator: string, value: string): Settings {
  return { target, modifier, operator, value, invert: false };
}
