/** `tollgate verify`: checks that a report is what its recording gives. */
import { command } from '../command.ts';
import { JSON_OPTION } from '../json.ts';
import { text } from '../options.ts';

export const VERIFY_OPTIONS = {
  publicKey: text('<file>', 'key (PEM) that REPORT.jws must be signed with'),
  json: JSON_OPTION,
};

export const verify = command({
  name: 'verify',
  summary: 'judge a recorded run again, and compare the report',
  arguments: [
    ['<report>', 'report in JSON'],
    ['[recording]', 'the HAR file that --record wrote'],
  ],
  options: VERIFY_OPTIONS,
  json: '`result` (`same`, `different`, `unrelated`, `other-version`, or `not judged` without a recording), `signature` (`valid` or `not checked`), `message`',
  examples: [
    'tollgate verify report.json run.har',
    'tollgate verify report.json run.har --public-key vendor.pem',
  ],
  notes: () =>
    `The run is planned and judged again from the recording, offline: nothing is sent. An edited result
is found by judging, a removed or added exchange by planning. An answer that was altered in the
recording is found only by the signature of who recorded it. Without a recording, only the version
of the suite, the signature and that the verdict follows from the rules are checked.

Exit codes: 0 the recording gives the same report; 1 it gives another one; 2 a file cannot be read,
or the two do not belong together; 3 other revisions of the rules made the report.`,

  run: async (...given) => (await import('./run-verify.ts')).runVerify(...given),
});
