/** Reads a list that is shipped with the engine, like a list in a merchant file. */
import { ConfigurationError } from '../configuration-error.ts';
import { asMaps, FileParameters } from './file-parameters.ts';
import type { Parameters } from './parameters.ts';
import { textReader } from './readers.ts';

/** @throws ConfigurationError if the list is invalid, which is a fault of the installation */
export function shippedList<T>(json: unknown, key: string, read: (item: Parameters) => T): readonly T[] {
  const problems: string[] = [];
  const file = new FileParameters('', asMaps(json), (problem) => problems.push(problem));
  file.value('notice', textReader('illustrative', 'A note for users of the list.'));
  const items = file.list(key, 'The items of the list.', read);
  file.rejectUnknownKeys();

  if (problems.length > 0) throw new ConfigurationError(`the shipped ${key}`, problems);
  return items;
}
