/** Runs the shell steps of a workflow or a composite action as GitHub's runner does, without downloads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StepsRan extends AsyncDisposable {
  /** That of the failed step, otherwise 0. */
  readonly code: number;
  /** The output of all steps. */
  readonly log: string;
  /** By the id of the step. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The Markdown for the summary of the job. */
  readonly summary: string;
}

interface Job {
  /** The workspace. */
  readonly folder: string;
  /** Values of expressions, such as `inputs.url`. */
  readonly expressions: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Disposal ends the processes that a step leaves running. */
export async function runSteps(steps: readonly Step[], job: Job): Promise<StepsRan> {
  const temporary = mkdtempSync(join(tmpdir(), 'tollgate-runner-'));
  const file = (name: string) => join(temporary, name);
  const [summary, log] = [file('summary.md'), file('log')];
  const outputs: Record<string, Record<string, string>> = {};
  const groups: number[] = [];
  let exported: Record<string, string> = {};
  let code = 0;
  const descriptor = openSync(log, 'a');

  for (const [index, step] of steps.entries()) {
    if (step.run === undefined || (code !== 0 && step.if === undefined)) continue;
    if (step.if !== undefined && /failure\(\)/.test(step.if) && code === 0) continue;
    const [script, output, variables] = [file(`${index}.sh`), file(`${index}.out`), file(`${index}.env`)];
    // GitHub inserts the value into the script, where a value with quotes would be executed.
    writeFileSync(script, evaluate(step.run, job.expressions));
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: job.folder,
      detached: true,
      stdio: ['ignore', descriptor, descriptor],
      env: {
        ...process.env,
        ...job.environment,
        ...exported,
        ...mapValues(step.env ?? {}, (text) => evaluate(text, job.expressions)),
        GITHUB_OUTPUT: output,
        GITHUB_ENV: variables,
        GITHUB_STEP_SUMMARY: summary,
      },
    });
    if (child.pid !== undefined) groups.push(child.pid);
    const [ended] = (await once(child, 'exit')) as [number | null];
    if (code === 0) code = ended ?? 1;
    exported = { ...exported, ...readPairs(variables) };
    if (step.id !== undefined) outputs[step.id] = readPairs(output);
  }
  closeSync(descriptor);

  return {
    code,
    log: readFileSync(log, 'utf8'),
    outputs,
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
    async [Symbol.asyncDispose]() {
      for (const group of groups) endGroup(group);
    },
  };
}

function evaluate(text: string, expressions: Job['expressions']): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name: string) => {
    const value = expressions[name];
    if (value === undefined) throw new Error(`no value for the expression ${name}`);

    return value;
  });
}

function mapValues(record: Readonly<Record<string, string>>, map: (text: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, map(text)]));
}

/** Reads `name=value` lines; the last of a name counts. */
function readPairs(path: string): Record<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
