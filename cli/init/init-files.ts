/** Which files init writes and where, and how: all of them, or none. */

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command.ts';
import { codeOf, repositoryAbove } from '../files.ts';
import { deploymentText, type Surveyed } from './deployment-text.ts';
import { GITLAB_INCLUDE, GITLAB_JOB, type Way, workflow } from './workflows.ts';

/** The CI systems to write workflows for, and how the workflows get tollgate. */
export interface Workflows {
  readonly ci: 'github' | 'gitlab' | 'both' | 'none';
  readonly way: Way;
}

export const DEPLOYMENT_FILE = 'tollgate.yaml';
const GITHUB_WORKFLOW = '.github/workflows/tollgate.yml';
const GITLAB_PIPELINE = '.gitlab-ci.yml';

/** What the workflows judge. */
export type JudgedSubject =
  | { readonly kind: 'service'; readonly surveyed: Surveyed }
  | { readonly kind: 'client' };

/** The paths of `initFiles`, which are known before the survey. */
export function initPaths(kind: JudgedSubject['kind'], workflows: Workflows): readonly string[] {
  return workflowsFor(kind, workflows)
    .map(({ path }) => path)
    .toSpliced(0, 0, ...(kind === 'service' ? [DEPLOYMENT_FILE] : []));
}

export function initFiles(judged: JudgedSubject, which: Workflows): readonly NewFile[] {
  const workflows = workflowsFor(judged.kind, which);

  return judged.kind === 'client'
    ? workflows
    : [{ path: DEPLOYMENT_FILE, text: deploymentText(judged.surveyed, which.way) }, ...workflows];
}

function workflowsFor(kind: JudgedSubject['kind'], { ci, way }: Workflows): readonly NewFile[] {
  const github = { path: GITHUB_WORKFLOW, text: workflow('github', kind, way) };
  const gitlab = [
    { path: GITLAB_JOB, text: workflow('gitlab', kind, way) },
    // An existing pipeline is never overwritten.
    ...(existsSync(GITLAB_PIPELINE) ? [] : [{ path: GITLAB_PIPELINE, text: GITLAB_INCLUDE }]),
  ];

  return [
    ...(ci === 'github' || ci === 'both' ? [github] : []),
    ...(ci === 'gitlab' || ci === 'both' ? gitlab : []),
  ];
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

export interface NewFile {
  /** From the current folder. */
  readonly path: string;
  readonly text: string;
}

/** The paths that exist, dangling links included. @throws UsageError where one is a folder */
export function existingPaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const found = lstat(path);
    if (found?.isDirectory())
      throw new UsageError(`init: expected to write the file ${path}, got a folder there`);

    return found !== undefined;
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
