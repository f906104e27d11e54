#!/bin/sh
# caddy 2.6.2 as a reverse proxy ends a chunked response in order if the server behind it closes the connection in the middle, so that its
# client takes half a body for a whole one. A response with Content-Length that is cut off stays cut off. Needs Debian 12's apt and Node 22
# or newer. Prints how both arrive; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet caddy=2.6.2-5 libzstd1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done

cat >ask.mjs <<'END'
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, get } from 'node:http';
import { createServer } from 'node:net';

const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const framings = {
  '/length': 'Content-Length: 20\r\n\r\n[1, 2, 3,',
  '/chunked': 'Transfer-Encoding: chunked\r\n\r\n9\r\n[1, 2, 3,\r\n',
};
const behind = createServer((socket) => {
  socket.on('error', () => {}).on('data', (request) => {
    const path = request.toString().split(' ')[1];
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${framings[path]}`);
  });
});
const target = await listen(behind);
const free = createHttpServer();
const port = await listen(free);
await new Promise((resolve) => free.close(resolve));
writeFileSync(
  'Caddyfile',
  `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy 127.0.0.1:${target}
}
`,
);
const libraries = readdirSync('usr/lib').filter((name) => name.endsWith('-linux-gnu')).map((name) => `usr/lib/${name}`);
const front = spawn('usr/bin/caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
  env: { ...process.env, HOME: process.cwd(), LD_LIBRARY_PATH: libraries.join(':') },
  stdio: 'ignore',
});

const ask = (path) =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => { text += chunk; });
      response.on('end', () => resolve(`"${text}", complete`)).on('error', () => resolve(`"${text}", cut off`));
    }).on('error', reject);
  });

for (let tries = 0; ; tries++) {
  try {
    for (const path of Object.keys(framings)) console.log(`${path}: ${await ask(path)}`);
    break;
  } catch (error) {
    if (tries > 100) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
front.kill();
behind.close();
END
node ask.mjs | tee seen

cat >expected <<'END'
/length: "[1, 2, 3,", cut off
/chunked: "[1, 2, 3,", complete
END
diff expected seen
