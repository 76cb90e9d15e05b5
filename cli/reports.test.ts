import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { deliver, type Printer, type WantedReport } from './reports.ts';

const PRINTER: Printer = {
  write: (kind) => `${kind} as a file\n`,
  show: (kind) => `${kind} with colours\n`,
  verdict: () => 'CONFORMANT  http://127.0.0.1:4010/  All passed.\n',
};
const DONE = { exitCode: 0 } as Report;
const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'junit.xml');
const [FILE, TEXT]: WantedReport[] = [
  { kind: 'junit', path },
  { kind: 'text', path: undefined },
];

function delivered(reports: readonly WantedReport[], report = DONE, shutdown = new AbortController().signal) {
  return deliver(reports, report, PRINTER, { environment: {}, shutdown });
}

test('where all goes to files the log has the verdict and their names, and standard output nothing', () => {
  expect(delivered([FILE!])).toEqual({
    code: 0,
    out: '',
    problem: `CONFORMANT  http://127.0.0.1:4010/  All passed.\nwritten: ${path} (junit)\n`,
  });
  expect(readFileSync(path, 'utf8')).toBe('junit as a file\n');
});

test('where one is printed only that one has colours, and the log has the names of the files', () => {
  expect(delivered([FILE!, TEXT!])).toEqual({
    code: 0,
    out: 'text with colours\n',
    problem: `written: ${path} (junit)\n`,
  });
});

test('a file that cannot be written is an error, and not among the files that were written', () => {
  const missing: WantedReport = { kind: 'html', path: join(path, 'report.html') };
  const { code, out, problem } = delivered([FILE!, missing]);

  expect({ code, out }).toEqual({ code: 2, out: 'text with colours\n' });
  expect(problem).toMatch(/^written: \S+junit\.xml \(junit\)\ntollgate: .*report\.html/);
});

test('a run that was interrupted has the exit code of its signal, and its reports', () => {
  const report = { ...DONE, exitCode: 1, interrupted: true } as Report;

  expect(delivered([TEXT!], report, AbortSignal.abort(143)).code).toBe(143);
  expect(delivered([TEXT!], report, AbortSignal.abort()).code).toBe(130);
  expect(delivered([TEXT!], DONE, AbortSignal.abort(130)).code).toBe(0);
});
