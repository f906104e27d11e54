/** Everything about a request that decides whether it is served. */
export interface RequestFacts {
  method: string;
  /** Path and query as they stand in the request line. */
  target: string;
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`: where the browser says that the request comes from. Other programs do not send it. */
  fetchSite: string | undefined;
  contentType: string | undefined;
  /** Whether the request carries the cookie of the session. */
  hasSession: boolean;
}

export type Route = 'launch' | 'page' | 'call' | 'events' | 'export';

export type DenialReason =
  | 'wrong-host'
  | 'foreign-origin'
  | 'foreign-site'
  | 'no-session'
  | 'no-origin'
  | 'wrong-method'
  | 'not-json'
  | 'unknown-path';

export type Access =
  | { allowed: true; route: Route }
  | { allowed: false; status: number; reason: DenialReason; allow?: string };

const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/**
 * Decides on a request by what it says of itself, before anything of it is carried out. `origin` is the host's own.
 *
 * The order matters: who asks comes before what is asked, so that a stranger learns nothing about what there is.
 */
export function decideAccess(facts: RequestFacts, origin: string): Access {
  // A name that somebody else's DNS points at this machine (DNS rebinding) arrives with that name in its Host header.
  if (`http://${facts.host}` !== origin) return deny(403, 'wrong-host');
  if (facts.origin !== undefined && facts.origin !== origin) return deny(403, 'foreign-origin');

  const path = facts.target.split('?', 1)[0] ?? '';
  const isOfPage = isApiPath(path) || exportIdOf(path) !== null;
  const isFromHere = facts.fetchSite === undefined || facts.fetchSite === 'same-origin';
  // "none": typed, pasted, or opened by another program. A call, and a download, is always made by the page.
  if (!isFromHere && (isOfPage || facts.fetchSite !== 'none')) return deny(403, 'foreign-site');

  if (isLaunch(facts, path)) return { allowed: true, route: 'launch' };
  if (!facts.hasSession) return deny(401, 'no-session');

  if (path === '/api/call') return decideCall(facts);
  if (path === '/api/events') return decideRead(facts, 'events', 'GET');
  // HEAD does not count: what only looks must not use up a file that is handed out once.
  if (exportIdOf(path) !== null) return decideRead(facts, 'export', 'GET');
  if (!path.startsWith('/')) return deny(404, 'unknown-path');
  return decideRead(facts, 'page', 'GET, HEAD');
}

/** HEAD does not count: a preview of the address must not use up its key. */
function isLaunch(facts: RequestFacts, path: string): boolean {
  return facts.method === 'GET' && path === '/' && launchKeyOf(facts.target) !== null;
}

export function launchKeyOf(target: string): string | null {
  const query = target.indexOf('?');
  return query < 0 ? null : new URLSearchParams(target.slice(query)).get('key');
}

export function exportAddress(id: string): string {
  return `/api/export/${id}`;
}

/** `null` where the path is not of the form that `exportAddress` answers for a secret. */
export function exportIdOf(target: string): string | null {
  return /^\/api\/export\/([\w-]{43})(?:\?|$)/.exec(target)?.[1] ?? null;
}

/** Whether it is the page's code that asks, which reads a `Result`, and not somebody who looks at the answer. */
export function isApiPath(target: string): boolean {
  return /^\/api\/(?:call|events)(?:\?|$)/.test(target);
}

function decideCall(facts: RequestFacts): Access {
  if (facts.method !== 'POST') return { ...deny(405, 'wrong-method'), allow: 'POST' };
  if (facts.origin === undefined) return deny(403, 'no-origin');
  // Forms of other pages can post text and form data without being asked; JSON they cannot.
  if (!jsonType.test(facts.contentType ?? '')) return deny(415, 'not-json');
  return { allowed: true, route: 'call' };
}

function decideRead(facts: RequestFacts, route: Route, allow: string): Access {
  if (!allow.split(', ').includes(facts.method)) return { ...deny(405, 'wrong-method'), allow };
  return { allowed: true, route };
}

function deny(status: number, reason: DenialReason): Extract<Access, { allowed: false }> {
  return { allowed: false, status, reason };
}
