/**
 * Tries the contract with the tools of users: lints it, generates and compiles clients, sends a fee call and a sale
 * with each, and runs the contract as a Postman collection. Needs npm's registry.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { startMock } from '../src/mock/index.ts';
import { step } from './steps.ts';

const HERE = join(import.meta.dirname, 'generators');
const CONTRACT = '../../openapi.yaml';
const PLAIN = '../../openapi.200.yaml';
const TIME_LIMIT = 180_000;

/** The command that writes each client to `generated`, by its name in `calls.ts`. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-fetch': ['openapi-typescript', PLAIN, '-o', 'generated/openapi-fetch/schema.ts'],
  'hey-api': ['openapi-ts', '-i', PLAIN, '-o', 'generated/hey-api', '--no-log-file'],
  orval: ['orval', '--config', 'orval.config.mjs'],
  'openapi-typescript-codegen': [
    ...['node', 'node_modules/openapi-typescript-codegen/bin/index.js', '--input', PLAIN],
    ...['--output', 'generated/openapi-typescript-codegen'],
  ],
};

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: { readonly method: string };
}

const IS_SAME_TRANSACTION = [
  "pm.test('accepted', () => pm.expect(pm.response.code).to.equal(200));",
  'const { sTxId } = pm.response.json();',
  "const first = pm.collectionVariables.get('sTxId') ?? sTxId;",
  "pm.collectionVariables.set('sTxId', first);",
  "pm.test('the same transaction', () => pm.expect(sTxId).to.equal(first));",
];

const run = promisify(execFile);
await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
rmSync(join(HERE, 'generated'), { recursive: true, force: true });
mkdirSync(join(HERE, 'generated'));
const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
await using mock = await startMock();
const env = {
  ...process.env,
  PATH: `${join(HERE, 'node_modules/.bin')}:${process.env['PATH']}`,
  TOLLGATE_URL: mock.url,
  TOLLGATE_TOKEN: mock.token(),
  REDOCLY_TELEMETRY: 'off',
};

await step('Redocly', () =>
  tool('redocly', 'lint', CONTRACT, PLAIN, '--config', 'redocly.yaml', '--max-problems', '20'),
);
await step('Spectral', () => tool('spectral', 'lint', '-r', 'spectral.yaml', '-F', 'warn', CONTRACT, PLAIN));
for (const [name, [command = '', ...args]] of Object.entries(GENERATORS))
  await step(`generate: ${name}`, () => tool(command, ...args));
await step('compile', compile);
for (const name of Object.keys(GENERATORS))
  await step(`run: ${name}`, () => tool(process.execPath, 'generated/calls.mjs', name));
await step('Postman', runCollection);

/** @throws Error unless it exits with 0; a warning of a linter counts */
async function tool(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(command, args, { cwd: HERE, env, timeout: TIME_LIMIT });
  if (/\b[1-9]\d* warning/i.test(stdout + stderr))
    throw Object.assign(new Error('expected no warning'), { stdout, stderr });

  return stdout.startsWith('{') ? stdout.trim() : 'no problem';
}

/** Generated clients import without file endings, so the calls are bundled. */
async function compile(): Promise<string> {
  await tool('tsc', '-p', '.');
  const options = { input: join(HERE, 'calls.ts'), platform: 'node', logLevel: 'silent' } as const;
  await using bundle = await rolldown(options);
  await bundle.write({ file: join(HERE, 'generated/calls.mjs'), format: 'esm', codeSplitting: false });

  return 'no problem';
}

async function runCollection(): Promise<string> {
  const collection = 'generated/collection.json';
  await tool('openapi2postmanv2', '-s', PLAIN, '-o', collection, '-p', '-O', 'parametersResolution=Example');
  const chain = 'generated/chain.json';
  const converted: Item = JSON.parse(readFileSync(join(HERE, collection), 'utf8'));
  const [fee, sale] = requestsOf(converted.item);
  if (fee === undefined || sale === undefined)
    throw new Error('expected a fee call and a sale in the collection');
  // The requests stay as converted; their responses are checked.
  const event = [{ listen: 'test', script: { type: 'text/javascript', exec: IS_SAME_TRANSACTION } }];
  const item = [fee, { ...fee, name: `${fee.name}, as an update` }, sale].map((one) => ({ ...one, event }));
  writeFileSync(join(HERE, chain), JSON.stringify({ ...converted, item }));
  const values = { baseUrl: mock.url, bearerToken: mock.token() };
  const variables = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  await tool('newman', 'run', chain, '--bail', '--disable-unicode', ...variables);
  const newman = createRequire(join(HERE, 'package.json'))('newman/package.json').version;

  return `fee, update and sale in a chain, newman ${newman} (${Object.keys(dependencies).length} tools pinned)`;
}

function requestsOf(items: readonly Item[] = []): readonly Item[] {
  return items.flatMap((item) => [...(item.request === undefined ? [] : [item]), ...requestsOf(item.item)]);
}
