/** Ties an input to a signal: `<input {...bound(words)} />`. */
import type { Signal } from '@preact/signals';

export function bound(text: Signal<string>) {
  return {
    value: text.value,
    onInput({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      text.value = currentTarget.value;
    },
  };
}
