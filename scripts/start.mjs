// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './lib/build.mjs';
import { chooseHost, reasons } from './lib/choose-host.mjs';
import { downloadElectron, electronProgram } from './lib/electron.mjs';
import { root } from './lib/run.mjs';
import { runElectron } from './lib/run-electron.mjs';
import { sandboxObstacle } from './lib/sandbox.mjs';
import { readStartOptions, usage } from './lib/start-options.mjs';

const options = readOptions();
if (options?.help) console.log(usage);
else if (options?.version) console.log(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version);
else if (options && (await buildIfStale())) await start(options);
else process.exitCode ??= 1;

function readOptions() {
  try {
    return readStartOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return null;
  }
}

/** @param {import('./lib/start-options.mjs').StartOptions} options */
async function start({ browser, electronArguments, browserArguments }) {
  const choice = await chooseHost(browser, {
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    environment: process.env,
    electronProgram: () => electronProgram(root),
    downloadElectron: () =>
      downloadElectron(root, { announce: () => console.log('Downloading Electron (first start only)...') }),
  });
  if (choice.host === 'browser') {
    if (choice.reason) console.log(reasons[choice.reason]);
    await startBrowserHost(browserArguments);
    return;
  }
  const code = await runElectron(choice.program, [root, ...electronArguments], { cwd: process.env.INIT_CWD ?? root });
  if (code !== null) {
    process.exitCode = code;
    return;
  }
  console.log(reasons[sandboxObstacle(choice.program) ?? 'did-not-start']);
  await startBrowserHost(browserArguments);
}

/**
 * Runs the browser host in this process, to save the start of another one.
 * @param {string[]} args
 */
async function startBrowserHost(args) {
  const script = path.join(root, 'out/browser-host/cli.js');
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}
