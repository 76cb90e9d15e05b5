/** A list that is shipped and read just as if it stood in a merchant file. */
import { ConfigurationError } from '../configuration-error.ts';
import { FileParameters } from './file-parameters.ts';
import type { Parameters } from './parameters.ts';
import { textReader } from './readers.ts';

/** @throws ConfigurationError where something is wrong with it; that is a fault of this installation */
export function shippedList<T>(json: unknown, key: string, read: (item: Parameters) => T): readonly T[] {
  const problems: string[] = [];
  const file = new FileParameters('', asMaps(json), (problem) => problems.push(problem));
  file.value('notice', textReader('illustrative', 'What to know before using it.'));
  const items = file.list(key, 'What is shipped.', read);
  file.rejectUnknownKeys();

  if (problems.length > 0) throw new ConfigurationError(`the shipped ${key}`, problems);
  return items;
}

/** The objects of a JSON value as the mappings that the text of a merchant file gives. */
function asMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, asMaps(inner)]));
}
