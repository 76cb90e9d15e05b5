/** `tollgate verify`: checks that a report is what its recording gives. */
import { command } from '../command.ts';

export const verify = command({
  name: 'verify',
  summary: 'judge a recorded run again, and compare the report',
  arguments: [
    ['<report>', 'report in JSON'],
    ['[recording]', 'the HAR file that --record wrote'],
  ],
  options: {},
  examples: ['tollgate verify report.json run.har'],
  notes: () =>
    `The HAR file is the one that tollgate conform --record wrote in the run of the report.

The run is planned and judged again from the recording, offline: nothing is sent. An edited result
is found by judging, a removed or added exchange by planning. An answer that was altered in the
recording is not found: who recorded it can be asked to sign it.

Exit codes: 0 the recording gives the same report; 1 it gives another one; 2 a file cannot be read,
or the two do not belong together; 3 another version of the rules made the report.`,

  run: async (...given) => (await import('./run-verify.ts')).runVerify(...given),
});
