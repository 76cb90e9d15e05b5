/** Whether a request with another token, or none, is taken, and with which status it is refused. */
import type { Credential } from '../../client/credential.ts';
import type { Finding } from '../observation.ts';
import type { Scene } from '../scene.ts';
import type { Sight } from '../sight.ts';

export function becomesOf(credential: Credential) {
  return {
    reads({ reply, answer }: Sight): Finding | undefined {
      const { manner, judgement } = reply;
      if (manner.credential !== credential || manner.method !== 'POST') return undefined;
      if (judgement.kind === 'refused') return [String(answer.status)];

      return judgement.kind === 'accepted' ? ['take'] : undefined;
    },

    async asks({ fee, words }: Scene): Promise<undefined> {
      await fee({ ...words.baseline }, { credential });
    },
  };
}
