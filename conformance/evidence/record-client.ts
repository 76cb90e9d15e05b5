/** Records the runs of a client as HAR 1.2: each run is a page, and each exchange an entry as it is judged. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createHarFile } from '../../src/exchange/har/har-writer.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { createExchangeMasker } from '../../src/exchange/mask/mask-exchange.ts';
import { maskText } from '../../src/text/mask.ts';
import { toMockOptions, type Variation } from '../clients/client-mock.ts';
import type { ClientRun, RunOptions } from '../clients/run-client.ts';
import { createExchangeRedactor } from '../report/redact-exchanges.ts';
import { type ClientEntry, exchangeOf } from './read-exchange.ts';
import type { RecordOptions } from './record-run.ts';
import type { ClientHead, RecordedExchange, RecordedPage } from './recording.ts';

export interface ClientRecorder {
  readonly begin: (what: string, variation: Variation) => RecordedRun;
  /** Waits until all is written. */
  readonly close: () => Promise<void>;
}

interface RecordedRun {
  readonly record: NonNullable<RunOptions['record']>;
  /** Returns what is judged of the run: what is recorded. */
  readonly end: (run: ClientRun) => ClientRun;
}

/** In characters; the middle of a longer output is left out. */
const LONGEST_OUTPUT = 32 * 1024;

/** @throws HarWriteError if the file exists or cannot be created */
export function recordClient({ path, onError }: RecordOptions, head: ClientHead): ClientRecorder {
  const masker = createExchangeMasker();
  const pages: RecordedPage[] = [];
  const file = createHarFile(path, {
    version: head.tool,
    head: { _run: head },
    tail: () => ({ pages }),
    onError,
  });
  const usual = JSON.stringify({ choices: head.like, faults: [] });
  let runs = 0;

  return {
    begin(what, variation) {
      const id = `run-${++runs}`;
      const startedDateTime = new Date().toISOString();
      const sent: Exchange[] = [];

      return {
        record(exchange, world, several) {
          const { merchant, startedAt, endedAt, staysOpen } = exchange;
          sent.push(exchange);
          const masked = masker.exchange(withWholeBody(exchange));
          const own: RecordedExchange = {
            pageref: id,
            _run: {
              ...{ number: sent.length, world, merchant, several, endedAt },
              ...{ bodyLength: masked.request.bodyLength, staysOpen },
            },
          };
          const entry = { ...toEntry({ ...masked, service: ADDRESS }, startedAt), ...own };
          file.append(() => entry);

          // The copy is judged: nothing depends on what the file does not hold.
          return exchangeOf(entry as unknown as ClientEntry);
        },
        end(run) {
          const { passed, exitCode, ending, dropped, startedAt, endedAt } = run;
          const isPlain = JSON.stringify(variation) === usual;
          const { maskCredentials } = createExchangeRedactor(sent);
          const mask = (text: string) => maskText(maskCredentials(text));
          const output = passed && !isPlain ? '' : shorten(mask(run.output));
          const reason = mask(run.reason);
          const { choices, faults } = variation;
          pages.push({
            ...{ startedDateTime, id, title: `${what} ${toMockOptions(variation)}`.trim(), pageTimings: {} },
            _run: {
              ...{ what, choices, faults, exchanges: sent.length, ending },
              ...(exitCode === undefined ? { passed, reason } : { exitCode }),
              ...(output !== '' && { output }),
              ...{ dropped, startedAt, endedAt },
            },
          });

          return { ...run, reason, output };
        },
      };
    },
    close: () => file.close(),
  };
}

/** Each run has a mock of its own; they stand at one address, as in the report. */
const ADDRESS = 'http://127.0.0.1:4010';

/** A long body is cut, but may be known as JSON. */
function withWholeBody(exchange: Exchange): Exchange {
  const { bodyLength, json, ...request } = exchange.request;
  if (bodyLength === undefined || json === undefined) return exchange;

  return { ...exchange, request: { ...request, body: JSON.stringify(json) } };
}

function shorten(output: string): string {
  if (output.length <= LONGEST_OUTPUT) return output;

  return `${output.slice(0, LONGEST_OUTPUT / 2)}\n…\n${output.slice(-LONGEST_OUTPUT / 2)}`;
}
