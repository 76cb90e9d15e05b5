/** `tollgate proxy`: passes traffic on to a service unchanged, and judges both sides of it. */

import { readDuration } from '../../text/duration.ts';
import type { ProxyOptions, RunningProxy } from '../../traffic/proxy/proxy.ts';
import { type Command, type CommandContext, type CommandInput, UsageError } from '../command.ts';
import { PROXY_NOTE } from '../connection-options.ts';
import { enumOption, isSet, numberOption, textOption } from '../parse-options.ts';
import { whenShutdown } from '../shutdown.ts';
import { readTrafficWaivers } from '../waiver-options.ts';

const SIDES = ['client', 'service', 'both'] as const;

export const proxy: Command = {
  name: 'proxy',
  summary: 'pass traffic on to a service, and judge both sides',
  arguments: [],
  options: [
    ['--to <url>', 'base address of the service'],
    ['--port <number>', 'port to listen on; 0 for a free one (default 4010)'],
    ['--host <address>', 'address to listen on (default 127.0.0.1)'],
    ['--for <duration>', 'end after this time, such as 90s, 10m or 8h'],
    ['--record <file>', 'write a HAR file, with secrets masked'],
    ['--side <name>', 'side to judge: client, service or both (default)', SIDES],
    ['--pricing <file>', 'merchant file (YAML) whose fees must be exact'],
    ['--strict', 'count a should rule as a must'],
    ['--waivers <file>', 'accepted failures (YAML) of either side'],
    ['--baseline <report>', 'JSON report of traffic whose failures do not count'],
    ['--report <kind...>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'],
    ['--https [file]', 'serve https with a new certificate, kept in the file'],
    ['--cert <file>', 'serve https with this certificate (PEM)'],
    ['--key <file>', 'and this private key (PEM)'],
    ['--ca <file>', 'trust this CA certificate (PEM) of the service'],
    ['--client-cert <file>', 'show this certificate (PEM) to the service'],
    ['--client-key <file>', 'and this private key (PEM)'],
    ['--insecure', 'do not verify the certificate of the service'],
    ['--quiet', 'print nothing but the reports and problems'],
  ],
  examples: [
    'tollgate proxy --to https://fees.example.com',
    'tollgate proxy --to https://fees.example.com --for 10m --record traffic.har',
    'tollgate proxy --to http://127.0.0.1:8080 --side client --report json=client.json',
  ],
  notes: () =>
    `Point the client at the proxy in place of the service. Every byte passes unchanged, but for the
header Host and those that belong to one connection; nothing is added, retried or held back. Calls
to /v1/ch and /v1/ch/sale below any path are judged. Paths below /_tollgate are answered by the
proxy itself: tollgate tail, and GET /_tollgate/verdict.

Ctrl-C, SIGTERM or --for ends it: it reports and exits with the verdict.
Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage, or the port is
in use; 3 inconclusive, such as a side of which nothing could be judged; 4 a fault of tollgate
itself.

${PROXY_NOTE}`,

  async run(input, context) {
    const to = readTo(textOption(input, 'to'));
    const port = numberOption(input, 'port', { min: 0, max: 65535 }) ?? 4010;
    const host = textOption(input, 'host') ?? '127.0.0.1';
    refuseOwnAddress(to, host, port);
    const duration = readFor(textOption(input, 'for'));
    const side = enumOption(input, 'side', SIDES) ?? 'both';
    const { deliverReport, readReports } = await import('../reports.ts');
    const reports = readReports(input);
    const [suite, { startProxy }, { version }, { createConsoleFiles }] = await loadSuite();
    const pricingPath = textOption(input, 'pricing');
    const pricing = pricingPath === undefined ? undefined : suite.readTrafficPricing(pricingPath);
    const judge = suite.createTrafficJudge({
      target: to.href.replace(/\/$/, ''),
      sides: side === 'both' ? ['client', 'service'] : [side],
      pricing,
      strict: isSet(input, 'strict'),
      ...(await readTrafficWaivers(input)),
      toolVersion: version(),
      isJournaled: true,
    });
    const upstream = await readUpstream(to, input, context);
    const front = await readFront(input, host);
    const recorder = await openRecorder(
      input,
      context,
      pricing?.merchants.map(({ name }) => name),
    );
    const { shutdown } = context;
    const problems = new Set<string>();
    const running = await startProxy({
      ...{ to, port, host, upstream, tls: front.tls },
      onEvent(event) {
        recorder?.write(event);

        return judge.observe(event);
      },
      verdict: judge.report,
      consoleFiles: createConsoleFiles(),
      onError: (error) => warnOnce(error, problems, context),
    }).catch(async (error: unknown) => {
      await recorder?.close();
      throw explainStart(error, port, host);
    });
    const certificate = front.keep(isSet(input, 'quiet'));
    if (!isSet(input, 'quiet')) context.warn(welcome(running, to, certificate.path));
    await ended(shutdown, duration);
    await running.close((requests, longest) => {
      const waits = `waiting up to ${longest / 1000} s for ${requests} open request${requests === 1 ? '' : 's'}`;
      if (!isSet(input, 'quiet')) context.warn(`tollgate proxy: ${waits}; Ctrl-C again ends it at once\n`);
    });
    await recorder?.close();
    certificate.remove();

    const report = judge.report();
    return deliverReport(reports, report, context);
  },
};

