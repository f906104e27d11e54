// @ts-check
// The browser host with Vite's development server for the page. dev.mjs starts and restarts it.
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import config from '../electron.vite.config.ts';
import { readOptions } from '../src/browser-host/options.ts';
import { startProgram } from '../src/browser-host/run.ts';
import { contentSecurityPolicy } from '../src/shared/first-page/page-headers.ts';
import { root } from './lib/run.mjs';

const { ORDERGLASS_DEV_LAUNCH_KEY: launchKey = '', ORDERGLASS_DEV_SESSION: sessionToken = '' } = process.env;
// dev.mjs opens the page once, not after every restart.
const options = { ...readOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd()), open: false };
const nonce = randomBytes(16).toString('base64');
// Never listens. Vite receives WebSockets from this server; the host passes on those that its own checks allow.
const sockets = createHttpServer();
const renderer = typeof config === 'object' && 'renderer' in config ? config.renderer : {};

const vite = await createServer({
  ...renderer,
  configFile: false,
  root: path.join(root, 'src/renderer'),
  appType: 'spa',
  html: { cspNonce: nonce },
  server: {
    middlewareMode: true,
    hmr: { server: sockets, clientPort: options.port },
    fs: { allow: [root] },
  },
});

const program = await startProgram(options, {
  page: (request, response, notFound) => vite.middlewares(request, response, notFound),
  upgrade: (request, socket, head) => sockets.emit('upgrade', request, socket, head),
  // Vite adds inline code and styles to the page. The nonce of this start allows them.
  contentSecurityPolicy: contentSecurityPolicy
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ws://127.0.0.1:${options.port}`)
    // Vite's code waits in a worker for the host to come back.
    .concat('; worker-src blob:'),
  secrets: { launchKey, sessionToken },
});
console.log(program.launchUrl);

let isEnding = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, async () => {
    if (isEnding) return;
    isEnding = true;
    await program.close();
    // Do not wait for Vite, whose shutdown may take seconds.
    process.exit(0);
  });
}
