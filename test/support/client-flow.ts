/** Stories of clients, and the rules on the flow that they violate. */

import type { ObserveClientOptions } from '../../conformance/clients/observe-client.ts';
import { type ClientUnderTest, clientUnderTest } from './client-exchanges.ts';

export const S1 = '4f3a91c2d7e84b06a5c3f1e2d3b4a596';
export const S2 = '00aa91c2d7e84b06a5c3f1e2d3b4a5ff';

export type Story = (client: ClientUnderTest) => void;

export function violatedBy(story: Story, options: Partial<ObserveClientOptions> = {}) {
  const client = clientUnderTest(options);
  story(client);

  return client.violated();
}
