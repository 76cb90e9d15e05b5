/** The baseline for the mock: a `node:http` server that parses the body and writes a fixed JSON answer. */
import { createServer } from 'node:http';

const [port = '0', answer = '{}'] = process.argv.slice(2);
const value: unknown = JSON.parse(answer);

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = JSON.stringify(isJson(Buffer.concat(parts).toString('utf8')) ? value : null);
    response
      .writeHead(text === 'null' ? 400 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  });
}).listen(Number(port), '127.0.0.1');

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
