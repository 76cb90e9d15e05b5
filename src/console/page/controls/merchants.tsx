/** The merchants with their processors, and how to get a token of each. The page has no secret and shows none. */
import { useStore } from '../store.ts';
import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { Code, Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Section } from './section.tsx';

interface Merchant {
  readonly name: string;
  readonly processors: readonly { readonly mid: string; readonly name: string; readonly model: string }[];
}

interface Answer {
  readonly tokens: { readonly accepted: 'any' | 'secret' | 'keys'; readonly expected: string };
  readonly merchants: readonly Merchant[];
}

export function Merchants() {
  const { api } = useStore();
  const { value, error } = useLoaded(() => api.get<Answer>('/merchants'), [api]);
  const { merchants = [], tokens } = value ?? {};

  return (
    <Section
      id="merchants"
      title="Merchants"
      about="The token of a request names its merchant; the first is the default."
    >
      <Problem text={error} />
      {tokens !== undefined && (
        <p>
          This mock accepts {tokens.expected}
          {tokens.accepted === 'any' ? ', and does not verify its signature' : ''}.
          {tokens.accepted === 'keys' ? ' Get one from the issuer of your tokens.' : ''}
        </p>
      )}
      <Table
        caption="Merchants"
        columns={[
          'Merchant',
          'Processors: name (MID), pricing model',
          ...(tokens?.accepted === 'keys' ? [] : ['A token of it']),
        ]}
      >
        {merchants.map(({ name, processors }, at) => (
          <tr key={name}>
            <td>
              <Text text={name} /> {at === 0 && <span class="badge">default</span>}
            </td>
            <td>
              <ul>
                {processors.map((processor) => (
                  <li key={processor.mid}>
                    <Text text={processor.name} /> (<Text text={processor.mid} />
                    ), <Text text={processor.model} />
                  </li>
                ))}
              </ul>
            </td>
            {tokens?.accepted !== 'keys' && (
              <td>
                <Code text={tokenCommand(name, tokens?.accepted === 'secret')} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function tokenCommand(merchant: string, isSigned: boolean): string {
  const name = /^[\w.-]+$/.test(merchant) ? merchant : `'${merchant.replaceAll("'", `'\\''`)}'`;

  return `tollgate token --merchant ${name}${isSigned ? ' --jwt-secret "$TOLLGATE_JWT_SECRET"' : ''}`;
}
