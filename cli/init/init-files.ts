/** Which files init writes and where, and how: all of them, or none. */

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command.ts';
import { codeOf, repositoryAbove } from '../files.ts';
import { deploymentText, type Surveyed } from './deployment-text.ts';
import { GITLAB_JOB, type Way, workflow } from './workflows.ts';

/** The CI systems to write workflows for, how the workflows get tollgate, and how they run the tests. */
interface Workflows {
  readonly ci: 'github' | 'gitlab' | 'none' | undefined;
  readonly way: Way;
  readonly tests: string | undefined;
}

export const DEPLOYMENT_FILE = 'tollgate.yaml';
const GITLAB_PIPELINE = '.gitlab-ci.yml';

export interface NewFile {
  /** From the current folder. */
  readonly path: string;
  readonly text: string;
}

/** @param surveyed a deployment to judge; `'unknown'` before the survey, which leaves its file empty */
export function initFiles(
  surveyed: Surveyed | 'unknown' | undefined,
  { ci, way, tests }: Workflows,
): readonly NewFile[] {
  const judged = surveyed === undefined ? 'client' : 'service';
  const text = typeof surveyed === 'object' ? deploymentText(surveyed, way) : '';

  return [
    ...(surveyed === undefined ? [] : [{ path: DEPLOYMENT_FILE, text }]),
    ...(ci === undefined || ci === 'github'
      ? [{ path: '.github/workflows/tollgate.yml', text: workflow('github', judged, way, tests) }]
      : []),
    ...(ci === undefined || ci === 'gitlab'
      ? [
          { path: GITLAB_JOB, text: workflow('gitlab', judged, way, tests) },
          // An existing pipeline is never overwritten.
          ...(existsSync(GITLAB_PIPELINE)
            ? []
            : [{ path: GITLAB_PIPELINE, text: `include:\n  - local: ${GITLAB_JOB}\n` }]),
        ]
      : []),
  ];
}

/** Without package.json, a project in Python has no tollgate among its packages: it takes the image. */
export function isPython(): boolean {
  return (
    !existsSync('package.json') &&
    ['pyproject.toml', 'requirements.txt', 'setup.py'].some((name) => existsSync(name))
  );
}

/** The root of the repository if this folder is below it: CI reads workflows only there. */
export function rootAbove(): string | undefined {
  const root = repositoryAbove(process.cwd());

  return root === process.cwd() ? undefined : root;
}

/** Whether the pipeline of the project includes the job. */
export function isIncluded(): boolean {
  try {
    return readFileSync(GITLAB_PIPELINE, 'utf8').includes(GITLAB_JOB);
  } catch {
    return false;
  }
}

/** The paths that exist, dangling links included. @throws UsageError where one is a folder */
export function existingPaths(files: readonly NewFile[]): readonly string[] {
  return files.flatMap(({ path }) => {
    const found = lstat(path);
    if (found?.isDirectory())
      throw new UsageError(`init: expected to write the file ${path}, got a folder there`);

    return found === undefined ? [] : [path];
  });
}

function lstat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new UsageError(`init: ${path} cannot be written (${codeOf(cause)})`);
  }
}

/**
 * Writes every text to a temporary file before it renames the first, so that a full disk or a read-only folder changes
 * nothing.
 *
 * @throws UsageError
 */
export function writeFiles(files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  let path = '';
  try {
    const waiting = files.map((file) => {
      path = file.path;
      const made = mkdirSync(dirname(path), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
      const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`;
      undo.push(() => rmSync(draft, { force: true }));
      writeFileSync(draft, file.text, { flag: 'wx' });

      return { path, draft };
    });
    for (const { path: to, draft } of waiting) {
      path = to;
      const before = lstat(path)?.isFile() ? readFileSync(path) : undefined;
      renameSync(draft, path);
      undo.push(() => (before === undefined ? rmSync(to, { force: true }) : writeFileSync(to, before)));
    }
  } catch (cause) {
    for (const step of undo.toReversed()) step();
    throw new UsageError(`init: ${path} cannot be written (${codeOf(cause)}): nothing was written`);
  }
}
