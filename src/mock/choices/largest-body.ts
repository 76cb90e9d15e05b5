/** How many bytes the body of a request may have. */
import { asEver, choice, type Hooks } from '../choosing/choice.ts';

export const largestBody = choice('largest-body', {
  any: asEver,
  '65536': upTo(65_536),
  '8192': upTo(8192),
  '2048': upTo(2048),
  '1024': upTo(1024),
});

function upTo(largestBody: number): () => Hooks {
  return () => ({ stations: (_operation, stations) => ({ ...stations, largestBody }) });
}
