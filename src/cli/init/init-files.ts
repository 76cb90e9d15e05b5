/** Which files init writes, and where. */
import { existsSync, readFileSync } from 'node:fs';
import { repositoryAbove } from '../files.ts';
import { deploymentText, type Surveyed } from './deployment-text.ts';
import { githubBesideTests, githubGate } from './github-workflow.ts';
import { GITLAB_JOB, gitlabBesideTests, gitlabGate, gitlabPipeline } from './gitlab-pipeline.ts';
import { mockDeploymentText } from './mock-deployment-text.ts';
import type { NewFile } from './write-all.ts';

export type Ci = 'github' | 'gitlab' | 'both' | 'none';

export const DEPLOYMENT_FILE = 'tollgate.yaml';
const GITHUB_WORKFLOW = '.github/workflows/tollgate.yml';
const GITLAB_PIPELINE = '.gitlab-ci.yml';

/** @param surveyed undefined for the mock as it comes */
export function initFiles(surveyed: Surveyed | undefined, ci: Ci): readonly NewFile[] {
  const gates = surveyed !== undefined;
  const deployment = gates ? deploymentText(surveyed) : mockDeploymentText();
  const github = { path: GITHUB_WORKFLOW, text: gates ? githubGate() : githubBesideTests() };
  const gitlab = [
    { path: GITLAB_JOB, text: gates ? gitlabGate() : gitlabBesideTests() },
    // A pipeline that is there belongs to somebody: it is never written over.
    ...(existsSync(GITLAB_PIPELINE) ? [] : [{ path: GITLAB_PIPELINE, text: gitlabPipeline() }]),
  ];

  return [
    { path: DEPLOYMENT_FILE, text: deployment },
    ...(ci === 'github' || ci === 'both' ? [github] : []),
    ...(ci === 'gitlab' || ci === 'both' ? gitlab : []),
  ];
}

/** The root of the repository, where this folder is below it: workflows are read there alone. */
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
