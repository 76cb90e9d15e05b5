/** Runs the steps of a check. Each prints what it found or what is wrong, and how long it took. */
import { rmSync } from 'node:fs';

/** A short result of a step, and its value for later steps. */
export interface StepResult<T> {
  readonly found: string;
  readonly value: T;
}

/** Runs a step that later ones depend on. Where it fails, the process ends with exit code 1. */
export async function prepare<T>(name: string, act: () => Promise<StepResult<T>>): Promise<T> {
  const result = await timed(name, act);
  if (result === undefined) process.exit(1);

  return result.value;
}

/** Runs a step that no other depends on. Where it fails, the exit code is 1 and later steps still run. */
export async function step(name: string, act: () => Promise<string>): Promise<void> {
  await timed(name, async () => ({ found: await act(), value: undefined }));
}

async function timed<T>(name: string, act: () => Promise<StepResult<T>>): Promise<StepResult<T> | undefined> {
  const started = performance.now();
  const print = (result: string, text: string) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
    process.stdout.write(`${result} ${seconds} s  ${name}: ${text}\n`);
  };
  try {
    const result = await act();
    print('ok  ', result.found);

    return result;
  } catch (error) {
    // The error of a failed program has its output.
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    print('FAIL', [message, stdout, stderr].filter(Boolean).join('\n'));
    process.exitCode = 1;

    return undefined;
  }
}

/** Removes a folder when the check ends, however it ends. */
export function removeAtEnd(folder: string): void {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
