import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMock, type MockOptions } from '../../cli/index.ts';
import { bundleConsole } from './console-files.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function get(
  path: string,
  headers: Readonly<Record<string, string>> = BROWSER,
  options: MockOptions = {},
) {
  await using mock = await createMock(options);

  return mock.inject({ method: 'GET', path, headers });
}

describe('the page', () => {
  it.each([
    ['/', '_tollgate/console/'],
    ['/_tollgate', '_tollgate/console/'],
    ['/_tollgate/', 'console/'],
    ['/w/cart-7/', '_tollgate/console/'],
    ['/w/cart-7/_tollgate/', 'console/'],
  ])('is at %s for a browser, and reads its files relative to it', async (path, folder) => {
    const { status, headers, text } = await get(path);

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      'data:,',
      `${folder}style.css`,
      `${folder}main.js`,
    ]);
  });

  it('lets no script, style or address in but those of the mock', async () => {
    const { headers, text } = await get('/');
    const policy = String(headers['content-security-policy']);

    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(text).not.toMatch(/<style|style=|<script(?! type="module" src)|\son\w+=/);
  });

  it('leaves the index and the control routes in JSON to other clients', async () => {
    for (const path of ['/', '/_tollgate', '/_tollgate/']) {
      const { headers } = await get(path, { accept: '*/*' });

      expect(headers['content-type']).toBe('application/json');
    }
  });

  it('gives way to the reference where no control routes are', async () => {
    expect((await get('/', BROWSER, { control: 'off' })).text).toContain('swagger-ui');
    expect((await get('/_tollgate/reference/')).text).toContain('"../../_tollgate/reference/swagger-ui.css"');
  });

  it('sends the browser to the folder of a world, for the sake of the links', async () => {
    const { status, headers } = await get('/w/cart-7');

    expect([status, headers['location']]).toEqual([308, 'cart-7/']);
  });

  it.each(['/_tollgate/console/', '/_tollgate/console/app.tsx', '/_tollgate/console/../console-files.ts'])(
    '%s is no file of it',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('the script', () => {
  let bundle: Awaited<ReturnType<typeof bundleConsole>>;
  beforeAll(async () => {
    bundle = await bundleConsole();
  });

  it('is served with its style', async () => {
    const script = await get('/_tollgate/console/main.js', { accept: '*/*' });
    const style = await get('/_tollgate/console/style.css', { accept: 'text/css,*/*;q=0.1' });

    expect(script).toMatchObject({ status: 200, text: bundle.script });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(style).toMatchObject({ status: 200, text: bundle.style });
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('has the fixes of the rules beside it', async () => {
    const { text } = await get('/_tollgate/console/fixes.json', { accept: '*/*' });

    expect(JSON.parse(text)).toMatchObject({ 'client-flow/sells-once': expect.stringContaining('authCode') });
  });

  it('has at most 80 kB, compressed', () => {
    expect(gzipSync(bundle.script).length).toBeLessThan(80_000);
  });

  it('is for browsers, and writes no HTML', () => {
    expect(bundle.sources.filter((path) => /node:|\.node$/.test(path))).toEqual([]);
    expect(bundle.script).not.toMatch(/\bBuffer\.|\bprocess\.(?!env\.TOLLGATE_TOKEN)|\beval\(|new Function/);
    const own = bundle.sources.filter((path) => !path.includes('node_modules'));
    const writing = own.filter((path) => /innerHTML|dangerouslySet/i.test(readFileSync(path, 'utf8')));

    expect(own.length).toBeGreaterThan(20);
    expect(writing).toEqual([]);
  });
});