/** @throws UsageError */
function readTo(typed: string | undefined): URL {
  const expected = 'expected the http(s) address of the service, such as https://fees.example.com';
  if (typed === undefined) throw new UsageError(`--to: ${expected}, got nothing`);
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--to: ${expected}, got ${typed}`);
  if (url.username + url.password !== '')
    throw new UsageError('--to: expected an address without a user and password, got one with them');
  if (url.search + url.hash !== '')
    throw new UsageError('--to: expected an address without a query or fragment, got one with it');

  return url;
}

/** Names and addresses of this machine, as URLs and options write them. */
const LOCAL = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1?\]?|\[::ffff:7f[\da-f:]+\]|0\.0\.0\.0)$/i;

/** Every request would come back. @throws UsageError */
function refuseOwnAddress({ hostname, port: typed, protocol }: URL, host: string, port: number): void {
  const isSamePort = Number(typed || (protocol === 'https:' ? 443 : 80)) === port;
  const isSameHost =
    hostname.replace(/^\[|\]$/g, '').toLowerCase() === host.toLowerCase() ||
    (LOCAL.test(hostname) && LOCAL.test(host));
  if (isSamePort && isSameHost)
    throw new UsageError(
      `--to: expected the address of the service, got ${host}:${port}, where the proxy itself listens: choose another --port`,
    );
}

/** Node's timers have no longer time, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @returns milliseconds. @throws UsageError */
function readFor(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const duration = readDuration(typed);
  if (duration !== undefined && duration > 0 && duration <= LONGEST) return duration;
  throw new UsageError(`--for: expected a duration up to 24d, such as 90s, 10m or 8h, got ${typed}`);
}

/** @throws UsageError where the file exists or cannot be written */
async function openRecorder(
  input: CommandInput,
  { warn }: CommandContext,
  merchants: readonly string[] | undefined,
) {
  const path = textOption(input, 'record');
  if (path === undefined) return undefined;
  const [{ createHarWriter, HarWriteError }, { version }] = await Promise.all([
    import('../../traffic/har/har-writer.ts'),
    import('../../contract/version.ts'),
  ]);
  try {
    return createHarWriter(path, {
      version: version(),
      merchants,
      onError: ({ message }) => warn(`tollgate: --record: ${message}\n`),
    });
  } catch (error) {
    throw error instanceof HarWriteError ? new UsageError(`--record: ${error.message}`) : error;
  }
}

async function readUpstream(
  to: URL,
  input: CommandInput,
  { environment }: CommandContext,
): Promise<Exclude<ProxyOptions['upstream'], undefined>> {
  const { readConnectionOptions } = await import(
    '../../../conformance/deployment/read-connection-options.ts'
  );
  const { route, tls } = readConnectionOptions(to, environment, {
    ca: textOption(input, 'ca'),
    cert: textOption(input, 'clientCert'),
    key: textOption(input, 'clientKey'),
    insecure: isSet(input, 'insecure'),
    // --cert and --key are those that the proxy serves.
    labels: { cert: '--client-cert', key: '--client-key' },
  });

  return {
    ca: tls.ca?.pem,
    cert: tls.client?.cert.pem,
    key: tls.client?.key.pem,
    insecure: tls.insecure,
    via: route.kind === 'by-proxy' ? route.proxy : undefined,
  };
}

/** What clients of the proxy connect to. @throws UsageError, MockError `certificate-unusable` */
async function readFront(input: CommandInput, host: string) {
  const [{ keepCertificate, readHttps }, { selfSignedFor, toCertificate }] = await Promise.all([
    import('../https.ts'),
    import('../../mock/http/certificate.ts'),
  ]);
  const https = readHttps(input);
  const tls =
    https.kind === 'off' ? undefined : https.tls === 'self-signed' ? selfSignedFor(host) : https.tls;
  const certificate = tls && toCertificate(tls);

  return {
    tls,
    keep: (isQuiet: boolean) => keepCertificate(https, { certificate }, !isQuiet),
  };
}

/** @returns what the user can mend, or the error itself */
function explainStart(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new UsageError(`${host}:${port} is already in use: choose another --port, or 0 for a free one`);
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code))
    return new UsageError(
      `--host, --port: expected an address of this machine, got ${host}:${port} (${code})`,
    );

  return error;
}

function welcome({ url }: RunningProxy, to: URL, certificate: string | undefined): string {
  const lines = [
    `tollgate proxy: ${url} passes on to ${to.href.replace(/\/$/, '')}`,
    ...(certificate === undefined ? [] : [`certificate: ${certificate}`]),
    `console: ${url}/ in a browser; or follow it with: tollgate tail ${url}`,
    'Ctrl-C ends it and prints the verdict',
  ];

  return `${lines.join('\n')}\n`;
}

/** Resolves on SIGINT or SIGTERM, or after a duration in milliseconds. */
async function ended(shutdown: AbortSignal, duration: number | undefined): Promise<void> {
  if (duration === undefined) return whenShutdown(shutdown);
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, duration);
  await Promise.race([whenShutdown(shutdown), promise]);
  clearTimeout(timer);
}

const MOST_PROBLEMS = 20;

/** A failing judge fails for every exchange. */
function warnOnce(error: unknown, known: Set<string>, { warn }: CommandContext): void {
  const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (known.has(problem) || known.size >= MOST_PROBLEMS) return;
  known.add(problem);
  void import('../errors.ts').then(({ describeInternalError }) =>
    warn(`tollgate: ${describeInternalError(error)}\n`),
  );
}

/** Loaded only now, so that the help stays quick. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/index.ts'),
    import('../../traffic/proxy/proxy.ts'),
    import('../../contract/version.ts'),
    import('../../console/console-files.ts'),
  ]);
}
