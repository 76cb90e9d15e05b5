/** Obtains tokens from the commands of a deployment, and makes what renews them during a run. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { maskAddresses } from '../../src/text/mask.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { type Deployment, DeploymentError, type MerchantAccess } from './deployment.ts';
import { checkToken } from './read-deployment.ts';

/** Milliseconds for the command. */
const TIME_LIMIT = 60_000;

/** Milliseconds to wait for its output after it has ended. */
const DRAIN = 1_000;

/** In bytes; the rest is not read. */
const LONGEST_OUTPUT = 64 * 1024;

/** Of the first line of standard error, in characters. */
const LONGEST_REASON = 200;

/**
 * The deployment with the tokens that its commands print; one whose tokens are known stays as it is.
 *
 * @param warn is called for each further run of a command
 * @throws DeploymentError where a command gives no token
 */
export async function obtainTokens(
  deployment: Deployment,
  warn: (message: string) => void = () => {},
): Promise<Deployment> {
  const obtain = async (access: MerchantAccess): Promise<MerchantAccess> => {
    const { token, tokenCommand: command } = access;
    if (command === undefined || token !== undefined) return access;

    return {
      ...access,
      token: await runTokenCommand(command),
      async renewToken(signal) {
        warn('a token that was accepted got a 401: running the token command again');
        try {
          return await runTokenCommand(command, signal);
        } catch (error) {
          if (!(error instanceof DeploymentError)) throw error;
          if (!signal.aborted) warn(error.message);

          return undefined;
        }
      },
    };
  };
  const { one, several } = deployment;

  return { ...deployment, one: await obtain(one), several: several && (await obtain(several)) };
}

/** The first line that the command prints. @throws DeploymentError where there is none, or the command fails */
async function runTokenCommand(command: string, signal?: AbortSignal): Promise<string> {
  // In a group of its own, so that nothing that it starts is left behind.
  const child = spawn(command, {
    shell: true,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [printed, problem] = [collect(child.stdout), collect(child.stderr)];
  const kill = () => endGroup(child);
  process.once('exit', kill);
  const deadline = AbortSignal.any([
    AbortSignal.timeout(TIME_LIMIT),
    ...(signal === undefined ? [] : [signal]),
  ]);
  deadline.addEventListener('abort', kill, { once: true });
  try {
    const ending = await whenEnded(child);
    kill();
    await Promise.race([closed, pause(DRAIN, undefined, { ref: false })]);
    const token = firstLine(printed());
    if (deadline.aborted) throw noToken(`no end within ${TIME_LIMIT / 1000} s`);
    if (ending !== 'exit code 0') throw noToken(ending, firstLine(problem()));
    if (token === '') throw noToken('an empty line', firstLine(problem()));
    checkToken(token, 'token command');

    return token;
  } finally {
    process.off('exit', kill);
    deadline.removeEventListener('abort', kill);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

/** @returns the beginning of what the stream gave so far */
function collect(stream: Readable): () => string {
  let beginning = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    if (beginning.length < LONGEST_OUTPUT) beginning = Buffer.concat([beginning, chunk]);
  });

  return () => beginning.toString();
}

function noToken(got: string, reason = ''): DeploymentError {
  const why = reason === '' ? '' : `: ${cut(visibleLine(maskAddresses(reason)), LONGEST_REASON)}`;

  return new DeploymentError(
    `token command: expected a token on the first line of its standard output, got ${got}${why}`,
  );
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      resolve(`no shell that starts it (${code})`),
    );
    child.once('exit', (code, signal) =>
      resolve(code === null ? `an end by ${signal}` : `exit code ${code}`),
    );
  });
}

function firstLine(output: string): string {
  return output.split('\n', 1).join('').trim();
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
