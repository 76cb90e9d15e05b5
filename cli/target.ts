/** Opens the deployment of a command: from a file, from the command line, or the built-in mock. */
import { randomBytes } from 'node:crypto';
import type { Deployment } from '../conformance/deployment/deployment.ts';
import { givesOtherToken, readDeployment } from '../conformance/deployment/read-deployment.ts';
import { obtainTokens } from '../conformance/deployment/token-command.ts';
import { visibleLine } from '../src/text/visible.ts';
import { type CommandContext, refuseEmpty, UsageError, type Values } from './command.ts';
import type { CONNECTION_OPTIONS } from './commands/options.ts';
import { describeMock } from './describe-mock.ts';
import { readUserFile } from './files.ts';

/** The options that describe a deployment; a command has some of them. */
type TargetOptions = Values<typeof CONNECTION_OPTIONS> & {
  readonly deployment?: string | undefined;
  readonly mock?: boolean;
  readonly token: string | undefined;
  readonly tokenCommand: string | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  readonly timeout: number | undefined;
};

interface Target extends AsyncDisposable {
  readonly deployment: Deployment;
}

/**
 * An address overrides that of the deployment file, and a token that of its `merchants.one`. `--mock` starts a mock on a
 * free port that ends with the target.
 *
 * @throws UsageError where nothing names a deployment, or `--mock` stands beside another; DeploymentError
 */
export async function openTarget(
  options: TargetOptions,
  url: string | undefined,
  { environment, warn }: CommandContext,
): Promise<Target> {
  const { deployment: path, mock: isMock = false, token, tokenCommand: command } = options;
  const { concurrency, rate, timeout, ca, cert, key, insecure } = options;
  if (url !== undefined) refuseEmpty(url, 'url', 'an address such as https://fees.example.com');
  if (isMock && url !== undefined) throw new UsageError('--mock: expected no address beside it, got one');
  if (isMock && path !== undefined)
    throw new UsageError('--mock: expected no --deployment beside it, got one');
  if (!isMock && url === undefined && path === undefined)
    throw new UsageError(
      'url: expected the address of a deployment, --deployment FILE, or --mock for the built-in mock, got nothing',
    );
  if (command !== undefined && (token !== undefined || isMock))
    throw new UsageError(`--token-command: expected no ${isMock ? '--mock' : '--token'} beside it, got both`);
  const limits = { concurrency, rate, timeout };
  if (isMock) return openBuiltIn(limits);
  const where = path ?? 'command line';
  const text = path === undefined ? '' : readUserFile(path, '--deployment');
  const variable = (token ?? command) === undefined ? environment['TOLLGATE_TOKEN'] || undefined : undefined;
  const deployment = readDeployment(text, where, environment, {
    token: command === undefined ? (token ?? variable) : { command },
    ...{ url, limits, tls: { ca, cert, key, insecure } },
  });
  // A token that is typed replaces the other one on purpose; a variable may be left from another shell.
  if (variable !== undefined && givesOtherToken(text, where, environment, variable))
    warn(`tollgate: TOLLGATE_TOKEN is used in place of merchants.one.token of ${visibleLine(where)}\n`);

  return {
    deployment: await obtainTokens(deployment, (message) => warn(`tollgate: ${message}\n`)),
    [Symbol.asyncDispose]: async () => {},
  };
}

type LimitOverrides = NonNullable<Parameters<typeof readDeployment>[3]['limits']>;

/** The built-in mock accepts only its own tokens. */
async function openBuiltIn(overrides: LimitOverrides): Promise<Target> {
  const { startMock } = await import('../src/mock/index.ts');
  const mock = await startMock({ port: 0, jwtSecret: randomBytes(32).toString('hex') });
  const { limits } = readDeployment('', 'built-in mock', {}, { url: mock.url, limits: overrides });

  return { deployment: describeMock(mock, limits), [Symbol.asyncDispose]: () => mock.close() };
}
