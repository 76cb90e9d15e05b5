/** What a valid first call can leave out and stay valid: optional fields, and texts of those that hold any. */
import { isSafeText } from '../arbitraries/text.ts';
import { plainer } from '../plainer.ts';

export const REQUIRED: readonly string[] = ['amount', 'nicn', 'region'];
const FREE_TEXTS = ['campaign', 'data'];

type Fields = Readonly<Record<string, unknown>>;

/** Most promising first. @param kept optional fields that have to stay */
export function smallerRequests<Request extends object>(
  request: Request,
  kept: readonly string[] = [],
): readonly Request[] {
  return [...smaller(request as Fields, kept)] as readonly Request[];
}

function* smaller(request: Fields, kept: readonly string[]): Generator<Fields> {
  const free = Object.keys(request).filter((name) => !REQUIRED.includes(name) && !kept.includes(name));
  const half = Math.floor(free.length / 2);
  if (free.length > 3) yield* [leaving(request, free.slice(0, half)), leaving(request, free.slice(half))];
  for (const name of free) yield leaving(request, [name]);
  for (const name of FREE_TEXTS) {
    const texts = request[name];
    if (!Array.isArray(texts)) continue;
    // Where it is how many there are that matters, equal ones are soon counted.
    yield { ...request, [name]: texts.map(() => 'x') };
    for (const fewer of plainer(texts)) if (isSafe(fewer)) yield { ...request, [name]: fewer };
  }
}

function leaving(request: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !names.includes(name)));
}

/** What a smaller request leaves of a text has to be as safe as the text was. */
function isSafe(texts: unknown): boolean {
  return Array.isArray(texts) && texts.every((text) => isSafeText(String(text)));
}
