/** A line for each check: what it found, or what is wrong, and how long it took. */

/** What a check found, in few words, and what others go on with. */
export interface Found<T> {
  readonly found: string;
  readonly value: T;
}

/** Tells what a check found, and ends everything where it fails, for the rest rests on it. */
export async function told<T>(name: string, look: () => Promise<Found<T>>): Promise<T> {
  const result = await timed(name, look);
  if (result === undefined) process.exit(1);

  return result.value;
}

/** The same for a check that no other rests on: those after it are told as well. */
export async function tried(name: string, look: () => Promise<string>): Promise<void> {
  await timed(name, async () => ({ found: await look(), value: undefined }));
}

async function timed<T>(name: string, look: () => Promise<Found<T>>): Promise<Found<T> | undefined> {
  const started = performance.now();
  const tell = (verdict: string, what: string) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
    process.stdout.write(`${verdict} ${seconds} s  ${name}: ${what}\n`);
  };
  try {
    const result = await look();
    tell('ok  ', result.found);

    return result;
  } catch (error) {
    tell('FAIL', error instanceof Error ? error.message : String(error));
    process.exitCode = 1;

    return undefined;
  }
}
