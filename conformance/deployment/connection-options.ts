/** How requests reach a deployment: directly or through a proxy, and with which certificates. */

export interface ConnectionOptions {
  readonly route: NetworkRoute;
  readonly tls: Tls;
}

export type NetworkRoute =
  | { readonly kind: 'straight' }
  /** Direct although the environment names a proxy, because the address is one of this machine. */
  | { readonly kind: 'past-proxy' }
  | {
      readonly kind: 'by-proxy';
      /** May contain a user and password: print only protocol and host. */
      readonly proxy: URL;
      /** The environment variable that names the proxy. */
      readonly variable: string;
    };

export interface Tls {
  /** Certificate authorities to trust instead of the default ones. */
  readonly ca?: PemFile;
  /** The certificate that the client presents. */
  readonly client?: { readonly cert: PemFile; readonly key: PemFile };
  /** Whether the server's certificate is left unverified. */
  readonly insecure: boolean;
}

export interface PemFile {
  /** Absolute, or relative to the working directory. */
  readonly path: string;
  readonly pem: string;
}

export const STRAIGHT: ConnectionOptions = { route: { kind: 'straight' }, tls: { insecure: false } };

/** Decodes a user name or password of an address. A percent sign that begins no code stands for itself. */
export function decodePercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
