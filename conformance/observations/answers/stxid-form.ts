/** What an sTxId looks like. */
import { observes } from '../observation.ts';
import { successOf } from '../sight.ts';

export const stxidForm = observes('stxid-form', {
  reads(sight) {
    const sTxId = successOf(sight, 'calculateFee')?.['sTxId'];
    if (sTxId === undefined) return undefined;

    return [typeof sTxId === 'string' ? formOf(sTxId) : typeof sTxId];
  },
});

/** The first that fits. */
const FORMS: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['long', /^.{256,}$/s],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  // More digits than a number holds exactly.
  ['digits', /^[0-9]{17,}$/],
  ['hex', /^[0-9a-f]{32}$/i],
  ['ulid', /^[0-9A-HJKMNP-TV-Z]{26}$/],
  ['prefixed', /^[a-z]+[._-]?[0-9a-f]{32}$/i],
  ['base64url', /^[\w-]{22}$/],
];

/** Those that count their transactions are told by one text, however far they have counted. */
const LENGTHS = [16, 32, 64, 255];

function formOf(sTxId: string): string {
  const form = FORMS.find(([, pattern]) => pattern.test(sTxId));
  if (form !== undefined) return form[0];
  const what = /^[0-9]+$/.test(sTxId) ? 'digits' : /^[0-9a-f]+$/i.test(sTxId) ? 'hex digits' : 'characters';

  const most = LENGTHS.find((length) => sTxId.length <= length);

  return `at most ${most} ${what}`;
}
