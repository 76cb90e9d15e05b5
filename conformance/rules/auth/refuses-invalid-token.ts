/** A token that nobody issued is as good as none. Whether one that has expired is taken is a choice. */
import { turnsAway } from '../../patterns/turns-away.ts';

export const refusesInvalidToken = turnsAway({
  id: 'auth/refuses-invalid-token',
  title: 'for a token that is garbled, unsigned or signed by another there is no fee and no sale',
  tries:
    'A fee call and a sale with a token that is no JWT, with the right one under another signature, with ' +
    'the right one unsigned, and with tokens.foreign where the deployment file has it. Whether an expired ' +
    'token is accepted is a choice.',
  fix:
    'Verify the signature of the JWT with the key and the algorithm that you expect, never with those ' +
    'that its own header names, and give neither fee nor sale where it does not verify.',
  after: ['auth/refuses-missing-token'],
  credentials: ['garbled', 'forged', 'unsigned', 'given-foreign'],
});
