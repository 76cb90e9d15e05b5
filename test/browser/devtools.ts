/** Speaks the DevTools protocol: numbered calls, their answers, and events, over one WebSocket. */

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
