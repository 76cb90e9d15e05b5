/** Shows why an action was refused, without the advice for those who send requests themselves. */
import { Text } from './text.tsx';

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem bad tone" role="alert">
      <Text text={text.replace(/ ?Correct it and send the request again\.$/, '')} hasLines />
    </p>
  );
}
