/** Reads the resident memory of another process from /proc, which only Linux has. */
import { readFileSync } from 'node:fs';

/** In bytes. */
export interface Resident {
  readonly now: number;
  /** The peak. */
  readonly most: number;
}

/** Undefined where the system does not tell. */
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
