/** The servers that are mutated, their mutants, and how each is started from a folder that holds a mutated copy. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../build/processes.ts';
import { type Deployment, readDeployment } from '../../conformance/index.ts';

const TEST = join(import.meta.dirname, '..');
const LIST = join(import.meta.dirname, 'mutants.txt');

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
  readonly mutated: readonly string[];
  /** The files that the mutated files need. */
  readonly others: readonly string[];
  /** Prints one line of JSON, with `url` and `tokens` by merchant, when it listens. */
  readonly command: readonly string[];
  readonly deploymentFile: string;
  /** The prefix of the variables in the deployment file, which end with URL and the names of the merchants. */
  readonly variables: string;
}

const START_REFERENCE = `
  const { startReference, TOKENS } = await import('./reference.ts');
  const { url } = await startReference();
  console.log(JSON.stringify({ url, tokens: TOKENS }));
`;

export const SUBJECTS: readonly Subject[] = [
  {
    ...{ name: 'the reference deployment', folder: join(TEST, 'deployments') },
    ...{ mutated: ['reference.ts'], others: ['listen.ts'] },
    command: [process.execPath, '--input-type=module', '--eval', START_REFERENCE],
    ...{ deploymentFile: join(import.meta.dirname, 'reference.yaml'), variables: 'MUTANT' },
  },
  {
    ...{ name: 'the second engine', folder: join(TEST, 'second-engine') },
    mutated: ['book.py', 'fields.py', 'pricing.py', 'serve.py', 'service.py', 'tokens.py'],
    ...{ others: ['defects.py', 'habits.py', 'refusal.py'], command: ['python3', '-B', 'serve.py'] },
    ...{ deploymentFile: join(TEST, 'second-engine/deployment.yaml'), variables: 'SECOND_ENGINE' },
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

  return mutants.filter((mutant) => mutated.includes(mutant.path));
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
  { folder: own, mutated, others, command, deploymentFile, variables }: Subject,
  mutant: Mutant | undefined,
): Promise<AsyncDisposable & { readonly deployment: Deployment | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-mutant-'));
  for (const path of [...mutated, ...others]) cpSync(join(own, path), join(folder, path));
  if (mutant !== undefined) {
    const path = join(folder, mutant.path);
    writeFileSync(path, mutate(readFileSync(path, 'utf8'), mutant));
  }
  const server = start({ folder, env: process.env }, command);
  const said = await server.printed(/^\{.*\}$/m).catch(() => '');
  const { url = '', tokens = {} } = JSON.parse(/^\{.*\}$/m.exec(said)?.[0] ?? '{}');
  const environment = Object.entries<string>({ URL: url, ...tokens }).map(
    ([name, value]) => [`${variables}_${name.toUpperCase()}`, value] as const,
  );
  const text = readFileSync(deploymentFile, 'utf8');
  const limits = { timeout: 2000 };

  return {
    deployment:
      url === ''
        ? undefined
        : readDeployment(text, deploymentFile, Object.fromEntries(environment), { limits }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
