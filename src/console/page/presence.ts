/** Whether the page is in view. A browser keeps six connections to a host, so a hidden console closes its own. */

export interface Presence {
  /** Resolves when the page is in view: at once where it is. */
  readonly whenSeen: () => Promise<void>;
  /**
   * Calls when the page has been out of view for a while.
   *
   * @returns a function that ends the watch
   */
  readonly onceUnseen: (call: () => void) => () => void;
}

/** Milliseconds until a hidden page closes its connection. */
const PATIENCE = 2_000;

export const PAGE_PRESENCE: Presence = {
  whenSeen: () =>
    new Promise((resolve) => {
      const check = () => {
        if (document.hidden) return;
        document.removeEventListener('visibilitychange', check);
        resolve();
      };
      document.addEventListener('visibilitychange', check);
      check();
    }),
  onceUnseen(call) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(call, PATIENCE);
    };
    document.addEventListener('visibilitychange', check);
    check();

    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  },
};
