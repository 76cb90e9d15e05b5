/** The servers that are mutated, their mutants, and how each is started from a folder that holds a mutated copy. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../build/processes.ts';
import { type Deployment, readDeployment } from '../../conformance/index.ts';

const TEST = join(import.meta.dirname, '..');
const LIST = join(import.meta.dirname, 'mutants.txt');
/** What the suite knows of each of them. */
const DEPLOYMENT = join(import.meta.dirname, 'deployment.yaml');

/** One change to a line of a file. */
export interface Mutant {
  readonly path: string;
  /** Trimmed; the file has it once. */
  readonly line: string;
  readonly before: string;
  readonly after: string;
  /** Whether the suite is known to miss it. */
  readonly isMissed: boolean;
}

export interface Subject {
  readonly name: string;
  readonly folder: string;
  readonly mutated: string;
  /** Prints one line of JSON when it listens: its `url` or `port`, and `tokens` by merchant. */
  readonly command: readonly string[];
  /** A merchant file with its prices. */
  readonly prices: string;
}

const START_REFERENCE = `
  const { startReference, TOKENS } = await import('./reference.ts');
  const { url } = await startReference();
  console.log(JSON.stringify({ url, tokens: TOKENS }));
`;

export const SUBJECTS: readonly Subject[] = [
  {
    ...{ name: 'the reference deployment', folder: join(TEST, 'deployments') },
    mutated: 'reference.ts',
    command: [process.execPath, '--input-type=module', '--eval', START_REFERENCE],
    prices: join(import.meta.dirname, 'reference-pricing.yaml'),
  },
  {
    ...{ name: 'the server in Python', folder: join(TEST, 'deployments/foreign') },
    ...{ mutated: 'server.py', command: ['sh', '-c', 'sleep 600 | python3 -B server.py'] },
    prices: join(TEST, 'deployments/foreign/pricing.yaml'),
  },
];

export function mutantsOf({ mutated }: Subject, list = readFileSync(LIST, 'utf8')): readonly Mutant[] {
  const mutants: Mutant[] = [];
  let [path, line] = ['', ''];
  for (const row of list.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, mark, change = '', after = ''] = /^ {2}([ ?]) (.*?) =>(?: (.*))?$/.exec(row) ?? [];
    if (/^\[.*\]$/.test(row)) path = row.slice(1, -1);
    else if (change === '') line = row;
    else
      mutants.push({ path, line, before: change === 'all' ? line : change, after, isMissed: mark === '?' });
  }

  return mutants.filter((mutant) => mutant.path === mutated);
}

/** @throws where the text has the line not once, or without what is to change */
export function mutate(text: string, { path, line, before, after }: Mutant): string {
  const lines = text.split('\n');
  const [at = -1, ...others] = lines.flatMap((own, index) => (own.trim() === line ? [index] : []));
  if (at < 0 || others.length > 0 || !line.includes(before))
    throw new Error(`${path}: expected once a line with ${before}, got ${others.length} others: ${line}`);
  lines[at] = lines[at]!.replace(before, () => after);

  return lines.join('\n');
}

/** Starts a subject as it is, or one of its mutants. @returns undefined where it ends before it listens */
export async function startSubject(
  { folder: own, mutated, command, prices }: Subject,
  mutant: Mutant | undefined,
): Promise<AsyncDisposable & { readonly deployment: Deployment | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-mutant-'));
  const text = readFileSync(join(own, mutated), 'utf8');
  // What it imports stays where it is.
  const changed = (mutant === undefined ? text : mutate(text, mutant)).replaceAll(
    "from './",
    `from '${own}/`,
  );
  writeFileSync(join(folder, mutated), changed);
  const server = start({ folder, env: process.env }, command);
  const said = await server.printed(/^\{.*\}$/m).catch(() => '');
  const {
    port,
    url = `http://127.0.0.1:${port}/none/mutant`,
    tokens,
  } = JSON.parse(/^\{.*\}$/m.exec(said)?.[0] ?? '{}');
  const environment = { URL: url, ONE: tokens?.one, SEVERAL: tokens?.several, PRICES: prices };

  return {
    deployment:
      tokens === undefined
        ? undefined
        : readDeployment(readFileSync(DEPLOYMENT, 'utf8'), DEPLOYMENT, environment, {
            limits: { timeout: 2000 },
          }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
