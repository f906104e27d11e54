import { hash32 } from '../numbers/random.ts';
import { failures } from '../service/failures.ts';
import { failureReply, type Reply } from '../service/reply.ts';
import type { FaultContext } from './fault.ts';

type ReplyChange = (reply: Reply, context: FaultContext) => Reply;

/** What a proxy in front of the service sends; in debug mode such pages quote the request. */
export const badGateway: ReplyChange = (_reply, { headers }) => ({
  ...webPage(502, 'Bad Gateway'),
  body: `<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><!-- ${JSON.stringify(headers)} --></body></html>\r\n`,
});

export const unavailable: ReplyChange = () => webPage(503, 'Service Temporarily Unavailable');

export const throttled: ReplyChange = () => failureReply(failures.busy, 429);

export const busy: ReplyChange = () => failureReply(failures.busy);

const serverErrors = [
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [504, 'Gateway Timeout'],
  [520, 'Unknown Error'],
  [599, 'Network Connect Timeout'],
] as const;

/** In turn, half of them with the envelope that the service has for it. */
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

/** Cut somewhere in its second half, and sent as if it were whole. */
export const truncatedBody: ReplyChange = (reply, { seed, turn }) => {
  const { length } = reply.body;
  const kept = Math.floor(length / 2) + (hash32(seed, 84, turn) % Math.max(1, Math.floor(length / 2)));
  return { ...reply, body: reply.body.slice(0, kept) };
};

export const wrongContentType: ReplyChange = (reply) => withHeaders(reply, { 'content-type': 'text/html' });

export const redirected: ReplyChange = (reply, { redirectTo, path, query }) => ({
  ...withHeaders(reply, { location: `${redirectTo}${path}${query === '' ? '' : `?${query}`}` }),
  // The one that asks for the same method and the same headers at the other place.
  httpStatus: 307,
  body: '',
});

/** An hour late. */
export const wrongDate: ReplyChange = (reply, { now }) =>
  withHeaders(reply, { date: new Date(now() - 3_600_000).toUTCString() });

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

// The envelope's members come in a known order, `result` last (reply.ts): the first of a name is the envelope's own.

export const errnoAsText: ReplyChange = (reply) => withBody(reply, /^\{"errno":(-?\d+)/, '{"errno":"$1"');

export const withoutErrmsg: ReplyChange = (reply) => withBody(reply, /,"errmsg":"(?:[^"\\]|\\.)*"/, '');

export const withoutResult: ReplyChange = (reply) => withBody(reply, /,"result":.*\}$/s, '}');

function withBody(reply: Reply, pattern: RegExp, replacement: string): Reply {
  return { ...reply, body: reply.body.replace(pattern, replacement) };
}

/** Refuses with a text that means to do harm where it is shown, or tells what nobody else must know. */
export function refusal(errmsg: (context: FaultContext) => string): ReplyChange {
  return (_reply, context) => failureReply({ errno: failures.requestFailure.errno, errmsg: errmsg(context) });
}

export const markup =
  '<b>bold</b><img src=x onerror="alert(1)"><script>alert(2)</script>[a](javascript:alert(3))&lt;i&gt;';

/** Clears the screen, sets the title, makes a link, asks the terminal for an answer, colours; as ESC and as C1. */
export const terminalEscapes =
  '\u001b[2J\u001b[H\u001b]0;owned\u0007\u001b]8;;http://elsewhere.invalid\u001b\\link\u001b]8;;\u001b\\\u001b[6n\u001b[31mred\u009b2J\u009d0;owned\u009c';

/** C0, DEL and C1, line ends of every kind, what turns or hides text, half a character. */
export const controlCharacters =
  'a\u0000b\u0008c\td\r\ne\u007ff\u0085g\u2028h\u2029i\u202ej\u2066k\u200bl\ufeffm\ud83dn';

/** As the request had them in its headers, where it did; otherwise as the service knows them. */
export function credentialsOf({ headers, credentials }: FaultContext): string {
  const { secretKey } = credentials;
  const token = typeof headers.token === 'string' ? headers.token : credentials.token;
  const forms = [token, secretKey].flatMap((text) => [text, text.toUpperCase(), encodeURIComponent(text), `${text}x`]);
  // The last ones stand where a client may cut a long text.
  return `refused: ${forms.join(' ')} ${'.'.repeat(60)}${token}${secretKey}${token}${secretKey}`;
}
