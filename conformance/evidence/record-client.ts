/** Records the runs of a client as HAR 1.2: each run is a page, and each exchange an entry as it is judged. */
import type { Choices } from '../../src/contract/choices.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createHarFile } from '../../src/exchange/har/har-writer.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { createExchangeMasker } from '../../src/exchange/mask/mask-exchange.ts';
import { maskText } from '../../src/text/mask.ts';
import { type ClientRun, type RunName, toMockOptions } from '../clients/run-client.ts';
import { createExchangeRedactor } from '../report/redact.ts';
import { callsOf } from '../rule/client-calls.ts';
import type { RecordOptions } from './record-run.ts';
import { type ClientEntry, exchangeOf, type RecordedPage } from './recording.ts';

/** In characters; the middle of a longer output is left out. */
const LONGEST_OUTPUT = 32 * 1024;

/** @throws HarWriteError if the file exists or cannot be created */
export function recordClient(
  { path, onError }: RecordOptions,
  head: { readonly tool: string; readonly like: Choices },
) {
  const masker = createExchangeMasker();
  const pages: object[] = [];
  const file = createHarFile(path, {
    version: head.tool,
    head: { _run: head },
    tail: () => ({ pages }),
    onError,
  });
  const usual = JSON.stringify({ choices: head.like, faults: [] });
  let runs = 0;

  return {
    /** Records a run, and returns what is judged of it: what is recorded. */
    async record({ what, variation }: RunName, run: ClientRun): Promise<ClientRun> {
      const id = `run-${++runs}`;
      const { passed, exitCode, ending, dropped, startedAt, endedAt, origins } = run;
      const exchanges: Exchange[] = [];
      for (const [at, exchange] of run.exchanges.entries()) {
        const { merchant, staysOpen } = exchange;
        const masked = masker.exchange(exchange);
        const own = {
          pageref: id,
          _run: {
            ...{ number: at + 1, world: 0, several: undefined, ...origins[at], merchant },
            ...{ endedAt: exchange.endedAt, bodyLength: masked.request.bodyLength, staysOpen },
          },
        };
        const entry = { ...toEntry({ ...masked, service: ADDRESS }, exchange.startedAt), ...own };
        if (!file.append(() => entry)) {
          await file.flush();
          file.append(() => entry);
        }
        // The copy is judged: nothing depends on what the file does not hold.
        exchanges.push(exchangeOf(entry as ClientEntry));
      }
      const isPlain = JSON.stringify(variation) === usual;
      const { maskCredentials } = createExchangeRedactor(run.exchanges);
      const mask = (text: string) => maskText(maskCredentials(text));
      const output = passed && !isPlain ? '' : shorten(mask(run.output));
      const reason = mask(run.reason);
      const { choices, faults } = variation;
      pages.push({
        startedDateTime: new Date(performance.timeOrigin + startedAt).toISOString(),
        ...{ id, title: `${what} ${toMockOptions(variation)}`.trim(), pageTimings: {} },
        _run: {
          ...{ what, choices, faults, exchanges: exchanges.length, ending },
          ...(exitCode === undefined ? { passed, reason } : { exitCode }),
          ...(output !== '' && { output }),
          ...{ dropped, startedAt, endedAt },
        } satisfies RecordedPage['_run'],
      });

      return { ...run, exchanges, calls: callsOf(exchanges), reason, output };
    },
    /** Waits until all is written. */
    close: () => file.close(),
  };
}

/** Each run has a mock of its own; they stand at one address, as in the report. */
const ADDRESS = 'http://127.0.0.1:4010';

function shorten(output: string): string {
  if (output.length <= LONGEST_OUTPUT) return output;

  return `${output.slice(0, LONGEST_OUTPUT / 2)}\n…\n${output.slice(-LONGEST_OUTPUT / 2)}`;
}
