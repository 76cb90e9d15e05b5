/** Why a file that a user named cannot be read, and what to do. */

const REASONS: Readonly<Record<string, readonly [got: string, action: string]>> = {
  ENOENT: ['no such file', 'check the path'],
  ENOTDIR: ['no such file', 'check the path'],
  EISDIR: ['a directory', 'name a file in it'],
  EACCES: ['no permission to read it', 'change its permissions'],
  EPERM: ['no permission to read it', 'change its permissions'],
};

/** Such as `no such file: check the path`. */
export function describeUnreadable(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const [got, action] = REASONS[code] ?? [`an error while reading (${code})`, 'check the file'];

  return `${got}: ${action}`;
}
