/** Reads the problems with which the mock refuses requests. */
import { STATUS_CODES } from 'node:http';
import { expect } from 'vitest';
import type { Problem } from '../../src/contract/types.ts';
import type { InjectedAnswer } from '../../src/mock/index.ts';

/** The problem of an answer, which has to be a whole one. */
export function problemOf({ status, headers, text, json }: InjectedAnswer): Problem {
  const problem = json() as Problem;
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^urn:tollgate:problem:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: headers['request-id'],
    message: expect.any(String),
    reasonCode: expect.any(String),
    reason: expect.any(String),
  });
  expect(problem.title.toLowerCase()).toBe(STATUS_CODES[status]?.toLowerCase());
  expect(problem.message).toMatch(/^[A-Z].{10,300}[.…]$/su);
  for (const { section } of problem.violations ?? []) expect(section).toMatch(/^[1-9]/);
  expect(problem.message).not.toBe('ok');
  expect(problem).not.toHaveProperty('sTxId');
  // An sTxId of the mock, which a fix may name, may have more digits in a row.
  expect(text.replaceAll(/\b[0-9a-f]{32}\b/g, '')).not.toMatch(/\d{9}|\/work|node_modules|\bat .*\.ts/);

  return problem;
}

export const rulesOf = ({ violations = [] }: Problem) => violations.map(({ rule }) => rule);
export const pointersOf = ({ violations = [] }: Problem) => violations.map(({ pointer }) => pointer);
