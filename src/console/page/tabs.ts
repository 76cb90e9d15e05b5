/** The tabs, in their order. To add one: write its view in a folder of its own, and one entry here. */
import type { ComponentType } from 'preact';
import { Controls } from './controls/controls.tsx';
import { Exchanges } from './exchanges/exchanges.tsx';
import { Reference } from './reference/reference.tsx';
import type { Server } from './server.ts';
import { Transactions } from './transactions/transactions.tsx';
import { Verdict } from './verdict/verdict.tsx';

export interface Tab {
  /** The first part of its route. */
  readonly id: string;
  readonly label: string;
  /** Whether this server has what the tab shows. */
  readonly isIn: (server: Server) => boolean;
  /** @param item the second part of the route, such as the id of an exchange */
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

export const TABS: readonly Tab[] = [
  { id: 'exchanges', label: 'Exchanges', isIn: () => true, View: Exchanges },
  { id: 'transactions', label: 'Transactions', isIn: () => true, View: Transactions },
  { id: 'verdict', label: 'Verdict', isIn: (server) => server.has('/verdict'), View: Verdict },
  { id: 'controls', label: 'Controls', isIn: () => true, View: Controls },
  { id: 'reference', label: 'Reference', isIn: ({ kind }) => kind === 'mock', View: Reference },
];
