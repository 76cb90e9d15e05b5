/** Writes the startup message of a mock: its address, its settings, and calls to try. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Processor } from '../src/engine/index.ts';
import type { ControlAccess, RunningMock } from '../src/mock/index.ts';
import { quoteWord } from '../src/text/shell.ts';
import type { TokenValues } from './commands/token.ts';
import type { CertificateFile } from './https.ts';
import { fillTemplate } from './templates.ts';

interface StartedMock {
  readonly mock: Pick<RunningMock, 'url' | 'merchants' | 'token' | 'certificate'>;
  /** How this command was called. */
  readonly command: string;
  /** The merchant file that was given. */
  readonly merchantsPath: string | undefined;
  /** The processors of the default merchant. */
  readonly processors: readonly Pick<Processor, 'name'>[];
  readonly isStatic: boolean;
  /** Further settings by their places in the message; empty for those that are not worth a line. */
  readonly settings: Readonly<Record<string, string>>;
  /** Who may use the control API. */
  readonly control: ControlAccess;
  readonly tokens: TokenValues;
  readonly certificate: Pick<CertificateFile, 'path' | 'isTemporary'>;
}

export function startupMessage(about: StartedMock): string {
  const { mock, isStatic, tokens, control, merchantsPath, command, certificate, settings } = about;
  const { url } = mock;
  const file = merchantsPath === undefined ? '' : ` --merchants ${quoteWord(merchantsPath)}`;
  const secret = tokens.jwtSecret === undefined ? '' : ', with the same secret';
  const hasKeys = tokens.jwks !== undefined;
  const isTrusted = mock.certificate?.isSelfSigned === true && certificate.path !== undefined;
  const ca = isTrusted ? ` --ca ${quoteWord(String(certificate.path))}` : '';

  return fillTemplate('cli/help/started.txt', {
    ...settings,
    ...certificateLines(about),
    url,
    static: isStatic ? 'responses are the examples of the contract, without fees and state' : '',
    merchants: mock.merchants.join(', '),
    another: hasKeys ? '' : `; another: ${command} token${file} --merchant NAME${secret}`,
    tokens: acceptedTokens(tokens),
    page: control === 'off' ? 'reference' : 'console',
    control: control === 'anyone' ? control : '',
    token: hasKeys
      ? 'The mock has no private key and cannot issue a token: set TOLLGATE_TOKEN to one of your issuer.'
      : `Its token:\n  export TOLLGATE_TOKEN=${mock.token()}`,
    calls: firstCalls(about),
    judge: isStatic ? '' : `${command} conform ${url}${ca}`,
    prefer: isStatic ? 'example=no-fee' : '',
    inspect: control === 'off' ? '' : `${command} tail ${url}${ca}, or GET ${url}/_tollgate`,
  });
}

function acceptedTokens({ jwtSecret, jwks }: TokenValues): string {
  if (jwks !== undefined)
    // A query may contain secrets.
    return `a JWT signed by a key of the JWK set ${String(jwks).replace(/^(https?:[^?#]*).*$/is, '$1')}, within its exp and nbf`;

  if (jwtSecret === undefined) return 'any well-formed JWT; signature and expiry are not verified';
  const isShort = Buffer.byteLength(jwtSecret) < LONG_ENOUGH;

  return `a JWT signed with the secret by HS256, HS384 or HS512, within its exp and nbf${isShort ? SHORT : ''}`;
}

/** The shortest secret that RFC 7518, section 3.2, allows for HS256, in bytes. */
const LONG_ENOUGH = 32;
const SHORT = '\n  the secret is shorter than the 32 bytes that RFC 7518 requires: some libraries refuse it';

function certificateLines({ mock, certificate: { path, isTemporary } }: StartedMock) {
  if (mock.certificate === undefined || path === undefined) return {};
  const { names, validTo, fingerprint, isSelfSigned } = mock.certificate;
  const until = `${validTo.getTime() < Date.now() ? 'expired on' : 'until'} ${validTo.toISOString().slice(0, 10)}`;
  const file = quoteWord(path);

  return {
    certificate: `${path}${isTemporary ? ' (removed when the mock ends)' : ''}, for ${names.join(', ') || 'no name'}, ${until}`,
    fingerprint,
    trust: isSelfSigned
      ? `to trust it: curl --cacert ${file}, or NODE_EXTRA_CA_CERTS=${file} for Node`
      : 'to trust its authority: curl --cacert AUTHORITY.pem',
  };
}

/** Beside a fee what the shipped merchants may not charge for: a debit card, and a state that prohibits surcharges. */
function firstCalls(about: StartedMock): string {
  const { mock, tokens, certificate, processors, merchantsPath, isStatic } = about;
  const token = tokens.jwks === undefined ? mock.token() : '$TOLLGATE_TOKEN';
  // A merchant with several processors needs the field processor (document 2.1).
  const name = processors.length > 1 ? processors[0]?.name : undefined;
  const processor = name === undefined ? '' : `,"processor":${JSON.stringify(name).replaceAll("'", "'\\''")}`;
  const call = (region: string, nicn: string) => [
    `  curl -sS ${curlAddress(mock, certificate.path)}/v1/ch -H 'Content-Type: application/json' -H 'X-Requested-With: xhr' \\`,
    `    -H "Authorization: Bearer ${token}" \\`,
    `    -d '{"region":"${region}","nicn":"${nicn}","amount":100.00${processor}}'`,
  ];
  if (merchantsPath !== undefined || isStatic)
    return ['A first call:', ...call('85004', '424242')].join('\n');

  return [
    'Three calls to paste:',
    ...['  # a credit card in Arizona has a fee', ...call('85004', '424242')],
    ...['  # a debit card has none: 0', ...call('85004', '400005')],
    ...['  # Connecticut prohibits surcharges: 0', ...call('CT', '424242')],
  ].join('\n');
}

/** The address for curl, with a host name of the certificate. */
function curlAddress({ url, certificate }: StartedMock['mock'], path: string | undefined): string {
  if (certificate === undefined || path === undefined) return url;
  const trust = certificate.isSelfSigned ? `--cacert ${quoteWord(path)} ` : '';
  const { hostname, port } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const read = new X509Certificate(certificate.pem);
  const name = [address, 'localhost', ...certificate.names].find(
    (each) => (isIP(each) === 0 ? read.checkHost(each) : read.checkIP(each)) !== undefined,
  );
  if (name === undefined || name === address) return `${trust}${url}`;
  const resolve = name === 'localhost' ? '' : `--resolve ${quoteWord(`${name}:${port}:${address}`)} `;

  return `${trust}${resolve}${quoteWord(`https://${name}:${port}`)}`;
}
