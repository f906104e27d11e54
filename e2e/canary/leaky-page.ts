import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface LeakyPage {
  url: string;
  /** A process with the secret in its command line and its environment. */
  process: ChildProcess;
  close(): Promise<void>;
}

/** Starts a page and a process that leak `secret` in every way that a recorder must notice. */
export async function startLeakyPage(secret: string): Promise<LeakyPage> {
  const program = 'process.stdin.resume()';
  const child = spawn(process.execPath, ['-e', program, secret], {
    env: { ...process.env, LEAKED: secret },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  const server = createServer((request, response) => {
    const isEvents = request.url === '/events';
    response.setHeader('content-type', isEvents ? 'text/event-stream' : 'text/html');
    response.setHeader('set-cookie', `leaked=${Buffer.from(secret).toString('hex')}`);
    if (isEvents) response.write(`data: ${secret}\n\n`);
    else response.end(request.url === '/' ? page(secret) : 'nothing');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    process: child,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function page(secret: string): string {
  const script = async (leaked: string): Promise<void> => {
    const post = (channel: string) =>
      fetch('/call', {
        method: 'POST',
        body: JSON.stringify({ channel, input: { credentials: { token: leaked } } }),
      });
    // The first call is the permitted way in. The second one is a leak.
    await post('saveAccount');
    await post('readAbout');
    const events = new EventSource('/events');
    await new Promise((resolve) => events.addEventListener('message', resolve));
    events.close();
    localStorage.setItem('leaked', leaked);
    document.body.textContent = leaked;
    history.pushState(leaked, '', `?${encodeURIComponent(leaked)}`);
    // biome-ignore lint/suspicious/noConsole: one of the places where it must be found
    console.info(leaked);
    document.title = 'Everything was leaked';
  };
  return `<!doctype html><title></title><body><script>(${script})(${JSON.stringify(secret).replaceAll('<', '\\u003c')})</script>`;
}
