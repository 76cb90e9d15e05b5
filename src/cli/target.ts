/** The deployment that a command is about: from a file, from the command line, or the built-in mock. */
import { randomBytes } from 'node:crypto';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { readDeployment } from '../../conformance/deployment/deployment-file.ts';
import type { Given, World } from './command.ts';
import { describeMock } from './describe-mock.ts';
import { readNamed } from './files.ts';
import { numberOf, textOf } from './given.ts';
import { readReaching } from './reaching.ts';

export interface Target extends AsyncDisposable {
  readonly deployment: Deployment;
}

/**
 * Where neither an address nor a file is given, a mock is started on a free port and ends with the target.
 *
 * @throws UsageError, DeploymentError
 */
export async function openTarget(
  given: Given,
  url: string | undefined,
  { environment }: World,
): Promise<Target> {
  const path = textOf(given, 'deployment');
  const limits = {
    concurrency: numberOf(given, 'concurrency', { min: 1, max: 64 }),
    rate: numberOf(given, 'rate', { min: 0.1, max: 100_000, fractions: true }),
    timeout: numberOf(given, 'timeout', { min: 10, max: 600_000 }),
  };
  const token = textOf(given, 'token') ?? (environment['TOLLGATE_TOKEN'] || undefined);
  if (url === undefined && path === undefined) return openBuiltIn(limits);
  const text = path === undefined ? '' : readNamed(path, '--deployment');
  const overrides = { url, token, limits, tls: readReaching(given) };
  const deployment = readDeployment(text, path ?? 'command line', environment, overrides);

  return { deployment, [Symbol.asyncDispose]: async () => {} };
}

type LimitOverrides = NonNullable<Parameters<typeof readDeployment>[3]['limits']>;

/** It takes no token but its own. */
async function openBuiltIn(overrides: LimitOverrides): Promise<Target> {
  const { startMock } = await import('../mock/index.ts');
  const mock = await startMock({ port: 0, jwtSecret: randomBytes(32).toString('hex') });
  const { limits } = readDeployment('', 'built-in mock', {}, { url: mock.url, limits: overrides });

  return { deployment: describeMock(mock, limits), [Symbol.asyncDispose]: () => mock.close() };
}
