#!/bin/sh
# playwright-core 1.65.1 and Firefox 153.8.0esr: the channel `moz-firefox`, which drives a stock Firefox, launches it and then makes no context.
# Each new context sends `emulation.setMediaFeaturesOverride`, also with `colorScheme: null`, and this Firefox does not know the command. Needs
# Debian 12's apt, the libraries of firefox-esr, npm, and Node 22 or newer. Prints the version of the browser and the error; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }' EXIT
cd "$folder"
apt-get download --quiet firefox-esr=153.8.0esr-1~deb12u1 >/dev/null 2>&1
dpkg -x firefox-esr_*.deb .
npm install --silent --no-audit --no-fund playwright-core@1.65.1

cat >ask.mjs <<'END'
import path from 'node:path';
import { firefox } from 'playwright-core';

const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: path.resolve('usr/lib/firefox-esr/firefox-esr') });
const outcome = await browser
  .newContext({ colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  .then(() => 'a context', ({ message }) => message.split('\n')[0]);
console.log(`Firefox ${browser.version()}: ${outcome}`);
await browser.close();
process.exit(outcome.endsWith('(emulation.setMediaFeaturesOverride): unknown command') ? 0 : 1);
END
node ask.mjs
