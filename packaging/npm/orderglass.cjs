#!/usr/bin/env node
// Must load on old versions of Node, to say that they are too old.
'use strict';

const required = 24;
const version = process.versions.node;

if (Number(version.split('.')[0]) < required) {
  console.error(
    `Orderglass needs Node ${required} or newer. This is Node ${version}. Get a newer one from nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  closeDebugger();
  process.env.ORDERGLASS_COMMAND = typedCommand(process.env);
  import('../out/browser-host/cli.js');
}

/**
 * Keeps a signal (SIGUSR1) from opening the debugger of a program that holds keys, and closes what a signal before this line has opened,
 * at once or at the end of this step of the event loop. `--disable-sigusr1` in the first line would be earlier, but older versions of Node
 * do not know the option and could not say that they are too old.
 */
function closeDebugger() {
  process.on('SIGUSR1', () => {});
  const { close } = require('node:inspector');
  close();
  setImmediate(close);
}

/** Returns what the user has typed to start the program. npm sets the variable for npx and for scripts of a package.json. */
function typedCommand({ npm_lifecycle_event: script }) {
  if (script === 'npx') return 'npx orderglass';
  return script === undefined ? 'orderglass' : `npm run ${script} --`;
}
