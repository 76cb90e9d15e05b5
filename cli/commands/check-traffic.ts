/** Judges HAR files. */
import { basename } from 'node:path';
import { checkTraffic } from '../../conformance/traffic/check-traffic.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import type { RecordedEvent } from '../../src/exchange/traffic-event.ts';
import { count } from '../../src/text/words.ts';
import { type Run, UsageError } from '../command.ts';
import { readTraffic } from '../run-judge.ts';
import { interruptedCode } from '../shutdown.ts';
import type * as declared from './judge-commands.ts';

export const runCheckTraffic: Run<typeof declared.checkTraffic> = async (
  { arguments: files, options },
  context,
) => {
  if (files.length === 0)
    throw new UsageError('file: expected one or more HAR files, such as checkout.har, got none');
  const { judging, deliver } = readTraffic(options);
  const { shutdown } = context;
  try {
    const report = await checkTraffic({
      events: counted(readHarFiles(files, shutdown), (number) =>
        context.progress(`${number} exchanges read`),
      ),
      target: targetOf(files),
      ...judging,
      signal: shutdown,
    });
    context.progress('');

    return deliver(report, context);
  } catch (error) {
    // A pipe that a signal ended is no HAR file.
    if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
    throw error;
  }
};

/** Such as `monday.har and 2 more files`. */
function targetOf([first = '', ...rest]: readonly string[]): string {
  const more = rest.length === 0 ? '' : ` and ${count(rest.length, 'more file')}`;

  return basename(first) + more;
}

/** Reports the number of exchanges of each batch. */
async function* counted(
  batches: AsyncIterable<readonly RecordedEvent[]>,
  show: (number: number) => void,
): AsyncIterable<readonly RecordedEvent[]> {
  let number = 0;
  for await (const batch of batches) {
    number += batch.length;
    show(number);
    yield batch;
  }
}
