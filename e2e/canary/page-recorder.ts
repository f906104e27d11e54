import type { Page, Request, Response } from '@playwright/test';
import type { Evidence } from './evidence.ts';

export interface PageRecorder {
  /** Calls that carried credentials in, the one way they may go. */
  readonly entered: readonly string[];
  /** Requests whose answer was there and could not be read: what they hold is not known. */
  readonly unread: readonly string[];
  /** The page as it is now: document, fields, storage, history. `typing`: what stands in password fields is left out. */
  look(step: string, options?: { typing: boolean }): Promise<void>;
  /** Waits for the answers that are still being read. */
  finish(): Promise<void>;
}

interface Call {
  channel: string;
  input: { credentials?: unknown };
}

/** Records from now on all that passes between the page and its host, and what the page writes to its console. */
export async function recordPage(page: Page, evidence: Evidence): Promise<PageRecorder> {
  const entered: string[] = [];
  const unread: string[] = [];
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  page.on('request', (request) => {
    evidence.add('request', request.url(), `${request.method()} ${request.url()}`);
    const body = request.postData();
    if (body !== null) {
      const { channel, hasCredentials, rest } = withoutEntry(body);
      if (hasCredentials) entered.push(channel);
      evidence.add('request', `body of ${channel}`, rest);
    }
    track(addHeaders(request, 'request', evidence));
  });
  page.on('response', (response) => track(addResponse(response, evidence, unread)));
  page.on('console', (message) => evidence.add('console', message.type(), message.text()));
  page.on('pageerror', (error) => evidence.add('console', 'error', `${error.message}\n${error.stack ?? ''}`));
  page.on('framenavigated', (frame) => evidence.add('address', 'navigation', frame.url()));

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', (event) => {
    evidence.add('event', event.eventName, JSON.stringify(event));
  });

  return {
    entered,
    unread,
    async look(step, { typing } = { typing: false }) {
      evidence.add('address', step, page.url());
      evidence.add('document', step, await documentOf(page, typing));
      evidence.add('storage', step, await storageOf(page));
      const history = await devtools.send('Page.getNavigationHistory');
      evidence.add('address', step, JSON.stringify(history.entries));
    },
    async finish() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The credentials of `saveAccount` and `testConnection` may go in; nothing else of these calls, and no other call. */
function withoutEntry(body: string): { channel: string; hasCredentials: boolean; rest: string } {
  const call = JSON.parse(body) as Call;
  const { channel } = call;
  if ((channel !== 'saveAccount' && channel !== 'testConnection') || !call.input.credentials) {
    return { channel, hasCredentials: false, rest: body };
  }
  const { credentials: _entry, ...input } = call.input;
  return { channel, hasCredentials: true, rest: JSON.stringify({ ...call, input }) };
}

async function addHeaders(message: Request | Response, kind: string, evidence: Evidence): Promise<void> {
  // Those that were sent are known only once it has been sent.
  const headers = await message.allHeaders().catch(() => message.headers());
  evidence.add(kind, `headers of ${message.url()}`, JSON.stringify(headers));
}

async function addResponse(response: Response, evidence: Evidence, unread: string[]): Promise<void> {
  await addHeaders(response, 'response', evidence);
  // The body of events never ends, they are read as they come; that of a redirect is read by nobody.
  const isEvents = response.headers()['content-type']?.startsWith('text/event-stream') === true;
  if (isEvents || (response.status() >= 300 && response.status() < 400)) return;
  const channel = (response.request().postDataJSON() as Call | null)?.channel ?? response.url();
  try {
    evidence.add('response', `body of ${channel}`, await response.body());
  } catch {
    // A request that the page itself ended has no body.
    if (response.request().failure() === null) unread.push(channel);
  }
}

async function documentOf(page: Page, typing: boolean): Promise<string> {
  const fields = await page
    .locator('input, textarea')
    .evaluateAll(
      (elements, withoutPasswords) =>
        elements
          .filter((element) => !(withoutPasswords && element.getAttribute('type') === 'password'))
          .map((element) => (element instanceof HTMLInputElement ? element.value : element.textContent)),
      typing,
    );
  const content = typing
    ? await page.evaluate(() => {
        const copy = document.documentElement.cloneNode(true) as Element;
        for (const field of copy.querySelectorAll('input[type="password"]')) field.removeAttribute('value');
        return copy.outerHTML;
      })
    : await page.content();
  return `${content}\n${fields.join('\n')}`;
}

async function storageOf(page: Page): Promise<string> {
  const state = await page.context().storageState({ indexedDB: true });
  const rest = await page.evaluate(async () => {
    const caches: string[] = [];
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const request of await cache.keys()) {
        caches.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const { cookie, title } = document;
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      state: history.state,
      name,
      cookie,
      title,
      caches,
    };
  });
  return JSON.stringify([state, rest]);
}
