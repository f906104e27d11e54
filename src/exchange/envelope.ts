import { type Failure, OrderglassError } from '../shared/errors.ts';
import { codeOfHttpStatus, codesByErrno } from './errno.ts';
import type { HttpResponse } from './http-transport.ts';
import { type OpenedResult, openObject } from './json-text.ts';

const wholeNumber = /^-?\d{1,15}$/;

type Said = NonNullable<Failure['service']>;

/**
 * The `result` of an answer (service-api.md 2.1, section 7), or the failure that the answer tells of as an `OrderglassError`: by its
 * `errno` where it has one, otherwise by its HTTP status. Of the answer's own text only `errmsg` is kept, made safe by `redact`.
 */
export function openEnvelope(answer: HttpResponse, redact: (text: string) => string): OpenedResult {
  const opened = openObject(answer.text);
  const errno = opened === null ? null : readErrno(opened.members.errno);
  const succeeded = answer.status >= 200 && answer.status < 300;
  if (succeeded && opened !== null && errno === 0) {
    if (opened.result === null) throw badAnswer('the answer has no result', { errno });
    return opened.result;
  }
  const said: Said = {
    ...(errno === null ? {} : { errno }),
    ...readErrmsg(opened?.members.errmsg, redact),
    httpStatus: answer.status,
  };
  if (errno !== null && errno !== 0) throw failureByErrno(errno, answer.status, said);
  if (succeeded)
    throw badAnswer(
      opened === null ? 'the answer is no JSON object that can be read' : 'the answer has no errno',
      said,
    );
  throw new OrderglassError(
    codeOfHttpStatus(answer.status),
    `the exchange answered with HTTP status ${answer.status}`,
    {
      service: said,
    },
  );
}

function failureByErrno(errno: number, status: number, service: Said): OrderglassError {
  // Whatever else it says: an answer with these asks to slow down.
  const throttled = codeOfHttpStatus(status) === 'throttled';
  const code = throttled ? 'throttled' : (codesByErrno.get(errno) ?? 'service-error');
  return new OrderglassError(code, `the exchange answered with errno ${errno}`, { service });
}

function badAnswer(message: string, service: Said): OrderglassError {
  return new OrderglassError('bad-answer', message, { service });
}

function readErrno(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && wholeNumber.test(value.trim()) ? Number(value) : null;
}

function readErrmsg(value: unknown, redact: (text: string) => string): { errmsg?: string } {
  return typeof value === 'string' && value !== '' ? { errmsg: redact(value) } : {};
}
