/** Runs the proxy until it is ended, then delivers the reports on both sides. */
import { setTimeout as pause } from 'node:timers/promises';

import { readConnectionOptions } from '../../conformance/deployment/connection.ts';
import { startThread } from '../../src/contract/package-files.ts';
import { selfSignedFor, toCertificate } from '../../src/mock/http/certificate.ts';
import { toStartError } from '../../src/mock/mock-error.ts';
import { createCalls } from '../../src/proxy/calls.ts';
import { type ProxyOptions, type RunningProxy, startProxy } from '../../src/proxy/proxy.ts';
import { count } from '../../src/text/words.ts';
import { type CommandContext, type Run, UsageError, type Values } from '../command.ts';
import { consoleFiles } from '../console.ts';
import { keepCertificate, readHttps } from '../https.ts';
import { describeInternalError, warnOnce } from '../output.ts';
import { readTraffic } from '../run-judge.ts';
import { whenShutdown } from '../shutdown.ts';
import type * as declared from './judge-commands.ts';
import type { ObserverData, ProxyObserverCalls, Warning } from './proxy-observer.ts';

export const runProxy: Run<typeof declared.proxy> = async ({ options }, context) => {
  const { port, host = '127.0.0.1', quiet } = options;
  const to = readTo(options.to);
  const say = quiet ? () => {} : context.warn;
  const { judging, deliver } = readTraffic(options);
  const { pricing, ...judged } = judging;
  const upstream = readUpstream(to, options, context);
  const https = readHttps(options);
  const tls = https.tls === 'self-signed' ? selfSignedFor(host) : https.tls;
  const certificate = tls && toCertificate(tls);
  const warn = warnOnce(context.warn);
  const thread = startThread('cli/commands/proxy-observer.ts', {
    judging: { target: to.href.replace(/\/$/, ''), ...judged },
    pricing: pricing && { path: pricing.path, text: pricing.text },
  } satisfies ObserverData);
  thread.on('message', ({ warning }: Partial<Warning>) => warning === undefined || warn(warning));
  try {
    const observer = createCalls<ProxyObserverCalls>(thread);
    const problem = await observer.call('open', options.record);
    if (problem !== undefined) throw new UsageError(`--record: ${problem}`);
    const { shutdown, hurry } = context;
    const running = await startProxy({
      ...{ to, port, host, upstream, tls, observer },
      consoleFiles: consoleFiles(),
      onError: (error) => warn(`tollgate: ${describeInternalError(error)}\n`),
    }).catch(async (error: unknown) => {
      await observer.call('end', undefined);
      throw toStartError(error, port, host);
    });
    const kept = keepCertificate(https, { certificate }, !quiet);
    say(startupMessage(running, to, kept.path));
    // Without a duration, a signal alone ends it.
    const over = options.for === undefined ? [] : [pause(options.for, undefined, { ref: false })];
    await Promise.race([whenShutdown(shutdown), ...over]);
    await running.close((requests, longest) => {
      const waits = `waiting up to ${longest / 1000} s for ${count(requests, 'open request')}`;
      say(`tollgate proxy: ${waits}; Ctrl-C again reports at once\n`);
    }, hurry);
    const { report, recorded } = await observer.call('end', undefined);
    kept.remove();
    const result = await deliver(report, context);
    if (options.record === undefined || quiet) return result;
    const recording = `wrote ${options.record} (${count(recorded, 'exchange')})\n`;

    return { ...result, problem: (result.problem ?? '') + recording };
  } finally {
    await thread.terminate();
  }
};

/** @throws UsageError */
function readTo(typed: string | undefined): URL {
  const refuse = (expected: string, got: string) => new UsageError(`--to: expected ${expected}, got ${got}`);
  const url = URL.parse(typed ?? '');
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refuse('the http(s) address of the service, such as https://fees.example.com', typed ?? 'nothing');
  if (url.username + url.password !== '')
    throw refuse('an address without a user and password', 'one with them');
  if (url.search + url.hash !== '') throw refuse('an address without a query or fragment', 'one with it');

  return url;
}

function readUpstream(
  to: URL,
  { ca, clientCert, clientKey, insecure }: Values<typeof declared.proxy>,
  { environment }: CommandContext,
): Exclude<ProxyOptions['upstream'], undefined> {
  const { route, tls } = readConnectionOptions(to, environment, {
    ...{ ca, cert: clientCert, key: clientKey, insecure },
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

function startupMessage({ url }: RunningProxy, to: URL, certificate: string | undefined): string {
  const lines = [
    `tollgate proxy: ${url} forwards to ${to.href.replace(/\/$/, '')}`,
    ...(certificate === undefined ? [] : [`certificate: ${certificate}`]),
    `console: ${url}/ in a browser; or follow it with: tollgate tail ${url}`,
    'Ctrl-C ends it and prints the verdict',
  ];

  return `${lines.join('\n')}\n`;
}
