/** Remembers redirects, so that the next request of a kind goes to the target at once. */

export interface RedirectCache {
  get(kind: string): string | undefined;
  /** A temporary redirect (307) is remembered when it leads to the same path twice in a row. */
  add(kind: string, path: string, isPermanent: boolean): void;
  /** Forgets a temporary redirect whose target is gone. Returns whether it did. */
  forgetIfGone(kind: string, status: number): boolean;
}

export function createRedirectCache(): RedirectCache {
  const cached = new Map<string, { readonly path: string; readonly isPermanent: boolean }>();
  const last = new Map<string, string>();

  return {
    get: (kind) => cached.get(kind)?.path,
    add(kind, path, isPermanent) {
      if (isPermanent || last.get(kind) === path) cached.set(kind, { path, isPermanent });
      last.set(kind, path);
    },
    forgetIfGone(kind, status) {
      if ((status !== 404 && status !== 410) || cached.get(kind)?.isPermanent !== false) return false;
      last.delete(kind);

      return cached.delete(kind);
    },
  };
}
