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
  process.env.ORDERGLASS_COMMAND = 'npx orderglass';
  import('../out/browser-host/cli.js');
}
