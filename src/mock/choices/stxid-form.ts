/** What an sTxId looks like. */
import { asEver, choice, type Hooks } from '../choosing/choice.ts';
import { formedLedger } from '../choosing/formed-ledger.ts';
import { STXID_FORMS, type StxidForm } from '../choosing/stxid-forms.ts';

export const stxidForm = choice('stxid-form', {
  hex: asEver,
  uuid: formed('uuid'),
  ulid: formed('ulid'),
  base64url: formed('base64url'),
  digits: formed('digits'),
  prefixed: formed('prefixed'),
  long: formed('long'),
});

function formed(name: StxidForm): () => Hooks {
  const form = STXID_FORMS[name];

  return () => ({
    ledger: (ledger) => formedLedger(ledger, { read: form.read, write: form.write }),
  });
}
