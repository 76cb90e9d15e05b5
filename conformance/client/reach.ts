/** How a deployment is reached: straight away or by way of a proxy, and by which certificates. */

export interface Reach {
  readonly route: Route;
  readonly tls: Tls;
}

export type Route =
  | { readonly kind: 'straight' }
  /** Straight away as well, though the environment names a proxy: the address is one of this machine. */
  | { readonly kind: 'past-proxy' }
  | {
      readonly kind: 'by-proxy';
      /** Holds user and password where it asks for them: print it by `nameOf` alone. */
      readonly proxy: URL;
      /** The variable of the environment that names it. */
      readonly variable: string;
    };

export interface Tls {
  /** Authorities that are trusted in the place of the well-known ones. */
  readonly ca?: PemFile;
  /** What the client shows of itself. */
  readonly client?: { readonly cert: PemFile; readonly key: PemFile };
  /** Whether any certificate of the server will do. */
  readonly insecure: boolean;
}

export interface PemFile {
  /** As a shell in the folder of this process finds it. */
  readonly path: string;
  readonly pem: string;
}

export const STRAIGHT: Reach = { route: { kind: 'straight' }, tls: { insecure: false } };

/** The proxy without what may be secret in its address. */
export function nameOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The header that the proxy wants; undefined where its address holds no login. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [user, secret] = [username, password].map(plain);

  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

/** A percent sign that begins no code stands for itself. */
export function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** In the words of Node's TLS; nothing where all is as usual. */
export function tlsOptions({ ca, client, insecure }: Tls) {
  return {
    ...(ca === undefined ? {} : { ca: ca.pem }),
    ...(client === undefined ? {} : { cert: client.cert.pem, key: client.key.pem }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}
