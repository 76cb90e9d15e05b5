/** A list that is shipped and read just as if it stood in a merchant file. */
import { ConfigurationError } from '../configuration-error.ts';
import { asMaps } from './as-maps.ts';
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
