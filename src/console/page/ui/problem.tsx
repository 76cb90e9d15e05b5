/** Why something was refused, in words, where it was tried. A person who pressed a button has sent no request. */
import { Text } from './text.tsx';

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem bad tone" role="alert">
      <Text text={text.replace(/ ?Correct it and send the request again\.$/, '')} hasLines />
    </p>
  );
}
