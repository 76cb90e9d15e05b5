/** `tollgate proxy`: forwards traffic to a service unchanged, and judges both sides. */
import { readDuration } from '../../src/text/duration.ts';
import { command, UsageError } from '../command.ts';
import { PROXY_NOTE } from '../connection-options.ts';
import { TRAFFIC_OPTIONS } from '../judge-options.ts';
import { HOST, HTTPS_OPTIONS, PORT } from '../listen-options.ts';
import { flag, text } from '../options.ts';

export const PROXY_OPTIONS = {
  to: text('<url>', 'base address of the service'),
  port: PORT,
  host: HOST,
  for: text('<duration>', 'end after this time, such as 90s, 10m or 8h', undefined, readFor),
  record: text('<file>', 'write a HAR file, with secrets masked'),
  ...TRAFFIC_OPTIONS,
  ...HTTPS_OPTIONS,
  ca: text('<file>', 'trust this CA certificate (PEM) of the service'),
  clientCert: text('<file>', 'client certificate (PEM) for the service'),
  clientKey: text('<file>', 'private key of the client certificate (PEM)'),
  insecure: flag('do not verify the certificate of the service'),
  quiet: flag('print only reports and problems'),
};

export const proxy = command({
  name: 'proxy',
  summary: 'forward traffic to a service, and judge both sides',
  arguments: [],
  options: PROXY_OPTIONS,
  examples: [
    'tollgate proxy --to https://fees.example.com',
    'tollgate proxy --to https://fees.example.com --for 10m --record traffic.har',
    'tollgate proxy --to http://127.0.0.1:8080 --side client --report json=client.json',
  ],
  notes: () =>
    `Point the client at the proxy instead of the service. The proxy forwards every byte unchanged,
except the header Host and the headers of one connection; it adds, retries and delays nothing. It
judges calls to /v1/ch and /v1/ch/sale below any path. The proxy itself responds to paths below
/_tollgate: tollgate tail, and GET /_tollgate/verdict.

Ctrl-C, SIGTERM or --for ends it: it reports and exits with the verdict.
Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage, or the port is
in use; 3 inconclusive, such as when nothing of a side could be judged; 4 a fault of tollgate
itself.

${PROXY_NOTE}`,

  run: async (...given) => (await import('./run-proxy.ts')).runProxy(...given),
});

/** The longest timer of Node, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @returns milliseconds. @throws UsageError */
function readFor(typed: string, option: string): number {
  const duration = readDuration(typed);
  if (duration !== undefined && duration > 0 && duration <= LONGEST) return duration;
  throw new UsageError(`${option}: expected a duration up to 24d, such as 90s, 10m or 8h, got ${typed}`);
}
