/** Calls from one thread to another over a port: each gets one result. */
import type { MessagePort, Transferable, Worker } from 'node:worker_threads';

/** A thread, or a port to one. */
export type Port = Worker | MessagePort;

/** What the other thread does, by the name of the call. */
export type Handlers = Readonly<Record<string, (value: never) => unknown>>;

interface ThreadCall {
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
}

type ThreadResult = Pick<ThreadCall, 'id'> & ({ readonly value: unknown } | { readonly error: Error });

export interface ThreadCalls<Known extends Handlers> {
  /** Rejects with the error of the handler, or of the thread. */
  readonly call: <Name extends keyof Known & string>(
    name: Name,
    value: Parameters<Known[Name]>[0],
  ) => Promise<Awaited<ReturnType<Known[Name]>>>;
}

export function createCalls<Known extends Handlers>(port: Port): ThreadCalls<Known> {
  const open = new Map<number, PromiseWithResolvers<never>>();
  let failure: Error | undefined;
  let last = 0;

  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of open.values()) reject(failure);
    open.clear();
  };
  port.on('message', (result: ThreadResult) => {
    const asked = open.get(result.id);
    open.delete(result.id);
    if ('error' in result) asked?.reject(result.error);
    else asked?.resolve(result.value as never);
  });
  port.on('error', fail);
  port.on('messageerror', fail);
  // A thread emits `exit`, a port `close`.
  for (const end of ['exit', 'close'])
    port.on(end as 'close', () => fail(new Error('the thread that judges has ended')));

  return {
    call(name, value) {
      if (failure !== undefined) return Promise.reject(failure);
      const asked = Promise.withResolvers<never>();
      last += 1;
      open.set(last, asked);
      port.postMessage({ id: last, name, value } satisfies ThreadCall);

      return asked.promise;
    },
  };
}

/** Answers the calls of another thread. A stream among the members of a result moves there. */
export function answerCalls(port: MessagePort, handlers: Handlers): void {
  port.on('message', async ({ id, name, value }: ThreadCall) => {
    let result: ThreadResult;
    try {
      result = { id, value: await (handlers[name] as (value: unknown) => unknown)(value) };
    } catch (error) {
      result = { id, error: error instanceof Error ? error : new Error(String(error)) };
    }
    const members = 'value' in result && result.value instanceof Object ? Object.values(result.value) : [];
    const streams = members.filter((member) => member instanceof ReadableStream);
    port.postMessage(result, streams as unknown as Transferable[]);
  });
}
