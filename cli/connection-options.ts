/** The connection options that all commands share which send requests to a deployment. */

import type { TlsOptions } from '../conformance/deployment/connection.ts';
import { DEPLOYMENT_DEFAULTS } from '../conformance/deployment/deployment.ts';
import { flag, number, text, type Values } from './options.ts';

export const CONNECTION_OPTIONS = {
  ca: text('<file>', "trust this CA certificate (PEM) instead of the system's"),
  cert: text('<file>', 'client certificate (PEM)'),
  key: text('<file>', 'private key of the client certificate (PEM)'),
  insecure: flag('do not verify the certificate of the server'),
};

export const TOKEN = text('<jwt>', 'access token (or TOLLGATE_TOKEN)');

export const TOKEN_COMMAND = text('<cmd>', 'shell command that prints the token; again on a 401');

/** Of a response, in milliseconds. */
export const TIMEOUT = number('<ms>', 'response timeout in ms', {
  min: 10,
  max: 600_000,
  default: `${DEPLOYMENT_DEFAULTS.limits.timeout}`,
});

/** For the notes of the help. */
export const PROXY_NOTE = `HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are used as curl does;
loopback addresses never go through a proxy.`;

type ConnectionValues = Values<typeof CONNECTION_OPTIONS>;

export function tlsOf({ ca, cert, key, insecure }: ConnectionValues): Omit<TlsOptions, 'labels'> {
  return { ca, cert, key, insecure };
}

/** The options as arguments again, for the commands that a report prints. */
export function tlsArguments({ ca, cert, key, insecure }: ConnectionValues): readonly string[] {
  return [
    ...Object.entries({ ca, cert, key }).flatMap(([name, path]) =>
      path === undefined ? [] : [`--${name}`, path],
    ),
    ...(insecure ? ['--insecure'] : []),
  ];
}
