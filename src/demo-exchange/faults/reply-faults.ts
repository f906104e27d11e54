import { hash32 } from '../numbers/random.ts';
import { failureReply, failures, type Reply } from '../service/reply.ts';
import type { FaultContext } from './fault.ts';

type ReplyChange = (reply: Reply, context: FaultContext) => Reply;

/** The error page of a proxy that quotes the request's headers. */
export const badGateway: ReplyChange = (_reply, { headers }) => ({
  ...webPage(502, 'Bad Gateway'),
  body: `<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><!-- ${JSON.stringify(headers)} --></body></html>\r\n`,
});

export const unavailable: ReplyChange = () => webPage(503, 'Service Temporarily Unavailable');

export const throttled: ReplyChange = () => failureReply(failures.busy, 429);

export const busy: ReplyChange = () => failureReply(failures.busy);

export const keyExpired: ReplyChange = () => failureReply(failures.keyExpired);

const serverErrors = [
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [504, 'Gateway Timeout'],
  [520, 'Unknown Error'],
  [599, 'Network Connect Timeout'],
] as const;

/** The server errors in turn, every other one with the service's envelope instead of a web page. */
export const serverError: ReplyChange = (_reply, { turn, seed }) => {
  const [status, reason] = serverErrors[(turn + seed) % serverErrors.length] ?? serverErrors[0];
  return turn % 2 === 0 ? failureReply(failures.systemError, status) : webPage(status, reason);
};

function webPage(httpStatus: number, reason: string): Reply {
  const title = `${httpStatus} ${reason}`;
  return {
    httpStatus,
    errno: 0,
    headers: { 'content-type': 'text/html' },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr></body></html>\r\n`,
  };
}

export const emptyBody: ReplyChange = (reply) => ({ ...reply, body: '' });

/** Cuts the body at a random place of its second half, with the length of what is left. */
export const truncatedBody: ReplyChange = (reply, { seed, turn }) => {
  const { length } = reply.body;
  const kept = Math.floor(length / 2) + (hash32(seed, 84, turn) % Math.max(1, Math.floor(length / 2)));
  return { ...reply, body: reply.body.slice(0, kept) };
};

export const wrongContentType: ReplyChange = (reply) => withHeaders(reply, { 'content-type': 'text/html' });

export const redirected: ReplyChange = (reply, { redirectTo, path, query }) => ({
  ...withHeaders(reply, { location: `${redirectTo}${path}${query === '' ? '' : `?${query}`}` }),
  // 307 makes a client repeat the method and the headers at the other address.
  httpStatus: 307,
  body: '',
});

/** Sets the `Date` header one hour back. */
export const wrongDate: ReplyChange = (reply, { now }) =>
  withHeaders(reply, { date: new Date(now() - 3_600_000).toUTCString() });

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

// `reply.ts` writes the members of the envelope in a fixed order with `result` last, so the first match is the
// envelope's own member.

export const errnoAsText: ReplyChange = (reply) => withBody(reply, /^\{"errno":(-?\d+)/, '{"errno":"$1"');

export const withoutErrmsg: ReplyChange = (reply) => withBody(reply, /,"errmsg":"(?:[^"\\]|\\.)*"/, '');

export const withoutResult: ReplyChange = (reply) => withBody(reply, /,"result":.*\}$/s, '}');

function withBody(reply: Reply, pattern: RegExp, replacement: string): Reply {
  return { ...reply, body: reply.body.replace(pattern, replacement) };
}

/** Replaces the reply by a refusal whose errmsg is harmful or secret. */
export function refusal(errmsg: (context: FaultContext) => string): ReplyChange {
  return (_reply, context) => failureReply({ errno: failures.requestFailure.errno, errmsg: errmsg(context) });
}

export const markup =
  '<b>bold</b><img src=x onerror="alert(1)"><script>alert(2)</script>[a](javascript:alert(3))&lt;i&gt;';

/**
 * Escape sequences that clear the screen, set the title, write a link, query the terminal and set colors, introduced by
 * ESC and by C1 characters.
 */
export const terminalEscapes =
  '\u001b[2J\u001b[H\u001b]0;owned\u0007\u001b]8;;http://elsewhere.invalid\u001b\\link\u001b]8;;\u001b\\\u001b[6n\u001b[31mred\u009b2J\u009d0;owned\u009c';

/** C0, DEL and C1 characters, all line ends, characters that reverse or hide text, and half a surrogate pair. */
export const controlCharacters =
  'a\u0000b\u0008c\td\r\ne\u007ff\u0085g\u2028h\u2029i\u202ej\u2066k\u200bl\ufeffm\ud83dn';

/**
 * Quotes the token of the request's headers, or the account's token if there is none, and the account's secret key, in
 * several spellings.
 */
export function credentialsOf({ headers, credentials }: FaultContext): string {
  const { secretKey } = credentials;
  const token = typeof headers.token === 'string' ? headers.token : credentials.token;
  const forms = [token, secretKey].flatMap((text) => [text, text.toUpperCase(), encodeURIComponent(text), `${text}x`]);
  // The last two pairs test clients that cut long texts.
  return `refused: ${forms.join(' ')} ${'.'.repeat(60)}${token}${secretKey}${token}${secretKey}`;
}
