/** `tollgate proxy`: forwards traffic to a service unchanged, and judges both sides. */
import type { Command } from '../command.ts';
import { PROXY_NOTE } from '../connection-options.ts';
import { TRAFFIC_OPTIONS } from '../judge-options.ts';

export const proxy: Command = {
  name: 'proxy',
  summary: 'forward traffic to a service, and judge both sides',
  arguments: [],
  options: [
    ['--to <url>', 'base address of the service'],
    ['--port <number>', 'port to listen on; 0 for a free one (default 4010)'],
    ['--host <address>', 'address to listen on (default 127.0.0.1)'],
    ['--for <duration>', 'end after this time, such as 90s, 10m or 8h'],
    ['--record <file>', 'write a HAR file, with secrets masked'],
    ...TRAFFIC_OPTIONS,
    ['--https [file]', 'serve HTTPS; write the generated certificate to the file'],
    ['--cert <file>', 'serve HTTPS with this certificate (PEM)'],
    ['--key <file>', 'private key of that certificate (PEM)'],
    ['--ca <file>', 'trust this CA certificate (PEM) of the service'],
    ['--client-cert <file>', 'client certificate (PEM) for the service'],
    ['--client-key <file>', 'private key of the client certificate (PEM)'],
    ['--insecure', 'do not verify the certificate of the service'],
    ['--quiet', 'print only reports and problems'],
  ],
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
};
