#!/bin/sh
# Firefox 153.8.0esr-1~deb12u1, headless and driven by WebDriver BiDi: the page of the first tab never has the focus. After a click in it and after
# `browsingContext.activate`, `document.hasFocus()` is false and no element matches `:focus`, although the clicked field is the active element. The
# page of a tab made by `browsingContext.create` has the focus. Needs Debian 12's apt, the libraries of firefox-esr, and Node 22 or newer. Prints
# what both tabs say; fails if it changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }' EXIT
cd "$folder"
apt-get download --quiet firefox-esr=153.8.0esr-1~deb12u1 >/dev/null 2>&1
dpkg -x firefox-esr_*.deb .
mkdir profile

cat >ask.mjs <<'END'
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><input style="width: 90vw; height: 90vh">');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;

const firefox = spawn('usr/lib/firefox-esr/firefox-esr', ['--headless', '--no-remote', '--profile', 'profile', '--remote-debugging-port', '0'], {
  env: { ...process.env, HOME: process.cwd() },
});
const address = await new Promise((resolve) => {
  let printed = '';
  firefox.stderr.on('data', (part) => {
    printed += part;
    const found = /BiDi listening on (ws:\S+)/.exec(printed);
    if (found) resolve(`${found[1]}/session`);
  });
});
const socket = new WebSocket(address);
await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
let last = 0;
const waiting = new Map();
socket.addEventListener('message', ({ data }) => {
  const { id, type, result, message } = JSON.parse(data);
  if (type === 'success') waiting.get(id)?.resolve(result);
  else waiting.get(id)?.reject(new Error(message));
});
const send = (method, params) =>
  new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, method, params }));
  });

await send('session.new', { capabilities: {} });
async function clickIn(context) {
  await send('browsingContext.navigate', { context, url, wait: 'complete' });
  await send('browsingContext.activate', { context });
  const click = [{ type: 'pointerMove', x: 100, y: 100 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
  await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: click }] });
  const expression = '`${document.activeElement.localName} ${document.hasFocus()} ${document.activeElement.matches(":focus")}`';
  return (await send('script.evaluate', { expression, target: { context }, awaitPromise: false })).result.value;
}
const first = await clickIn((await send('browsingContext.getTree', {})).contexts[0].context);
const second = await clickIn((await send('browsingContext.create', { type: 'tab' })).context);
console.log(`first tab: ${first}\nnew tab: ${second}`);
socket.close();
firefox.kill();
firefox.once('exit', () => process.exit(first === 'input false false' && second === 'input true true' ? 0 : 1));
END
node ask.mjs
