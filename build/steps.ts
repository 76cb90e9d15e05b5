/** Runs the steps of a check. Each prints what it found or what is wrong, and how long it took. */
import { rmSync } from 'node:fs';

/** A short result of a step, and its value for later steps. */
export interface StepResult<T> {
  readonly found: string;
  readonly value: T;
}

/** Runs a step that later ones depend on. Where it fails, the process ends with exit code 1. */
export async function prepare<T>(name: string, act: () => Promise<StepResult<T>>): Promise<T> {
  const results: StepResult<T>[] = [];
  await step(name, async () => {
    const result = await act();
    results.push(result);

    return result.found;
  });
  const [result] = results;
  if (result === undefined) process.exit(1);

  return result.value;
}

/** Runs a step that no other depends on. Where it fails, the exit code is 1 and later steps still run. */
export async function step(name: string, act: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const print = (result: string, text: string) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
    process.stdout.write(`${result} ${seconds} s  ${name}: ${text}\n`);
  };
  try {
    print('ok  ', await act());
  } catch (error) {
    // The error of a failed program has its output.
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    print('FAIL', [message, stdout, stderr].filter(Boolean).join('\n'));
    process.exitCode = 1;
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
