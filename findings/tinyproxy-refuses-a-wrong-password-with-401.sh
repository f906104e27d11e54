#!/bin/sh
# tinyproxy 1.11.1 asks for a proxy password with 407 and Proxy-Authenticate, but refuses a wrong one with 401 and WWW-Authenticate, the
# status of the server behind a proxy. A client that looks for 407 takes a wrong password for an answer of somebody else. Needs Debian 12's
# apt and Node 22 or newer. Prints both responses to CONNECT; fails if they change.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet tinyproxy-bin=1.11.1-2.1+deb12u1 >/dev/null 2>&1
dpkg -x tinyproxy-bin_*.deb .

cat >ask.mjs <<'END'
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
writeFileSync('tinyproxy.conf', `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 5\nBasicAuth ann secret\n`);
const proxy = spawn('usr/bin/tinyproxy', ['-d', '-c', 'tinyproxy.conf'], { stdio: 'ignore' });

function ask(password) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const socket = connect(port, '127.0.0.1', () => {
      const basic = password && `Proxy-Authorization: Basic ${Buffer.from(`ann:${password}`).toString('base64')}\r\n`;
      socket.write(`CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n${basic}\r\n`);
    });
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject).on('end', () => {
      const lines = Buffer.concat(chunks).toString('latin1').split('\r\n');
      resolve(lines.filter((line) => /^HTTP|-authenticate/i.test(line)).join(' | '));
    });
  });
}

for (let tries = 0; ; tries++) {
  try {
    console.log(`no password: ${await ask('')}`);
    break;
  } catch (error) {
    if (tries > 100) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
console.log(`a wrong one: ${await ask('wrong')}`);
proxy.kill();
END
node ask.mjs | tee seen

cat >expected <<'END'
no password: HTTP/1.0 407 Proxy Authentication Required | Proxy-Authenticate: Basic realm="Tinyproxy"
a wrong one: HTTP/1.0 401 Unauthorized | WWW-Authenticate: Basic realm="Tinyproxy"
END
diff expected seen
