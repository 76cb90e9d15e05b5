/** Runs a command once in a process group of its own, with the address of a mock, and leaves none of its processes behind. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '../../conformance/clients/run-client.ts';
import type { CommandResult, RunContext } from '../../conformance/index.ts';
import { UsageError } from '../command.ts';
import { endProcesses, MARK, signalProcesses } from './end-processes.ts';

export interface CommandOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** Between SIGTERM and SIGKILL, in milliseconds; 2000 by default. */
  readonly grace?: number;
  /** Shows what the command prints. */
  readonly show?: ((text: string) => void) | undefined;
}

const GRACE = 2_000;

/** Milliseconds to wait for output after the last process has ended. */
const DRAIN = 1_000;

/** @throws UsageError where the program cannot be started */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { command, environment, signal, grace = GRACE, show } = options;
  const [program = '', ...args] = command;
  const mark = randomUUID();
  const child = spawn(program, args, {
    ...{ detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, [MARK]: mark } },
  });
  const output = collectOutput();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output.add(chunk);
      show?.(chunk.toString());
    });
  const closed = once(child, 'close').catch(() => {});
  const ended = once(child, 'exit').catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw new UsageError(`check-client: expected a program that can be started, got ${program} (${code})`);
  });
  if (child.pid === undefined) return ended as Promise<never>;
  const processes = { group: child.pid, mark };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= endProcesses(processes, grace);
  };
  // A second Ctrl-C ends tollgate at once.
  const kill = () => signalProcesses(processes, 'SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [code, ending] = (await ended) as [number | null, NodeJS.Signals];
    // Processes that are left would keep the output open, and outlive the check.
    await stopping;
    await endProcesses(processes, grace);
    await Promise.race([closed, pause(DRAIN, undefined, { ref: false })]);
    const text = output.text();

    return code === null
      ? { passed: false, reason: `was ended by ${ending}`, output: text }
      : { passed: code === 0, exitCode: code, reason: reasonOf(code), output: text };
  } finally {
    process.off('exit', kill);
    signal.removeEventListener('abort', stop);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** In characters. */
const BEGINNING = 512 * 1024;
const END = 64 * 1024;

/** Its beginning and its end. */
function collectOutput() {
  const decoder = new StringDecoder('utf8');
  let kept = '';
  let left = 0;

  return {
    add(chunk: Buffer) {
      kept += decoder.write(chunk);
      const over = kept.length - BEGINNING - END;
      if (over <= END) return;
      left += over;
      kept = kept.slice(0, BEGINNING) + kept.slice(-END);
    },
    text: () =>
      left === 0 ? kept : `${kept.slice(0, BEGINNING)}\n… ${left} characters …\n${kept.slice(BEGINNING)}`,
  };
}

type FillEnvironment = (values: Omit<RunContext, 'signal'>) => Readonly<Record<string, string>>;

/** Words in braces; those of a shell or of another template, such as ${HOME} and {{name}}, are left alone. */
const PLACE = /(?<![{$])\{([^{}]*)\}/g;

const PLACEHOLDERS = ['{url}', '{token}', '{token:MERCHANT}', '{job}'];

/**
 * @param templates each as NAME=TEMPLATE; {url}, {token}, {token:MERCHANT} and {job} stand for values
 * @throws UsageError
 */
export function readEnvironment(templates: readonly string[], merchants: readonly string[]): FillEnvironment {
  const entries = templates.map((typed) => readTemplate(typed, merchants));

  return ({ url, job, token, tokenOf }) => {
    const tokens = Object.fromEntries(merchants.map((name) => [`token:${name}`, tokenOf(name)]));
    const values = new Map(Object.entries({ ...tokens, url, token, job: String(job) }));
    const fill = (whole: string, place: string) => values.get(place) ?? whole;

    return {
      ...{ TOLLGATE_URL: url, TOLLGATE_TOKEN: token, TOLLGATE_JOB: String(job) },
      ...Object.fromEntries(entries.map(({ name, template }) => [name, template.replaceAll(PLACE, fill)])),
    };
  };
}

function readTemplate(typed: string, merchants: readonly string[]) {
  const [, name, template = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(typed) ?? [];
  if (name === undefined)
    throw new UsageError(`--env: expected NAME=TEMPLATE, such as FEES_URL={url}, got ${typed}`);
  for (const [word, place = ''] of template.matchAll(PLACE)) {
    const [, merchant] = /^token:(.*)$/s.exec(place) ?? [];
    if (merchant !== undefined && !merchants.includes(merchant))
      throw new UsageError(
        `--env: ${name}: expected {token:MERCHANT} with one of ${merchants.join(', ')}, got ${word}`,
        { typed: merchant, names: merchants },
      );
    if (merchant === undefined && /^[a-z]\w*(?::[a-z][\w-]*)?$/i.test(place) && !PLACEHOLDERS.includes(word))
      throw new UsageError(`--env: ${name}: expected one of ${PLACEHOLDERS.join(', ')}, got ${word}`, {
        ...{ typed: word, names: PLACEHOLDERS },
      });
  }

  return { name, template };
}
