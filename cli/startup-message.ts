/** Writes the startup message of a mock: its address, its settings, and calls to try. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Processor } from '../src/engine/index.ts';
import type { ControlAccess, RunningMock } from '../src/mock/index.ts';
import { quoteWord } from '../src/text/shell.ts';
import type { TokenValues } from './commands/token.ts';
import type { CertificateFile } from './https.ts';

interface StartedMock {
  readonly mock: Pick<RunningMock, 'url' | 'merchants' | 'token' | 'certificate'>;
  /** How this command was called. */
  readonly command: string;
  /** The merchant file that was given. */
  readonly merchantsPath: string | undefined;
  /** The processors of the default merchant. */
  readonly processors: readonly Pick<Processor, 'name'>[];
  readonly isStatic: boolean;
  /** A line for each setting that is worth knowing. */
  readonly notes: readonly string[];
  /** Who may use the control API. */
  readonly control: ControlAccess;
  readonly tokens: TokenValues;
  readonly certificate: Pick<CertificateFile, 'path' | 'isTemporary'>;
}

export function startupMessage(about: StartedMock): string {
  const { mock, isStatic, tokens, control, merchantsPath, command } = about;
  const file = merchantsPath === undefined ? '' : ` --merchants ${quoteWord(merchantsPath)}`;
  const secret = tokens.jwtSecret === undefined ? '' : ', with the same secret';
  const another = `; another: ${command} token${file} --merchant NAME${secret}`;
  const hasKeys = tokens.jwks !== undefined;

  return [
    `The mock of the Transaction Fee and Sale API listens on ${mock.url}`,
    ...(isStatic ? ['static: responses are the examples of the contract, without fees and state'] : []),
    `merchants: ${mock.merchants.join(', ')} (the first is the default${hasKeys ? '' : another})`,
    `tokens: ${acceptedTokens(tokens)}`,
    ...certificateLines(about),
    `${control === 'off' ? 'reference' : 'console'}: ${mock.url}/ in a browser; the contract: ${mock.url}/_tollgate/openapi.yaml`,
    ...about.notes,
    '',
    ...(hasKeys
      ? ['The mock has no private key and cannot issue a token: set TOLLGATE_TOKEN to one of your issuer.']
      : ['Its token:', `  export TOLLGATE_TOKEN=${mock.token()}`]),
    ...['', ...firstCalls(about), '', 'Then:', ...nextSteps(about), '', 'Ctrl-C ends it.', ''],
  ].join('\n');
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

function certificateLines({ mock, certificate: { path, isTemporary } }: StartedMock): readonly string[] {
  if (mock.certificate === undefined || path === undefined) return [];
  const { names, validTo, fingerprint, isSelfSigned } = mock.certificate;
  const until = `${validTo.getTime() < Date.now() ? 'expired on' : 'until'} ${validTo.toISOString().slice(0, 10)}`;
  const file = quoteWord(path);

  return [
    `certificate: ${path}${isTemporary ? ' (removed when the mock ends)' : ''}, for ${names.join(', ') || 'no name'}, ${until}`,
    `  SHA-256 ${fingerprint}`,
    isSelfSigned
      ? `  to trust it: curl --cacert ${file}, or NODE_EXTRA_CA_CERTS=${file} for Node`
      : '  to trust its authority: curl --cacert AUTHORITY.pem',
  ];
}

/** Beside a fee what the shipped merchants may not charge for: a debit card, and a state that prohibits surcharges. */
function firstCalls(about: StartedMock): readonly string[] {
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
  if (merchantsPath !== undefined || isStatic) return ['A first call:', ...call('85004', '424242')];

  return [
    'Three calls to paste:',
    ...['  # a credit card in Arizona has a fee', ...call('85004', '424242')],
    ...['  # a debit card has none: 0', ...call('85004', '400005')],
    ...['  # Connecticut prohibits surcharges: 0', ...call('CT', '424242')],
  ];
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

function nextSteps({ mock, isStatic, command, control, certificate }: StartedMock): readonly string[] {
  const { path } = certificate;
  const ca = mock.certificate?.isSelfSigned === true && path !== undefined ? ` --ca ${quoteWord(path)}` : '';

  return [
    isStatic
      ? "  another example of the contract: the same with -H 'Prefer: example=no-fee'"
      : `  judge the mock  ${command} conform ${mock.url}${ca}`,
    ...(control === 'off'
      ? []
      : [`  inspect it      ${command} tail ${mock.url}${ca}, or GET ${mock.url}/_tollgate`]),
  ];
}
