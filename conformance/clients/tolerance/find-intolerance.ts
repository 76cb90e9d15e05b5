/** Finds the single options under which a client fails, and confirms each: fails again with it, and passes without it. */
import type { ClientRun } from '../run-client.ts';
import type { OptionSet, ToleranceOption } from './options.ts';

/** Runs the client with these options and no others; none for a run as the baseline. */
export type TryOptions = (options: OptionSet) => Promise<ClientRun>;

export interface Intolerance {
  /** One, or several that only fail together. */
  readonly options: OptionSet;
  /** Whether the client failed every time with them, and passed every time without. */
  readonly isConfirmed: boolean;
  /** How often it failed with them, and without. */
  readonly failed: number;
  readonly attempts: number;
  readonly runs: ConfirmingRuns;
}

interface ConfirmingRuns {
  readonly withOptions: readonly ClientRun[];
  readonly without: readonly ClientRun[];
}

export interface Search {
  readonly run: ClientRun;
  /** Empty where the client passed with all options together. */
  readonly found: readonly Intolerance[];
}

export async function findIntolerance(set: OptionSet, tryOptions: TryOptions): Promise<Search> {
  const run = await tryOptions(set);
  if (run.passed || isInterrupted(run)) return { run, found: [] };
  const suspects = await narrow(set, run, tryOptions);
  const found: Intolerance[] = [];
  for (const suspect of suspects) found.push(await confirm(suspect, tryOptions));

  return { run, found };
}

interface Suspect {
  readonly options: OptionSet;
  readonly run: ClientRun;
}

/** The smallest sets with which the client fails. @param failed the run with all of them */
async function narrow(
  options: OptionSet,
  failed: ClientRun,
  tryOptions: TryOptions,
): Promise<readonly Suspect[]> {
  if (options.length === 1 || isInterrupted(failed)) return [{ options, run: failed }];
  const middle = Math.ceil(options.length / 2);
  const suspects: Suspect[] = [];
  for (const half of [options.slice(0, middle), options.slice(middle)]) {
    const run = await tryOptions(half);
    if (!run.passed) suspects.push(...(await narrow(half, run, tryOptions)));
  }

  return suspects.length > 0 ? suspects : narrowTogether({ options, run: failed }, tryOptions);
}

/** Each half passes: leaves out options one by one for as long as the client fails. */
async function narrowTogether(suspect: Suspect, tryOptions: TryOptions): Promise<readonly Suspect[]> {
  let smallest = suspect;
  const again = await tryOptions(suspect.options);
  // A client that fails at random is not narrowed down: `confirm` sees it.
  if (again.passed) return [suspect];
  for (const option of suspect.options) {
    const options = smallest.options.filter((other) => other !== option);
    if (options.length === 0) break;
    const run = await tryOptions(options);
    if (!run.passed) smallest = { options, run };
  }

  return [smallest];
}

/** Not in turn: a command that fails every other time would fail with the options and pass without. */
const CONFIRMING = ['with', 'without', 'without', 'with', 'with', 'without'] as const;

/** Ends with the first run that goes the other way. */
async function confirm({ options, run }: Suspect, tryOptions: TryOptions): Promise<Intolerance> {
  const withOptions = [run];
  const without: ClientRun[] = [];
  for (const kind of CONFIRMING) {
    const tried = await tryOptions(kind === 'with' ? options : []);
    (kind === 'with' ? withOptions : without).push(tried);
    if (tried.passed === (kind === 'with')) break;
  }
  const failed = withOptions.filter(({ passed }) => !passed);

  return {
    options,
    isConfirmed:
      withOptions.length + without.length > CONFIRMING.length &&
      without.every(({ passed }) => passed) &&
      failed.length === withOptions.length,
    failed: failed.length,
    attempts: withOptions.length,
    runs: { withOptions, without },
  };
}

function isInterrupted({ ending }: ClientRun): boolean {
  return ending === 'interrupted';
}

/** Options as the command line of the mock takes them, such as `--choose stxid-form=long`. */
export function toMockOptions({ choices, faults }: Pick<ToleranceOption, 'choices' | 'faults'>): string {
  return [
    ...Object.entries(choices).map(([name, option]) => `--choose ${name}=${option}`),
    ...faults.map((fault) => `--fault '${fault}'`),
  ].join(' ');
}
