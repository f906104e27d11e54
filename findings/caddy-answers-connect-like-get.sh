#!/bin/sh
# caddy 2.6.2 as a web server answers CONNECT as it answers GET: with 200 and a body. A client that was given its address for a proxy sees
# a tunnel that has been opened, and then bytes that are not of the host it wanted. Needs Debian 12's apt and Node 22 or newer. Prints the
# responses to both methods; fails if they change.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet caddy=2.6.2-5 libzstd1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done

cat >ask.mjs <<'END'
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
writeFileSync('Caddyfile', `{\n  admin off\n  auto_https off\n}\nhttp://:${port} {\n  bind 127.0.0.1\n  respond "a page"\n}\n`);
const libraries = readdirSync('usr/lib').filter((name) => name.endsWith('-linux-gnu')).map((name) => `usr/lib/${name}`);
const server = spawn('usr/bin/caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
  env: { ...process.env, HOME: process.cwd(), LD_LIBRARY_PATH: libraries.join(':') },
  stdio: 'ignore',
});

const ask = (method, target) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: example.test\r\n\r\n`);
    });
    socket.on('error', reject).once('data', (chunk) => {
      const [head, body] = chunk.toString('latin1').split('\r\n\r\n');
      socket.destroy();
      resolve(`${head.split('\r\n')[0]} | "${body}"`);
    });
  });

for (let tries = 0; ; tries++) {
  try {
    console.log(`GET:     ${await ask('GET', '/')}`);
    console.log(`CONNECT: ${await ask('CONNECT', 'example.test:443')}`);
    break;
  } catch (error) {
    if (tries > 100) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
server.kill();
END
node ask.mjs | tee seen

cat >expected <<'END'
GET:     HTTP/1.1 200 OK | "a page"
CONNECT: HTTP/1.1 200 OK | "a page"
END
diff expected seen
