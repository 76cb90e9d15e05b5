/** The servers that are mutated, their mutants, and how each is started from a folder that holds a mutated copy. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../conformance/index.ts';
import { start } from '../processes.ts';

const TEST = join(import.meta.dirname, '../../test');
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
    name: 'the reference deployment',
    folder: join(TEST, 'deployments'),
    mutated: ['reference.ts'],
    others: ['listen.ts'],
    command: [process.execPath, '--input-type=module', '--eval', START_REFERENCE],
    deploymentFile: join(import.meta.dirname, 'reference.yaml'),
    variables: 'MUTANT',
  },
  {
    name: 'the second engine',
    folder: join(TEST, 'second-engine'),
    mutated: ['book.py', 'fields.py', 'pricing.py', 'serve.py', 'service.py', 'tokens.py'],
    others: ['defects.py', 'habits.py', 'refusal.py'],
    command: ['python3', '-B', 'serve.py'],
    deploymentFile: join(TEST, 'second-engine/deployment.yaml'),
    variables: 'SECOND_ENGINE',
  },
];

export function mutantsOf({ mutated }: Subject, list = readFileSync(LIST, 'utf8')): readonly Mutant[] {
  const mutants: Mutant[] = [];
  let [path, line] = ['', ''];
  for (const row of list.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, mark, change = '', after = ''] = /^ {2}([ ?]) (.*?) =>(?: (.*))?$/.exec(row) ?? [];
    if (/^\[.*\]$/.test(row)) path = row.slice(1, -1);
    else if (change === '') line = row;
    else {
      const before = change === 'all' ? line : change;
      mutants.push({ path, line, before, after, isMissed: mark === '?' });
    }
  }

  return mutants.filter((mutant) => mutated.includes(mutant.path));
}

/** @throws where the text has the line not once, or without what is to change */
export function mutate(text: string, { path, line, before, after }: Mutant): string {
  const lines = text.split('\n');
  const [at = -1, ...others] = lines.flatMap((own, index) => (own.trim() === line ? [index] : []));
  if (at < 0 || others.length > 0 || !line.includes(before))
    throw new Error(`${path}: expected once a line with ${before}, got ${others.length} others: ${line}`);

  return lines
    .with(
      at,
      lines[at]!.replace(before, () => after),
    )
    .join('\n');
}

interface Started extends AsyncDisposable {
  /** Undefined where the server ended before it listened. */
  readonly deployment: Deployment | undefined;
}

/** The line of JSON that a subject prints. */
const LISTENING = /^\{.*\}$/m;

/** Starts a subject as it is, or one of its mutants. */
export async function startSubject(subject: Subject, mutant: Mutant | undefined): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-mutant-'));
  for (const path of [...subject.mutated, ...subject.others])
    cpSync(join(subject.folder, path), join(folder, path));
  if (mutant !== undefined) {
    const path = join(folder, mutant.path);
    writeFileSync(path, mutate(readFileSync(path, 'utf8'), mutant));
  }
  const server = start({ folder, env: process.env }, subject.command);
  const said = await server.printed(LISTENING).catch(() => undefined);

  return {
    deployment: said === undefined ? undefined : deploymentOf(subject, LISTENING.exec(said)![0]),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

function deploymentOf({ deploymentFile, variables }: Subject, line: string): Deployment | undefined {
  const { url, tokens } = JSON.parse(line);
  const environment = Object.fromEntries(
    Object.entries<string>({ URL: url, ...tokens }).map(([name, value]) => [
      `${variables}_${name.toUpperCase()}`,
      value,
    ]),
  );

  return readDeployment(readFileSync(deploymentFile, 'utf8'), deploymentFile, environment, {
    limits: { timeout: 2000 },
  });
}
