import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface LeakyPage {
  url: string;
  /** Has the secret in its command line and in its environment. */
  process: ChildProcess;
  close(): Promise<void>;
}

/** Does with `secret` all that must never be done, so that it can be seen whether a recorder takes notice. */
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
    response.setHeader('set-cookie', `told=${Buffer.from(secret).toString('hex')}`);
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
  const script = async (told: string): Promise<void> => {
    const post = (channel: string) =>
      fetch('/call', {
        method: 'POST',
        body: JSON.stringify({ channel, input: { credentials: { token: told } } }),
      });
    // The first is the way in, and not to be found; the second is a leak.
    await post('saveAccount');
    await post('readAbout');
    const events = new EventSource('/events');
    await new Promise((resolve) => events.addEventListener('message', resolve));
    events.close();
    localStorage.setItem('told', told);
    document.body.textContent = told;
    history.pushState(told, '', `?${encodeURIComponent(told)}`);
    // biome-ignore lint/suspicious/noConsole: one of the places where it must be found
    console.info(told);
    document.title = 'Everything was told';
  };
  return `<!doctype html><title></title><body><script>(${script})(${JSON.stringify(secret).replaceAll('<', '\\u003c')})</script>`;
}
