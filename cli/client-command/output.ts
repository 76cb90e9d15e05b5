/** Collects the output of a command: its beginning and its end. */
import { StringDecoder } from 'node:string_decoder';

/** In characters. */
const BEGINNING = 512 * 1024;
const END = 64 * 1024;

export interface CollectedOutput {
  readonly add: (chunk: Buffer) => void;
  readonly text: () => string;
}

export function collectOutput(): CollectedOutput {
  const decoder = new StringDecoder('utf8');
  let beginning = '';
  let end = '';
  let left = 0;

  return {
    add(chunk) {
      const text = decoder.write(chunk);
      const room = BEGINNING - beginning.length;
      beginning += text.slice(0, room);
      const rest = room > 0 ? text.slice(room) : text;
      end += rest;
      if (end.length > 2 * END) {
        left += end.length - END;
        end = end.slice(-END);
      }
    },
    text: () => (left === 0 ? beginning + end : `${beginning}\n… ${left} characters …\n${end}`),
  };
}
