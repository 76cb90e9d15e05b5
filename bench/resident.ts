/** How much memory another process takes. Read from /proc, so on Linux alone. */
import { readFileSync } from 'node:fs';

/** Bytes. */
export interface Resident {
  readonly now: number;
  /** Whenever it was the most. */
  readonly most: number;
}

/** Undefined where this system does not say. */
export function residentOf(pid: number): Resident | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');

    return { now: kibibytes(status, 'VmRSS'), most: kibibytes(status, 'VmHWM') };
  } catch {
    return undefined;
  }
}

function kibibytes(status: string, name: string): number {
  const figure = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1];
  if (figure === undefined) throw new Error(`expected ${name} in KiB, got none`);

  return Number(figure) * 1024;
}
