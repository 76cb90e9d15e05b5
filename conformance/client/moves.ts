/** Where requests are redirected to time after time: asked there straight away from then on, or each would cost two. */

export interface Moves {
  /** Where one of this kind is to be asked; undefined where that is its own address. */
  readonly to: (kind: string) => string | undefined;
  /** Tells of one that was led to this path: for good (308), or this time (307), and so for the next only if twice alike. */
  readonly note: (kind: string, path: string, isForGood: boolean) => void;
  /** Takes back what was known, where nothing is at that path any more; false where it had moved for good, or not at all. */
  readonly isForgotten: (kind: string, status: number) => boolean;
}

const NOT_THERE: ReadonlySet<number> = new Set([404, 410]);

export function createMoves(): Moves {
  const moved = new Map<string, { readonly path: string; readonly isForGood: boolean }>();
  const led = new Map<string, string>();

  return {
    to: (kind) => moved.get(kind)?.path,
    note(kind, path, isForGood) {
      if (isForGood || led.get(kind) === path) moved.set(kind, { path, isForGood });
      led.set(kind, path);
    },
    isForgotten(kind, status) {
      if (!NOT_THERE.has(status) || moved.get(kind)?.isForGood !== false) return false;
      led.delete(kind);

      return moved.delete(kind);
    },
  };
}
