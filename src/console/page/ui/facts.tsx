/** Pairs of a name and a value; those without a value are left out. */
import { Text } from './text.tsx';

interface FactsProps {
  readonly pairs: readonly (readonly [name: string, value: string | undefined])[];
}

export function Facts({ pairs }: FactsProps) {
  return (
    <dl class="facts">
      {pairs.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={name.endsWith('Id') ? 'mono' : undefined}>
                <Text text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
