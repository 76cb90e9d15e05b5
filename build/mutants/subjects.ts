/** The servers that are mutated, and how each is started from a folder that holds a mutated copy. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../conformance/index.ts';
import { serve } from '../package/processes.ts';
import { type Edit, type Mutant, mutate, toMutants } from './mutant.ts';
import { mutateTypeScript } from './mutate-typescript.ts';

const TEST = join(import.meta.dirname, '../../test');

interface Subject {
  readonly name: string;
  readonly folder: string;
  readonly mutated: readonly string[];
  /** The files that the mutated files need. */
  readonly others: readonly string[];
  /** Prints one line of JSON, with `url` and `tokens` by merchant, when it listens. */
  readonly command: readonly [string, ...string[]];
  readonly edits: (folder: string, paths: readonly string[]) => readonly Edit[];
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
    edits: (folder, paths) =>
      paths.flatMap((path) => mutateTypeScript(path, readFileSync(join(folder, path), 'utf8'))),
    deploymentFile: join(import.meta.dirname, 'reference.yaml'),
    variables: 'MUTANT',
  },
  {
    name: 'the second engine',
    folder: join(TEST, 'second-engine'),
    mutated: ['book.py', 'fields.py', 'pricing.py', 'serve.py', 'service.py', 'tokens.py'],
    others: ['defects.py', 'habits.py', 'refusal.py'],
    command: ['python3', '-B', 'serve.py'],
    edits: (cwd, paths) => {
      const script = join(import.meta.dirname, 'mutate_python.py');
      return JSON.parse(execFileSync('python3', ['-B', script, ...paths], { cwd, encoding: 'utf8' }));
    },
    deploymentFile: join(TEST, 'second-engine/deployment.yaml'),
    variables: 'SECOND_ENGINE',
  },
];

export function mutantsOf({ folder, mutated, edits }: Subject): readonly Mutant[] {
  return toMutants(edits(folder, mutated), (path) => readFileSync(join(folder, path), 'utf8'));
}

interface Started extends AsyncDisposable {
  /** Undefined where the server ended before it listened. */
  readonly deployment: Deployment | undefined;
}

/** Starts a subject as it is, or one of its mutants. */
export async function start(subject: Subject, mutant: Mutant | undefined): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-mutant-'));
  for (const path of [...subject.mutated, ...subject.others])
    cpSync(join(subject.folder, path), join(folder, path));
  if (mutant !== undefined) {
    const path = join(folder, mutant.path);
    writeFileSync(path, mutate(readFileSync(path, 'utf8'), mutant));
  }
  const server = serve({ folder, env: process.env }, subject.command);
  const line = await server.printed(LISTENING).then(
    (text) => LISTENING.exec(text)?.[0],
    () => undefined,
  );

  return {
    deployment: line === undefined ? undefined : deploymentOf(subject, line),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The line of JSON that a subject prints. */
const LISTENING = /^\{.*\}$/m;

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
