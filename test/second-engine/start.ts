/** Starts the second engine, which is written in Python, as a process of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What it prints when it listens. */
interface Started {
  readonly url: string;
  /** By merchant. */
  readonly tokens: { readonly bakery: string; readonly outfitter: string };
}

export interface SecondEngine extends Started, AsyncDisposable {}

/**
 * Whether there is a python3 to run it. Where there is none its tests are left out, with a line that says so; on CI
 * that would be a hole nobody sees, so there they run, and fail.
 */
export function hasPython(): boolean {
  const isInstalled = spawnSync('python3', ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true') {
    process.stderr.write('python3 is not installed: the tests of the second engine are left out\n');
  }

  return isInstalled || process.env['CI'] === 'true';
}

/** The mistakes that it can be told to make, by the names in defects.py. */
export async function startSecondEngine(defect?: string): Promise<SecondEngine> {
  const args = [
    '-B',
    join(import.meta.dirname, 'serve.py'),
    ...(defect === undefined ? [] : ['--defect', defect]),
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
