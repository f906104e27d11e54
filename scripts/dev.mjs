// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openInBrowser } from '../src/browser-host/open-browser.ts';
import { root } from './lib/run.mjs';

if (process.argv.includes('--help')) {
  console.log(`Usage: npm run dev -- [--port N] [--data-dir DIR] [--demo-exchange URL] [--no-open]

Opens Orderglass in the browser with hot reload. A change outside the page restarts the host.`);
} else {
  await develop(process.argv.slice(2));
}

/** @param {string[]} args */
async function develop(args) {
  const portOption = args.findIndex((argument) => argument.startsWith('--port'));
  const port = portOption < 0 ? [`--port=${await freePort()}`] : [];
  const host = path.join(root, 'scripts/dev-host.mjs');
  // Keep port and secrets over restarts, so that the open page stays signed in.
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', host, ...args, ...port], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ORDERGLASS_DEV_LAUNCH_KEY: randomBytes(32).toString('base64url'),
      ORDERGLASS_DEV_SESSION: randomBytes(32).toString('base64url'),
    },
  });
  let isOpen = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const isAddress = line.startsWith('http://');
    if (!isAddress || !isOpen) console.log(line);
    if (isAddress && !isOpen && !args.includes('--no-open')) openInBrowser(line);
    isOpen ||= isAddress;
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // Node's watcher forwards these two signals to its program. SIGHUP would end only the watcher.
    process.on(signal, () => child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
  }
  child.once('exit', (code) => process.exit(code ?? 0));
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
