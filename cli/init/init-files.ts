/** The files that init writes, filled from its templates, and how it writes them: all, or none. */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { readYaml } from '../../src/reading/yaml.ts';
import { UsageError } from '../command.ts';
import { codeOf, repositoryAbove } from '../files.ts';
import { fillTemplate, readTemplate } from '../templates.ts';
import { deploymentText, type Surveyed, type Way } from './deployment-text.ts';

/** An entry of `ways.yaml`. */
interface WayToRun {
  /** What the job needs, as the comment at the top of its file says it. */
  readonly needs: string;
  /** What the user has to provide, as the summary of init says it. */
  readonly todo: string;
  /** What a project does so that its tests run beside tollgate. */
  readonly own: string;
  readonly github: Readonly<Record<string, string>>;
  readonly gitlab: Readonly<Record<string, string>>;
}

/** The CI systems to write workflows for, how the workflows get tollgate, and how they run the tests. */
interface Workflows {
  readonly ci: 'github' | 'gitlab' | 'none' | undefined;
  readonly way: Way;
  /** Undefined where it is unknown. */
  readonly tests: string | undefined;
}

export interface NewFile {
  /** From the current folder. */
  readonly path: string;
  readonly text: string;
}

export const DEPLOYMENT_FILE = 'tollgate.yaml';
export const GITLAB_JOB = '.gitlab/tollgate.yml';
export const GITLAB_PIPELINE = '.gitlab-ci.yml';

/** @param surveyed a deployment to judge; `'unknown'` before the survey, which leaves its file empty */
export function initFiles(
  surveyed: Surveyed | 'unknown' | undefined,
  { ci, way, tests }: Workflows,
): readonly NewFile[] {
  const judged = surveyed === undefined ? 'client' : 'service';
  const text = typeof surveyed === 'object' ? deploymentText(surveyed, way) : '';
  const isFor = (system: 'github' | 'gitlab') => ci === undefined || ci === system;
  const workflowFor = (system: 'github' | 'gitlab', path: string): readonly NewFile[] =>
    isFor(system) ? [{ path, text: workflow(system, judged, way, tests) }] : [];

  return [
    ...(surveyed === undefined ? [] : [{ path: DEPLOYMENT_FILE, text }]),
    ...workflowFor('github', '.github/workflows/tollgate.yml'),
    ...workflowFor('gitlab', GITLAB_JOB),
    // An existing pipeline is never overwritten.
    ...(isFor('gitlab') && !existsSync(GITLAB_PIPELINE)
      ? [{ path: GITLAB_PIPELINE, text: `include:\n  - local: ${GITLAB_JOB}\n` }]
      : []),
  ];
}

const WAYS = 'cli/init/templates/ways.yaml';

export function wayToRun(way: Way): WayToRun {
  const ways = readYaml(readTemplate(WAYS), WAYS, 'objects') as Record<Way, WayToRun>;

  return ways[way];
}

/**
 * A workflow that judges a deployment, or the client that the tests of the project run.
 *
 * @param tests the command that runs the tests; to be filled in where it is unknown
 */
export function workflow(
  ci: 'github' | 'gitlab',
  judged: 'service' | 'client',
  way: Way,
  tests = way === 'npm' ? 'npm test' : '',
): string {
  const { needs, ...ways } = wayToRun(way);
  // Elsewhere than in a project of npm, the file has the command of its tests in a variable.
  const hasVariable = way !== 'npm';

  return fillTemplate(`cli/init/templates/${ci}-${judged}.yml`, {
    ...{ needs, ...ways[ci], command: hasVariable ? 'sh -c "$TESTS"' : tests },
    tests: hasVariable ? `TESTS: '${tests}'` : '',
    unset: hasVariable && tests === '' ? DEMAND_TESTS : '',
  });
}

/** A line of shell that ends the job with an error message if the variable is not set. */
const DEMAND_TESTS = `: "\${TESTS:?expected the command that runs your tests, got nothing: write it into this file}"`;

/** Where package.json takes tollgate from, such as `file:tollgate.tgz`; undefined if it does not name it. */
export function declaredTollgate(): string | undefined {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const from: unknown = { ...dependencies, ...devDependencies }.tollgate;

    return typeof from === 'string' ? from : undefined;
  } catch {
    return undefined;
  }
}

/** Without package.json, a project in Python has no tollgate among its packages: it takes the image. */
export function isPython(): boolean {
  return (
    !existsSync('package.json') &&
    ['pyproject.toml', 'requirements.txt', 'setup.py'].some((name) => existsSync(name))
  );
}

/** The path from this folder to the root of the repository above it: CI reads workflows only there. */
export function rootAbove(): string | undefined {
  const root = repositoryAbove(process.cwd());

  return root === undefined ? undefined : relative('', root) || undefined;
}

/** The paths that exist, dangling links included. @throws UsageError where one is a folder */
export function existingPaths(files: readonly NewFile[]): readonly string[] {
  return files.flatMap(({ path }) => {
    const found = attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (found?.isDirectory())
      throw new UsageError(`init: expected to write the file ${path}, got a folder there`);

    return found === undefined ? [] : [path];
  });
}

/**
 * Writes every text beside its place before it renames the first, so that a full disk or a read-only folder changes nothing.
 *
 * @throws UsageError
 */
export function writeFiles(files: readonly NewFile[]): void {
  const draftOf = (path: string) => `${path}.tollgate-draft`;
  const made: string[] = [];
  try {
    for (const { path, text } of files)
      attempt(path, () => {
        made.push(...[mkdirSync(dirname(path), { recursive: true }) ?? [], draftOf(path)].flat());
        writeFileSync(draftOf(path), text);
      });
  } catch (error) {
    for (const path of made.toReversed()) rmSync(path, { recursive: true, force: true });
    throw error;
  }
  for (const { path } of files) attempt(path, () => renameSync(draftOf(path), path));
}

/** @throws UsageError */
function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new UsageError(`init: ${path} cannot be written (${codeOf(cause)}): nothing was written`);
  }
}
