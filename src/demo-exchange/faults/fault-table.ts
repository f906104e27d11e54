import { cutBody, padBody, resetConnection, staySilent, trickleBody } from './delivery-faults.ts';
import type { Fault } from './fault.ts';
import {
  firstPage,
  firstRowAlone,
  pageFromCursor,
  repeatRows,
  shuffleRows,
  swapForm,
  twoPages,
} from './page-faults.ts';
import {
  badGateway,
  busy,
  controlCharacters,
  credentialsOf,
  emptyBody,
  errnoAsText,
  keyExpired,
  markup,
  redirected,
  refusal,
  serverError,
  terminalEscapes,
  throttled,
  truncatedBody,
  unavailable,
  withoutErrmsg,
  withoutResult,
  wrongContentType,
  wrongDate,
} from './reply-faults.ts';
import { mapRows, onResult, someRows } from './result-rows.ts';
import {
  changeTypes,
  emptyFigures,
  gainFields,
  gainPrototypeKeys,
  growNumbers,
  lengthenFigures,
  loseFields,
  spoilNumbers,
  timeInMilliseconds,
} from './row-faults.ts';

/**
 * All faults. Several faults of a request are applied in this order: the page, its rows, the envelope, the whole reply,
 * its delivery. Of several deliveries only the last one is applied.
 */
export const faults = {
  'page-repeats': {
    summary: 'ignores `from` and always returns page 1',
    scope: 'order lists',
    change: onResult(firstPage),
  },
  'page-inclusive': {
    summary: 'the page starts with the `from` row itself',
    scope: 'order lists',
    change: onResult(pageFromCursor),
  },
  'page-too-long': {
    summary: 'up to twice as many rows as `limit`',
    scope: 'order lists',
    change: onResult(twoPages),
  },
  'page-duplicates': {
    summary: 'some rows appear twice in a response',
    scope: 'operations',
    change: mapRows(repeatRows),
  },
  'page-unsorted': { summary: 'rows in random order', scope: 'operations', change: mapRows(shuffleRows) },
  'rows-missing-fields': {
    summary: 'some rows lack some or all fields',
    scope: 'operations',
    change: someRows(loseFields),
  },
  'rows-extra-fields': {
    summary: 'some rows have unknown fields',
    scope: 'operations',
    change: someRows(gainFields),
  },
  'rows-wrong-types': {
    summary: 'some rows or fields have the wrong type',
    scope: 'operations',
    change: someRows(changeTypes),
  },
  'rows-prototype-keys': {
    summary: 'some rows have fields such as __proto__ and constructor',
    scope: 'operations',
    change: someRows(gainPrototypeKeys),
  },
  'rows-huge-numbers': {
    summary: 'some values are the unquoted number 10^400',
    scope: 'operations',
    change: someRows(growNumbers),
  },
  'rows-not-numbers': {
    summary: 'some values are "NaN", "Infinity", and similar',
    scope: 'operations',
    change: someRows(spoilNumbers),
  },
  'rows-empty-figures': {
    summary: 'all values of some rows are ""',
    scope: 'operations',
    change: someRows(emptyFigures),
  },
  'rows-long-figures': {
    summary: 'all values of some rows have 60 digits',
    scope: 'operations',
    change: someRows(lengthenFigures),
  },
  'rows-milliseconds': {
    summary: 'ctime of some rows is in milliseconds',
    scope: 'order lists',
    change: someRows(timeInMilliseconds),
  },
  'result-keyed': {
    summary: 'a list is returned as an object keyed by id, and an object as a list',
    scope: 'operations',
    change: mapRows(swapForm),
  },
  'result-single': {
    summary: 'the first row is returned instead of the list',
    scope: 'operations',
    change: onResult(firstRowAlone),
  },
  'result-null': { summary: 'result is null', scope: 'operations', change: onResult(() => 'null') },
  'result-missing': { summary: 'errno 0 and no result', scope: 'operations', change: withoutResult },
  'errno-as-text': { summary: 'errno is a string', scope: 'any request', change: errnoAsText },
  'errmsg-missing': { summary: 'errno without errmsg', scope: 'any request', change: withoutErrmsg },
  'errmsg-markup': { summary: 'rejected with HTML in errmsg', scope: 'any request', change: refusal(() => markup) },
  'errmsg-terminal': {
    summary: 'rejected with terminal escapes in errmsg',
    scope: 'any request',
    change: refusal(() => terminalEscapes),
  },
  'errmsg-control': {
    summary: 'rejected with control and invisible characters in errmsg',
    scope: 'any request',
    change: refusal(() => controlCharacters),
  },
  'errmsg-credentials': {
    summary: 'rejected with the token and the secret key in errmsg',
    scope: 'any request',
    change: refusal(credentialsOf),
  },
  'busy-20507': { summary: 'errno 20507, busy', scope: 'any request', change: busy },
  'expired-20529': { summary: 'errno 20529, the key has expired', scope: 'any request', change: keyExpired },
  'throttled-429': { summary: 'HTTP 429', scope: 'any request', change: throttled },
  'unavailable-503': { summary: 'HTTP 503 with a web page', scope: 'any request', change: unavailable },
  'html-502': { summary: 'HTTP 502 with a web page that quotes the request', scope: 'any request', change: badGateway },
  'server-error': { summary: 'HTTP 500, 501, 504, 520 and 599 in turn', scope: 'any request', change: serverError },
  redirect: { summary: 'HTTP 307 to another host', scope: 'any request', change: redirected },
  'wrong-content-type': {
    summary: 'a valid response with content type text/html',
    scope: 'any request',
    change: wrongContentType,
  },
  'wrong-date': { summary: 'only the Date header is one hour behind', scope: 'any request', change: wrongDate },
  'truncated-json': {
    summary: 'the body is cut off but marked as complete',
    scope: 'any request',
    change: truncatedBody,
  },
  'empty-body': { summary: 'an empty body', scope: 'any request', change: emptyBody },
  'body-50-mb': {
    summary: 'a valid response padded with 50 MB of white space',
    scope: 'any request',
    deliver: padBody,
  },
  'byte-a-second': { summary: 'a valid response at one byte per second', scope: 'any request', deliver: trickleBody },
  'no-answer': { summary: 'accepts the request and never responds', scope: 'any request', deliver: staySilent },
  'cut-mid-body': {
    summary: 'the connection closes in the middle of the body',
    scope: 'any request',
    deliver: cutBody,
  },
  'connection-reset': { summary: 'resets the connection immediately', scope: 'any request', deliver: resetConnection },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

export const faultNames: readonly FaultName[] = Object.keys(faults).filter(isFaultName);

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}
