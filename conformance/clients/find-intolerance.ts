/** Finds the single options under which a client fails, and confirms each: fails again with it, and passes without it. */
import type { ClientRun } from './run-client.ts';

/** Runs the client with these options and no others; none for a run as the baseline. */
export type TryOptions<Option> = (options: readonly Option[]) => Promise<ClientRun>;

export interface Intolerance<Option> {
  /** One, or several that only fail together. */
  readonly options: readonly Option[];
  /** Whether the client failed every time with them, and passed every time without. */
  readonly isConfirmed: boolean;
  readonly withOptions: readonly ClientRun[];
  readonly without: readonly ClientRun[];
}

/** @param run with all options, which failed */
export async function findIntolerance<Option>(
  set: readonly Option[],
  run: ClientRun,
  tryOptions: TryOptions<Option>,
): Promise<readonly Intolerance<Option>[]> {
  const found: Intolerance<Option>[] = [];
  for (const suspect of await narrow(set, run, tryOptions)) found.push(await confirm(suspect, tryOptions));

  return found;
}

interface Suspect<Option> {
  readonly options: readonly Option[];
  readonly run: ClientRun;
}

/** The smallest sets with which the client fails. @param failed the run with all of them */
async function narrow<Option>(
  options: readonly Option[],
  failed: ClientRun,
  tryOptions: TryOptions<Option>,
): Promise<readonly Suspect<Option>[]> {
  if (options.length === 1 || failed.ending === 'interrupted') return [{ options, run: failed }];
  const middle = Math.ceil(options.length / 2);
  const suspects: Suspect<Option>[] = [];
  for (const half of [options.slice(0, middle), options.slice(middle)]) {
    const run = await tryOptions(half);
    if (!run.passed) suspects.push(...(await narrow(half, run, tryOptions)));
  }

  return suspects.length > 0 ? suspects : narrowTogether({ options, run: failed }, tryOptions);
}

/** Each half passes: leaves out options one by one for as long as the client fails. */
async function narrowTogether<Option>(
  suspect: Suspect<Option>,
  tryOptions: TryOptions<Option>,
): Promise<readonly Suspect<Option>[]> {
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
async function confirm<Option>(
  { options, run }: Suspect<Option>,
  tryOptions: TryOptions<Option>,
): Promise<Intolerance<Option>> {
  const withOptions = [run];
  const without: ClientRun[] = [];
  for (const kind of CONFIRMING) {
    const tried = await tryOptions(kind === 'with' ? options : []);
    (kind === 'with' ? withOptions : without).push(tried);
    if (tried.passed === (kind === 'with')) break;
  }

  return {
    options,
    isConfirmed:
      withOptions.length + without.length > CONFIRMING.length &&
      without.every(({ passed }) => passed) &&
      !withOptions.some(({ passed }) => passed),
    ...{ withOptions, without },
  };
}
