/** Starts the second engine, a Python program, in a process of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The line that it prints when it listens. */
interface Started {
  readonly url: string;
  /** By merchant. */
  readonly tokens: { readonly bakery: string; readonly outfitter: string };
}

export interface SecondEngine extends Started, AsyncDisposable {}

/**
 * Whether python3 is installed. Without it, the tests that need it are skipped with a warning; on CI they run and fail,
 * so that a missing python3 is noticed.
 */
export function hasPython(): boolean {
  const isInstalled = spawnSync('python3', ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true') {
    process.stderr.write('python3 is not installed: the tests of the second engine are left out\n');
  }

  return isInstalled || process.env['CI'] === 'true';
}

/** The defects and habits that it can have are named in defects.py and habits.py. */
export async function startSecondEngine(
  defect?: string,
  habits: readonly string[] = [],
): Promise<SecondEngine> {
  const args = [
    '-B',
    join(import.meta.dirname, 'serve.py'),
    ...(defect === undefined ? [] : ['--defect', defect]),
    ...habits.flatMap((habit) => ['--habit', habit]),
  ];
  const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    firstLine(child.stdout),
    exited.then(() => Promise.reject(new Error(`the second engine ended before it listened: ${complaint}`))),
  ]);

  return {
    ...(JSON.parse(line) as Started),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
}
