/** Text from elsewhere: control characters and direction marks are written as escapes. */
import { visible, visibleLine } from '../../../text/visible.ts';

interface TextProps {
  readonly text: string;
  /** Whether line breaks and tabs stay; by default they are escaped, too. */
  readonly hasLines?: boolean;
}

export function Text({ text, hasLines = false }: TextProps) {
  return <bdi>{hasLines ? visible(text) : visibleLine(text)}</bdi>;
}

export function Code({ text }: { readonly text: string }) {
  return (
    <code>
      <Text text={text} />
    </code>
  );
}
