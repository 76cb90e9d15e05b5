/** The text that marks success is exactly `ok`. */
import { describeUnmasked } from '../../../src/text/describe.ts';
import { RuleBroken } from '../../failure.ts';
import { responds } from '../../patterns/responds.ts';
import { successOf } from '../../patterns/success.ts';

export const hasMessageOk = responds({
  id: 'fee-response/has-message-ok',
  section: '2.2',
  title: 'an accepted fee call answers with the message ok',
  tries: 'The answers to first calls and updates, of this rule and of all others.',
  fix:
    'Put `"message": "ok"` into the answer to every accepted fee call, in lower case, also where the ' +
    'fee is 0. Keep other texts for calls that did not succeed.',
  after: ['fee-response/is-json-object'],

  judges(reply) {
    const { message } = successOf(reply);
    if (message !== 'ok') throw new RuleBroken('message to be "ok"', describeUnmasked(message));
  },
});
