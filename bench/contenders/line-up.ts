/** Finds the servers to compare, starts each once, and verifies what it checks. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FeeCall } from '../fee-call.ts';
import type { Processes } from '../processes.ts';
import { type Command, type Serving, serve } from '../serve.ts';
import type { Contender } from './contender.ts';
import { type ProbeName, probe } from './probes.ts';

export interface Contestant extends Pick<Contender, 'name' | 'about' | 'stands'> {
  readonly version: string;
  /** Starts a fresh process each time. */
  readonly serve: () => Promise<Serving>;
}

export interface LineUp {
  readonly contestants: readonly Contestant[];
  /** A line for each server that was left out: why, and what to do about it. */
  readonly missing: readonly string[];
}

interface LineUpOptions {
  readonly processes: Processes;
  readonly call: FeeCall;
  /** For files of the contenders. */
  readonly folder: string;
  readonly progress: (text: string) => void;
}

/** @throws where a server does not pass exactly its probes */
export async function lineUp(contenders: readonly Contender[], options: LineUpOptions): Promise<LineUp> {
  const { processes, call, progress } = options;
  const contestants: Contestant[] = [];
  const missing: string[] = [];
  // The first is the mock; others return its answer.
  let answer = '{}';

  for (const [at, { name, about, stands, find }] of contenders.entries()) {
    progress(`looking at ${name}`);
    const found = await find(processes);
    if (found.kind === 'missing') {
      missing.push(`${name}: left out, ${found.why}`);
      continue;
    }
    const folder = join(options.folder, `${at}`);
    mkdirSync(folder);
    const commandFor = (port: number): Command => found.commandFor({ port, answer, folder });
    const start = () => serve(processes, call, commandFor);
    await using serving = await start();
    if (at === 0) answer = serving.answer;
    expectToStand(name, stands, await probe(serving.port, call));
    contestants.push({ name, about, stands, version: found.version, serve: start });
  }

  return { contestants, missing };
}

/** @throws */
export function expectToStand(
  name: string,
  expected: readonly ProbeName[],
  stood: readonly ProbeName[],
): void {
  const lacking = expected.filter((probe) => !stood.includes(probe));
  const surplus = stood.filter((probe) => !expected.includes(probe));
  if (lacking.length === 0 && surplus.length === 0) return;
  throw new Error(
    `${name}: is not set up as expected: ${[
      ...lacking.map((probe) => `it should pass "${probe}", but does not`),
      ...surplus.map((probe) => `it passes "${probe}", which is not in its list`),
    ].join('; ')}`,
  );
}
