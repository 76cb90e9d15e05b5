/** What was typed about how a deployment is reached: the same for every command that asks one. */
import type { TlsOptions } from '../../conformance/deployment/read-connection-options.ts';
import type { Command, Given } from './command.ts';
import { isSet, textOf } from './given.ts';

export const REACHING: Command['options'] = [
  ['--ca <file>', 'trust these authorities (PEM) in the place of the well-known ones'],
  ['--cert <file>', 'show this certificate (PEM) to a server that asks for one'],
  ['--key <file>', 'and this private key (PEM)'],
  ['--insecure', 'ask without verifying the certificate of the server'],
];

/** For the notes of the help. */
export const ON_PROXIES = `HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are heeded as curl does;
this machine is always asked straight away.`;

export function readReaching(given: Given): TlsOptions {
  return {
    ca: textOf(given, 'ca'),
    cert: textOf(given, 'cert'),
    key: textOf(given, 'key'),
    insecure: isSet(given, 'insecure'),
  };
}

/** The same as it was typed, for the commands that a report prints. */
export function typedReaching(given: Given): readonly string[] {
  const { insecure, ...files } = readReaching(given);

  return [
    ...Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [`--${name}`, path])),
    ...(insecure === true ? ['--insecure'] : []),
  ];
}
