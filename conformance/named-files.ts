/** Files that a program names: a deployment, waivers, a baseline. */
import { readFileSync } from 'node:fs';
import { AgreementError } from './agreement/agreement-error.ts';
import { type Baseline, readBaseline } from './agreement/baseline.ts';
import type { Waiver } from './agreement/waiver.ts';
import { readWaivers } from './agreement/waiver-file.ts';
import type { Deployment } from './deployment/deployment.ts';
import { type Overrides, readDeployment } from './deployment/deployment-file.ts';

/**
 * The deployment of a file (YAML), in which `${NAME}` reads the environment of this process.
 *
 * @param overrides what goes before the file: address, token, limits (requests per second, milliseconds)
 * @throws Error with `code` `deployment` and everything that is wrong; of a file that cannot be read, that of Node
 */
export function readDeploymentFile(path: string, overrides: Overrides = {}): Deployment {
  return readDeployment(readFileSync(path, 'utf8'), path, process.env, overrides);
}

/** The waivers of a file (YAML). @throws AgreementError with everything that is wrong */
export function readWaiverFile(path: string): readonly Waiver[] {
  return readWaivers(readAgreed(path), path);
}

/** The report of an earlier run, in JSON. @throws AgreementError where it is something else */
export function readBaselineFile(path: string): Baseline {
  return readBaseline(readAgreed(path), path);
}

function readAgreed(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new AgreementError(`${path} cannot be read (${code})`);
  }
}
