/** Which files init writes, and where. */
import { existsSync, readFileSync } from 'node:fs';
import { repositoryAbove } from '../files.ts';
import { deploymentText, type Surveyed } from './deployment-text.ts';
import { GITLAB_INCLUDE, GITLAB_JOB, type Way, workflow } from './workflows.ts';
import type { NewFile } from './write-files.ts';

/** The CI systems to write workflows for, and how the workflows get tollgate. */
export interface Workflows {
  readonly ci: 'github' | 'gitlab' | 'both' | 'none';
  readonly way: Way;
}

export const DEPLOYMENT_FILE = 'tollgate.yaml';
const GITHUB_WORKFLOW = '.github/workflows/tollgate.yml';
const GITLAB_PIPELINE = '.gitlab-ci.yml';

/** What the workflows judge. */
export type Judged = { readonly kind: 'service'; readonly surveyed: Surveyed } | { readonly kind: 'client' };

/** The paths of `initFiles`, which are known before the survey. */
export function initPaths(kind: Judged['kind'], workflows: Workflows): readonly string[] {
  return workflowsFor(kind, workflows)
    .map(({ path }) => path)
    .toSpliced(0, 0, ...(kind === 'service' ? [DEPLOYMENT_FILE] : []));
}

export function initFiles(judged: Judged, which: Workflows): readonly NewFile[] {
  const workflows = workflowsFor(judged.kind, which);

  return judged.kind === 'client'
    ? workflows
    : [{ path: DEPLOYMENT_FILE, text: deploymentText(judged.surveyed) }, ...workflows];
}

function workflowsFor(kind: Judged['kind'], { ci, way }: Workflows): readonly NewFile[] {
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
