/** The connection options that all commands share which send requests to a deployment. */
import type { TlsOptions } from '../conformance/deployment/read-connection-options.ts';
import type { Command, CommandInput } from './command.ts';
import { isSet, textOption } from './parse-options.ts';

export const CONNECTION_OPTIONS: Command['options'] = [
  ['--ca <file>', "trust this CA certificate (PEM) instead of the system's"],
  ['--cert <file>', 'client certificate (PEM)'],
  ['--key <file>', 'private key of the client certificate (PEM)'],
  ['--insecure', 'do not verify the certificate of the server'],
];

/** For the notes of the help. */
export const PROXY_NOTE = `HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are used as curl does;
loopback addresses never go through a proxy.`;

export function readTlsOptions(input: CommandInput): Omit<TlsOptions, 'labels'> {
  return {
    ca: textOption(input, 'ca'),
    cert: textOption(input, 'cert'),
    key: textOption(input, 'key'),
    insecure: isSet(input, 'insecure'),
  };
}

/** The options as arguments again, for the commands that a report prints. */
export function tlsArguments(input: CommandInput): readonly string[] {
  const { insecure, ...files } = readTlsOptions(input);

  return [
    ...Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [`--${name}`, path])),
    ...(insecure === true ? ['--insecure'] : []),
  ];
}
