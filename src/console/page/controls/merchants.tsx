/** The merchants with their processors, and how to get a token of each. The page has no secret and shows none. */
import { useStore } from '../store.ts';
import { Problem } from '../ui/problem.tsx';
import { Text } from '../ui/text.tsx';
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
      <table class="table">
        <caption class="hidden">Merchants</caption>
        <thead>
          <tr>
            <th scope="col">Merchant</th>
            <th scope="col">Processors: name (MID), pricing model</th>
            {tokens?.accepted !== 'keys' && <th scope="col">A token of it</th>}
          </tr>
        </thead>
        <tbody>
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
                  <code>
                    <Text text={tokenCommand(name, tokens?.accepted === 'secret')} />
                  </code>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function tokenCommand(merchant: string, isSigned: boolean): string {
  const name = /^[\w.-]+$/.test(merchant) ? merchant : `'${merchant.replaceAll("'", `'\\''`)}'`;

  return `tollgate token --merchant ${name}${isSigned ? ' --jwt-secret "$TOLLGATE_JWT_SECRET"' : ''}`;
}
