/** Drives a headless Chromium over its DevTools protocol: opens pages, and records their requests, errors and warnings. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { connectDevtools, type Devtools } from './console.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
  '--window-size=1280,1600',
];

/** In milliseconds: less than a test may take, so that the test ends the browser. */
const PATIENCE = 60_000;

export interface Page {
  /** Evaluates an expression in the page, a promise too. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Resolves as soon as the expression is truthy in the page. */
  readonly until: (expression: string) => Promise<void>;
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>;
  /** Presses a key, such as `Tab`, `Enter`, `ArrowRight` or `Shift+Tab`. */
  readonly press: (key: string) => Promise<void>;
  /** Brings its tab to the front of the browser. */
  readonly show: () => Promise<void>;
  /** In CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The CPU time that the page's main thread has spent in tasks so far, in milliseconds; other processes do not count. */
  readonly cpuTime: () => Promise<number>;
  /** The visible part of the page, as a PNG. */
  readonly screenshot: () => Promise<Buffer>;
  /** Every address that the page requested, or tried to request. */
  readonly asked: readonly string[];
  /** Errors and warnings of its console, and violations of its policy. */
  readonly complaints: readonly string[];
}

export interface Chromium {
  /** @param scheme the colours that its user prefers */
  readonly open: (url: string, scheme?: 'light' | 'dark') => Promise<Page>;
}

/**
 * Starts a Chromium before the tests of a file and ends it after them. Where none is installed, `isLeftOut` is true and
 * the tests are skipped; on CI they fail.
 *
 * @param flags added to those that every test needs
 */
export function useChromium(flags: readonly string[] = []): Chromium & { readonly isLeftOut: boolean } {
  const command = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  const isLeftOut = command === undefined && !process.env['CI'];
  if (isLeftOut) process.stderr.write('chromium is not installed: the tests in a browser are left out\n');
  let started: (Chromium & AsyncDisposable) | undefined;
  beforeAll(async () => {
    if (!isLeftOut) started = await startChromium(command ?? 'chromium', flags);
  }, 60_000);
  afterAll(() => started?.[Symbol.asyncDispose]());

  return {
    isLeftOut,
    async open(url, scheme) {
      if (started === undefined) throw new Error('expected a page to be opened within a test');

      return started.open(url, scheme);
    },
  };
}

async function startChromium(command: string, flags: readonly string[]): Promise<Chromium & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-chromium-'));
  const child = spawn(command, [...FLAGS, ...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ends its children too, which are in its group.
    detached: true,
  });
  const end = async () => {
    await endGroup(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const devtools = await connectDevtools(await announced(child));

    return {
      open: (url, scheme = 'light') => open(devtools, url, scheme),
      async [Symbol.asyncDispose]() {
        devtools.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function open(devtools: Devtools, url: string, scheme: string): Promise<Page> {
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const asked: string[] = [];
  const complaints: string[] = [];
  devtools.on(session, 'Network.requestWillBeSent', ({ request }) => {
    asked.push(String((request as { url: unknown }).url));
  });
  devtools.on(session, 'Log.entryAdded', ({ entry }) => complaints.push(JSON.stringify(entry)));
  devtools.on(session, 'Runtime.exceptionThrown', (thrown) => complaints.push(JSON.stringify(thrown)));
  devtools.on(session, 'Runtime.consoleAPICalled', ({ type, args }) => {
    if (['error', 'warning', 'assert'].includes(String(type))) complaints.push(JSON.stringify(args));
  });
  const send = (method: string, parameters = {}) => devtools.send(method, parameters, session);
  for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await send(`${domain}.enable`);
  await send('Performance.enable', { timeDomain: 'threadTicks' });
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  await send('Page.navigate', { url });

  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);

    return (result as { value?: unknown }).value;
  };

  return {
    evaluate,
    async until(expression) {
      const start = Date.now();
      // A page that is just being replaced cannot evaluate.
      while (!(await evaluate(`Boolean(${expression})`).catch(() => false))) {
        if (Date.now() - start > PATIENCE) {
          const shown = await evaluate('location.href + document.body?.innerText').catch(String);
          throw new Error(
            `never true: ${expression}\n${complaints.join('\n')}\n${asked.join('\n')}\n${shown}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async type(text) {
      await send('Input.insertText', { text });
    },
    async press(combination) {
      const [key = '', modifier] = combination.split('+').reverse();
      const modifiers = modifier === 'Shift' ? 8 : 0;
      const stroke = {
        key: key === 'Space' ? ' ' : key,
        code: KEY_CODES[key]?.code ?? key,
        modifiers,
        ...KEY_CODES[key],
      };
      await send('Input.dispatchKeyEvent', {
        type: stroke.text === undefined ? 'rawKeyDown' : 'keyDown',
        ...stroke,
      });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke });
    },
    async show() {
      await send('Page.bringToFront');
    },
    async resize(width, height) {
      const size = { width, height, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setDeviceMetricsOverride', size);
    },
    async cpuTime() {
      const { metrics } = await send('Performance.getMetrics');
      const seconds = (metrics as { name: string; value: number }[]).find(
        ({ name }) => name === 'TaskDuration',
      );
      if (seconds === undefined) throw new Error('the browser does not measure the time of its tasks');

      return seconds.value * 1000;
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });

      return Buffer.from(String(data), 'base64');
    },
    asked,
    complaints,
  };
}

interface Key {
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** The text that the key types, if any. */
  readonly text?: string;
}

const KEY_CODES: Readonly<Record<string, Key>> = {
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  End: { code: 'End', windowsVirtualKeyCode: 35 },
  Home: { code: 'Home', windowsVirtualKeyCode: 36 },
  ArrowLeft: { code: 'ArrowLeft', windowsVirtualKeyCode: 37 },
  ArrowUp: { code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  ArrowRight: { code: 'ArrowRight', windowsVirtualKeyCode: 39 },
  ArrowDown: { code: 'ArrowDown', windowsVirtualKeyCode: 40 },
};

/** The address of its DevTools, which it prints when it is ready. */
async function announced(child: ChildProcess): Promise<string> {
  let printed = '';

  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /DevTools listening on (\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${printed}`)));
  });
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}
