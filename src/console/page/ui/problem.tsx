/** Why something was refused, in words, where it was tried. */
import { Text } from './text.tsx';

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem bad tone" role="alert">
      <Text text={text} />
    </p>
  );
}
