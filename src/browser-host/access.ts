/** The properties of a request that decide whether it is served. */
export interface RequestFacts {
  method: string;
  /** Path and query of the request line. */
  target: string;
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`: the origin of the request as the browser sees it. Other programs do not send this header. */
  fetchSite: string | undefined;
  contentType: string | undefined;
  /** True if the request has the cookie of the session. */
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
 * Decides whether a request is served, before any of it is processed. `origin`: the host's own.
 *
 * The sender is checked before the path, so that a stranger learns nothing about the paths that exist.
 */
export function decideAccess(facts: RequestFacts, origin: string): Access {
  // DNS rebinding: a foreign name that resolves to this machine arrives with that name in the Host header.
  if (`http://${facts.host}` !== origin) return deny(403, 'wrong-host');
  if (facts.origin !== undefined && facts.origin !== origin) return deny(403, 'foreign-origin');

  const path = facts.target.split('?', 1)[0] ?? '';
  const isForPage = isApiPath(path) || exportIdOf(path) !== null;
  const isFromPage = facts.fetchSite === undefined || facts.fetchSite === 'same-origin';
  // "none": typed, pasted, or opened by another program. Calls and downloads are always made by the page.
  if (!isFromPage && (isForPage || facts.fetchSite !== 'none')) return deny(403, 'foreign-site');

  if (isLaunch(facts, path)) return { allowed: true, route: 'launch' };
  if (!facts.hasSession) return deny(401, 'no-session');

  if (path === '/api/call') return decideCall(facts);
  if (path === '/api/events') return decideRead(facts, 'events', 'GET');
  // Without HEAD: a preview must not use up a file that is handed out once.
  if (exportIdOf(path) !== null) return decideRead(facts, 'export', 'GET');
  if (!path.startsWith('/')) return deny(404, 'unknown-path');
  return decideRead(facts, 'page', 'GET, HEAD');
}

/** Without HEAD: a preview of the address must not use up its key. */
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

/** Returns the ID of an address made by `exportAddress`; `null` for any other path. */
export function exportIdOf(target: string): string | null {
  return /^\/api\/export\/([\w-]{43})(?:\?|$)/.exec(target)?.[1] ?? null;
}

/** True if the code of the page makes the request and reads a `Result`, in contrast to a user who reads the response. */
export function isApiPath(target: string): boolean {
  return /^\/api\/(?:call|events)(?:\?|$)/.test(target);
}

function decideCall(facts: RequestFacts): Access {
  if (facts.method !== 'POST') return { ...deny(405, 'wrong-method'), allow: 'POST' };
  if (facts.origin === undefined) return deny(403, 'no-origin');
  // Forms of other pages can post text and form data, but not JSON.
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
