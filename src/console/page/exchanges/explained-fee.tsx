/** How a fee was calculated: its lines as a waterfall, or why the server cannot explain it. */
import type { Explanation } from '../../../engine/explanation.ts';
import type { Api } from '../api.ts';
import { Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Waterfall } from './waterfall.tsx';

interface Explained {
  readonly explanation?: Explanation;
  /** Why there is no explanation, or why it differs from the fee. */
  readonly unexplained?: string;
}

interface ExplainedFeeProps {
  readonly api: Api;
  /** Below `_tollgate`: the fee of an exchange, or a transaction. */
  readonly path: string;
}

export function ExplainedFee({ api, path }: ExplainedFeeProps) {
  const { value, error } = useLoaded(() => api.get<Explained>(path), [path]);
  const problem = value?.unexplained ?? error;

  return (
    <>
      {value?.explanation !== undefined && <Waterfall explanation={value.explanation} />}
      {problem !== undefined && (
        <p class="muted">
          <Text text={problem} />
        </p>
      )}
    </>
  );
}
