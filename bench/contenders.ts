/** The servers to compare: how each is set up, what it has to check, and how it is started. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HERE, run } from '../build/processes.ts';
import { readContract } from '../src/contract/document.ts';
import { BY_CONTRACT, BY_SCHEMA, PROBES, type ProbeName, probe } from './probes.ts';
import { type CommandFor, type FeeCall, type Serving, serve, tollgate } from './servers.ts';

export interface Contender {
  readonly name: string;
  /** How it is set up, in a sentence. */
  readonly about: string;
  /** Exactly the probes that it has to pass; with others, it would be set up differently. */
  readonly stands: readonly ProbeName[];
  readonly find: () => Promise<Found>;
}

type Found =
  | {
      readonly kind: 'found';
      readonly version: string;
      readonly commandFor: (setting: Setting) => readonly string[];
    }
  | { readonly kind: 'missing'; readonly why: string };

interface Setting {
  readonly port: number;
  /** The mock's answer, for servers that return a fixed one. */
  readonly answer: string;
  /** An empty folder. */
  readonly folder: string;
}

export const STAND_IN = fileURLToPath(import.meta.resolve('./stand-in.ts'));
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

export const CONTENDERS: readonly Contender[] = [
  {
    name: 'tollgate mock',
    about: 'Ready with its shipped merchants. Keeps every transaction.',
    stands: PROBES.map((probe) => probe.name),
    find: async () => ({
      kind: 'found',
      version: versionIn(new URL('../package.json', import.meta.url))!,
      commandFor: ({ port }) => tollgate('mock', '--port', `${port}`, '--quiet'),
    }),
  },
  {
    name: 'bare node:http',
    about: 'Parses the body and writes the same JSON each time: what Node alone can do.',
    stands: ['refuses broken JSON'],
    find: async () => ({
      kind: 'found',
      version: process.versions.node,
      commandFor: ({ port, answer }) => [process.execPath, STAND_IN, 'bare', `${port}`, answer],
    }),
  },
  {
    name: 'openapi-backend',
    about:
      'On node:http, with ajv, a handler for the bearer scheme, and its mock of the contract as the answer.',
    stands: ['refuses a call without a token', 'refuses a call without X-Requested-With', ...BY_SCHEMA],
    find: async () =>
      found('openapi-backend', ({ port }) => [process.execPath, STAND_IN, 'openapi-backend', `${port}`]),
  },
  {
    name: 'WireMock',
    about:
      'One stub that matches three headers and the body by the contract’s JSON Schema; no journal, no logs.',
    stands: BY_CONTRACT,
    async find() {
      const java = await run(HERE, ['java', '-version']).catch(() => undefined);
      const installed = found('wiremock', wiremock);
      if (installed.kind === 'missing') return installed;
      if (java === undefined) return { kind: 'missing', why: 'it needs Java, and no java is on the path' };

      return { ...installed, version: `${installed.version}, Java ${/"([^"]+)"/.exec(java.said)?.[1]}` };
    },
  },
  {
    name: 'Prism',
    about: 'prism mock openapi.yaml, one process.',
    stands: BY_CONTRACT,
    find: async () => ({
      kind: 'found',
      version: versionIn(new URL('../package.json', import.meta.resolve('@stoplight/prism-cli')))!,
      commandFor: ({ port }) => [
        process.execPath,
        PRISM,
        'mock',
        'openapi.yaml',
        '-p',
        `${port}`,
        '--multiprocess=false',
      ],
    }),
  },
];

/** A package of `bench/peers`, which only benchmarks need, so that other commands do not install it. */
function found(name: string, commandFor: (setting: Setting) => readonly string[]): Found {
  const version = versionIn(new URL(`./peers/node_modules/${name}/package.json`, import.meta.url));

  return version === undefined
    ? { kind: 'missing', why: 'not installed, npm run bench:peers does that' }
    : { kind: 'found', version, commandFor };
}

export function versionIn(manifest: URL): string | undefined {
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/** One stub that the request has to match. */
function wiremock({ port, answer, folder }: Setting): readonly string[] {
  // Standard keywords only.
  const schema = JSON.stringify(readContract().components.schemas['FeeRequest'], (key, value: unknown) =>
    key.startsWith('x-') ? undefined : value,
  );
  const headers = {
    Authorization: { matches: 'Bearer .+' },
    'X-Requested-With': { equalTo: 'xhr' },
    'Content-Type': { matches: '(?i)application/json.*' },
  };
  const bodyPatterns = [{ matchesJsonSchema: JSON.parse(schema), schemaVersion: 'V202012' }];
  const stub = {
    request: { method: 'POST', urlPath: '/v1/ch', headers, bodyPatterns },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: answer },
  };
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  writeFileSync(join(folder, 'mappings', 'fee.json'), JSON.stringify(stub));
  const builds = fileURLToPath(new URL('./peers/node_modules/wiremock/build/', import.meta.url));
  const jar = join(builds, readdirSync(builds).find((name) => name.endsWith('.jar')) ?? '');

  return [
    ...['java', '-jar', jar, '--port', `${port}`, '--bind-address', '127.0.0.1', '--root-dir', folder],
    ...['--no-request-journal', '--disable-request-logging', '--disable-banner'],
  ];
}

interface Contestant extends Pick<Contender, 'name' | 'about' | 'stands'> {
  readonly version: string;
  /** Starts a fresh process each time. */
  readonly serve: () => Promise<Serving>;
}

export interface LineUp {
  readonly contestants: readonly Contestant[];
  /** A line for each server that was left out: why, and what to do about it. */
  readonly missing: readonly string[];
}

/** Finds the servers, starts each once, and verifies what it checks. @throws where one passes other probes than its own */
export async function lineUp(
  contenders: readonly Contender[],
  call: FeeCall,
  folder: string,
  progress: (text: string) => void,
): Promise<LineUp> {
  const contestants: Contestant[] = [];
  const missing: string[] = [];
  // The first is the mock; others return its answer.
  let answer = '{}';

  for (const { name, about, stands, find } of contenders) {
    progress(`looking at ${name}`);
    const found = await find();
    if (found.kind === 'missing') {
      missing.push(`${name}: left out, ${found.why}`);
      continue;
    }
    const own = join(folder, `${contestants.length}`);
    mkdirSync(own);
    const returned = answer;
    const commandFor: CommandFor = (port) => found.commandFor({ port, answer: returned, folder: own });
    await using serving = await serve(call, commandFor);
    if (contestants.length === 0) answer = serving.answer;
    expectToStand(name, stands, await probe(serving.port, call));
    contestants.push({ name, about, stands, version: found.version, serve: () => serve(call, commandFor) });
  }

  return { contestants, missing };
}

/** @throws */
export function expectToStand(
  name: string,
  expected: readonly ProbeName[],
  stood: readonly ProbeName[],
): void {
  const wrong = [
    ...expected
      .filter((probe) => !stood.includes(probe))
      .map((probe) => `it should pass "${probe}", but does not`),
    ...stood
      .filter((probe) => !expected.includes(probe))
      .map((probe) => `it passes "${probe}", which is not in its list`),
  ];
  if (wrong.length > 0) throw new Error(`${name}: is not set up as expected: ${wrong.join('; ')}`);
}
