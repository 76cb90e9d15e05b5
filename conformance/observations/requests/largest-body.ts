/** The largest body accepted, in bytes: the baseline with white space, so that no text or field meets a limit of its own. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';

export const largestBody = observes('largest-body', {
  asks: async ({ fee, words }) => {
    const json = JSON.stringify(words.baseline);

    return [
      await largestTaken({
        limits: [1024, 2048, 8192, 65_536],
        beyond: 262_144,
        takes: async (bytes) => isTaken(await fee({ raw: `{${json.slice(1).padStart(bytes - 1)}` })),
      }),
    ];
  },
});
