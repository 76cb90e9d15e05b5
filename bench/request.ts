/** Reads the arguments of `npm run bench -- …`. */
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import { FULL, type Pace, QUICK } from './pace.ts';

export type Request =
  | {
      readonly kind: 'request';
      readonly names: readonly string[];
      readonly pace: Pace;
      /** The file to write the document to. */
      readonly file: string | undefined;
    }
  | { readonly kind: 'malformed'; readonly problem: string };

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  write: { type: 'string' },
  minutes: { type: 'string' },
} as const;

/** In minutes. */
const LONGEST_SOAK = 600;

export function readRequest(args: readonly string[]): Request {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const pace = values.quick ? QUICK : FULL;
    const minutes = values.minutes === undefined ? pace.soak.minutes : readMinutes(values.minutes);

    return {
      kind: 'request',
      names: readNames(positionals),
      pace: { ...pace, soak: { ...pace.soak, minutes } },
      file: values.write,
    };
  } catch (error) {
    return { kind: 'malformed', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** No name selects the benchmarks that run by default; `all` selects every one. */
function readNames(given: readonly string[]): readonly string[] {
  const names = BENCHMARKS.map(({ name }) => name);
  const unknown = given.filter((name) => name !== 'all' && !names.includes(name));
  if (unknown.length > 0) {
    const known = [...names, 'all'].join(', ');
    throw new Error(`expected names of benchmarks (${known}), got ${unknown.join(', ')}`);
  }
  if (given.includes('all')) return names;
  if (given.length > 0) return names.filter((name) => given.includes(name));

  return BENCHMARKS.filter(({ runs }) => runs === 'always').map(({ name }) => name);
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= LONGEST_SOAK) return minutes;
  throw new Error(`--minutes: expected more than 0 and at most ${LONGEST_SOAK}, got ${text}`);
}
