/** Those who are told at once of whatever happens. */

export interface Watchers<T> {
  readonly tell: (what: T) => void;
  /** @returns what ends it */
  readonly watch: (watcher: (what: T) => void) => () => void;
}

export function createWatchers<T>(): Watchers<T> {
  const watchers = new Set<(what: T) => void>();

  return {
    tell(what) {
      for (const watcher of watchers) watcher(what);
    },
    watch(watcher) {
      watchers.add(watcher);

      return () => watchers.delete(watcher);
    },
  };
}
