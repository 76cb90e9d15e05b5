/** The `message` of an accepted fee call is exactly `ok`. */
import { respondsWithField } from '../../rule/patterns/responds.ts';

export const hasMessageOk = respondsWithField({
  id: 'fee-response/has-message-ok',
  title: 'the response to an accepted fee call has the message ok',
  fix:
    'Put `"message": "ok"`, in lower case, into the response to every accepted fee call, also if the fee is 0. ' +
    'Use other messages only for calls that failed.',
  lookAlikes: ['extra-response-fields=nested'],
  field: 'message',
  expected: 'message to be "ok"',
  isRight: (message) => message === 'ok',
});
