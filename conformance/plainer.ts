/** What a JSON value becomes by leaving one thing out or making one thing plainer. Knows nothing of rules. */

/** Everything that a JSON value becomes by leaving one thing out or making one thing plainer. */
export function* plainer(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* plainerArray(value);
  else if (typeof value === 'object' && value !== null)
    yield* plainerObject(value as Record<string, unknown>);
  else if (typeof value === 'string') yield* plainerText(value);
  else if (typeof value === 'number') yield* plainerNumber(value);
}

function* plainerArray(items: readonly unknown[]): Generator<unknown> {
  const half = Math.floor(items.length / 2);
  if (items.length > 3) yield* [items.slice(0, half), items.slice(half)];
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries()) {
    for (const smaller of plainer(item)) yield items.with(index, smaller);
  }
}

function* plainerObject(fields: Readonly<Record<string, unknown>>): Generator<unknown> {
  for (const name of Object.keys(fields)) {
    yield Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  }
  for (const [name, field] of Object.entries(fields)) {
    for (const smaller of plainer(field)) yield { ...fields, [name]: smaller };
  }
}

export function* plainerText(text: string): Generator<string> {
  const characters = [...text];
  const { length } = characters;
  if (length > 3) {
    const half = Math.floor(length / 2);
    yield* [characters.slice(0, half).join(''), characters.slice(half).join('')];
  }
  if (length <= LONGEST_BY_CHARACTER) {
    for (const index of characters.keys()) yield characters.toSpliced(index, 1).join('');
    return;
  }
  // Where a length is the matter, so many attempts find it as halving takes.
  for (let less = Math.floor(length / 4); less > 0; less = Math.floor(less / 2))
    yield characters.slice(0, length - less).join('');
}

/** Characters of a text that is tried without each of them. */
const LONGEST_BY_CHARACTER = 16;

function* plainerNumber(number: number): Generator<unknown> {
  const rounder = [100, 10, 1, Math.trunc(number)].filter((plain) => Math.abs(plain) < Math.abs(number));
  const fewer =
    Number.isInteger(number) && number >= 1 && number <= 1000 ? [Math.floor(number / 2), number - 1] : [];
  yield* new Set([...rounder, ...fewer]);
}
