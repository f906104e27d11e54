import type { Page, Request, Response } from '@playwright/test';
import type { Evidence } from './evidence.ts';

export interface PageRecorder {
  /** Calls that contained credentials in the permitted place. */
  readonly entered: readonly string[];
  /** Requests whose response could not be read. */
  readonly unread: readonly string[];
  /** Records the current document, fields, storage and history. `typing` skips the content of password fields. */
  look(step: string, options?: { typing: boolean }): Promise<void>;
  /** Waits for the responses that are being read. Call it before a navigation, which ends the reading. */
  settle(): Promise<void>;
  /** Waits for the responses that are being read, and records no later ones. */
  finish(): Promise<void>;
}

interface Call {
  channel: string;
  input: { credentials?: unknown };
}

/** Records all traffic between the page and its host, and the page's console, from now on. */
export async function recordPage(page: Page, evidence: Evidence): Promise<PageRecorder> {
  const entered: string[] = [];
  const unread: Request[] = [];
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
  const takeResponse = (response: Response): void => track(addResponse(response, evidence, unread));
  page.on('response', takeResponse);
  page.on('console', (message) => evidence.add('console', message.type(), message.text()));
  page.on('pageerror', (error) => evidence.add('console', 'error', `${error.message}\n${error.stack ?? ''}`));
  page.on('framenavigated', (frame) => evidence.add('address', 'navigation', frame.url()));

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', (event) => {
    evidence.add('event', event.eventName, JSON.stringify(event));
  });

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    entered,
    get unread() {
      // A request that the page aborted has no body, and its failure can be reported after the missing body.
      return unread.filter((request) => request.failure() === null).map(channelOf);
    },
    async look(step, { typing } = { typing: false }) {
      evidence.add('address', step, page.url());
      evidence.add('document', step, await documentOf(page, typing));
      evidence.add('storage', step, await storageOf(page));
      const history = await devtools.send('Page.getNavigationHistory');
      evidence.add('address', step, JSON.stringify(history.entries));
    },
    settle,
    async finish() {
      page.off('response', takeResponse);
      await settle();
    },
  };
}

/** Removes the credentials from the calls that may contain them. Everything else stays. */
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
  // `allHeaders` waits until the request was sent.
  const headers = await message.allHeaders().catch(() => message.headers());
  evidence.add(kind, `headers of ${message.url()}`, JSON.stringify(headers));
}

async function addResponse(response: Response, evidence: Evidence, unread: Request[]): Promise<void> {
  await addHeaders(response, 'response', evidence);
  // Event streams never end and are recorded by events. Bodies of redirects are not available.
  const isEvents = response.headers()['content-type']?.startsWith('text/event-stream') === true;
  if (isEvents || (response.status() >= 300 && response.status() < 400)) return;
  const request = response.request();
  try {
    evidence.add('response', `body of ${channelOf(request)}`, await response.body());
  } catch {
    unread.push(request);
  }
}

function channelOf(request: Request): string {
  return (request.postDataJSON() as Call | null)?.channel ?? request.url();
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
