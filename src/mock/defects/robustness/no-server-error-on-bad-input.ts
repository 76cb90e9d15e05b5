/** A mock that fails where the body is JSON and no object. */
import { defect } from '../defect.ts';

export const noServerErrorOnBadInput = defect({
  rule: 'robustness/no-server-error-on-bad-input',
  summary: 'answers 500 to a body that is JSON and no object',
  create: () => ({
    before({ bytes }) {
      if (/^\s*[^\s{]/.test(String(bytes)) && isJson(String(bytes)))
        throw new TypeError('no object, as the defect has it');
    },
  }),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);

    return true;
  } catch {
    return false;
  }
}
