/** Drives the console as a user does: opens tabs, presses buttons by name, and checks the page with axe-core. */
import axe from 'axe-core';
import { expect } from 'vitest';
import type { Chromium, Page } from './chromium.ts';

export interface ConsolePage extends Page {
  /** Opens a view, such as `verdict` or `transactions/STXID`, and waits until it is drawn. */
  readonly go: (view: string) => Promise<void>;
  /** Presses the button, link or row with this name, or whose name begins with it. */
  readonly click: (name: string) => Promise<void>;
  /** Resolves as soon as the open tab shows this text. */
  readonly shows: (text: string) => Promise<void>;
  /** Sets a field or a select by its label, as its user would. */
  readonly fill: (label: string, value: string) => Promise<void>;
}

/** Finds an element by the name that a screen reader announces. */
const NAMED = `(selector, name) => {
  const nameOf = (node) => (node.getAttribute('aria-label') ?? node.innerText).replaceAll(/\\s+/g, ' ').trim();
  const all = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  return all.find((node) => nameOf(node) === name) ?? all.find((node) => nameOf(node).startsWith(name));
}`;

interface Opened {
  readonly path?: string;
  /** The colours that its user prefers. */
  readonly scheme?: 'light' | 'dark';
  /** Width and height, in CSS pixels. */
  readonly size?: readonly [number, number];
}

/** @param url of the mock, one of its worlds, or a proxy */
export async function openConsole(
  chromium: Chromium,
  url: string,
  { path = '/', scheme = 'light', size }: Opened = {},
): Promise<ConsolePage> {
  const page = await chromium.open(`${url}${path}`, scheme);
  if (size !== undefined) await page.resize(...size);
  await page.until(
    `document.querySelector('.connection.live') && document.querySelectorAll('.tabs a').length > 1`,
  );
  const named = (selector: string, name: string) =>
    `(${NAMED})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;

  return {
    ...page,
    async go(view) {
      const [tab = ''] = view.split('/');
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${view}`)}`);
      await page.until(`document.querySelector('#tab-${tab}[aria-current]')`);
      await page.until(`document.querySelector('#view').childElementCount > 0`);
    },
    async click(name) {
      const target = named('button, a, summary, .row', name);
      await page.until(target);
      await page.evaluate(`${target}.click()`);
    },
    shows: (text) =>
      page.until(`document.querySelector('#view').innerText.includes(${JSON.stringify(text)})`),
    async fill(label, value) {
      const target = `(() => {
        const label = ${named('label', label)};
        return label && (label.control ?? label.querySelector('input, select'));
      })()`;
      await page.until(target);
      await page.evaluate(`(() => {
        const field = ${target};
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
        set.call(field, ${JSON.stringify(value)});
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
    },
  };
}

/** The problems that axe-core finds in the page now, without Swagger UI in its frame. */
export async function axeViolations({ evaluate }: Pick<Page, 'evaluate'>): Promise<unknown> {
  await evaluate(axe.source);

  return evaluate(`axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary) })))`);
}

/** Expects no request to another origin, no error, no warning, and no violation of the policy. */
export function expectQuiet({ asked, complaints }: Page, url: string): void {
  const elsewhere = asked.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith('data:'));

  expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
}

/** How far the page is wider than its window, in CSS pixels. */
export async function overflowOf({ evaluate }: Pick<Page, 'evaluate'>): Promise<unknown> {
  return evaluate(`Math.max(
    document.documentElement.scrollWidth - innerWidth,
    document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth,
  )`);
}

// Speaks the DevTools protocol: numbered calls, their answers, and events, over one WebSocket.

type Message = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly resolve: (result: Message) => void;
  readonly reject: (error: Error) => void;
}

export interface Devtools {
  /** @param session the page that it is for; otherwise the browser */
  readonly send: (method: string, parameters?: Message, session?: string) => Promise<Message>;
  readonly on: (session: string, event: string, listener: (parameters: Message) => void) => void;
  readonly close: () => void;
}

export async function connectDevtools(address: string): Promise<Devtools> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (parameters: Message) => void>();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`${address} does not answer`));
  });
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (typeof message['id'] !== 'number') {
      listeners.get(`${message['sessionId']} ${message['method']}`)?.(message['params'] as Message);
      return;
    }
    const caller = waiting.get(message['id']);
    waiting.delete(message['id']);
    if (message['error'] === undefined) caller?.resolve(message['result'] as Message);
    else caller?.reject(new Error(JSON.stringify(message['error'])));
  };

  return {
    send: (method, params = {}, sessionId = undefined) => {
      count += 1;
      socket.send(JSON.stringify({ id: count, method, params, sessionId }));

      return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
    },
    on: (session, event, listener) => listeners.set(`${session} ${event}`, listener),
    close: () => socket.close(),
  };
}
