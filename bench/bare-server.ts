/** What Node alone does: parses the body, writes a JSON of the given content. The mock is measured beside it. */
import { createServer } from 'node:http';

const [port = '0', answer = '{}'] = process.argv.slice(2);
const value: unknown = JSON.parse(answer);

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const text = JSON.stringify(value);
    response
      .writeHead(typeof body === 'object' ? 200 : 400, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  });
}).listen(Number(port), '127.0.0.1');
