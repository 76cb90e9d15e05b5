/** Makes the service's identifiers: 128 random bits each, so that none comes twice and none can be guessed. */
import { randomFillSync } from 'node:crypto';

const BYTES = 16;

/**
 * Takes random bytes by the pageful, and makes each identifier in one piece: `randomUUID` joins its text of twenty
 * small ones, and a million of those would hold three times the memory.
 */
export function createStxids(): () => string {
  const page = Buffer.alloc(256 * BYTES);
  let used = page.length;

  return () => {
    if (used === page.length) {
      randomFillSync(page);
      used = 0;
    }
    used += BYTES;

    return page.toString('hex', used - BYTES, used);
  };
}
