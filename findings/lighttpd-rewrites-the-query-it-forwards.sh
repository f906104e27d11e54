#!/bin/sh
# lighttpd 1.4.69 as a reverse proxy rewrites the query of a request before it forwards it, with its settings as they are: it decodes
# percent-encoded unreserved characters (%7e) and writes the hexadecimal digits of others in capitals (%2c). A signature over the query as
# sent no longer matches. Needs Debian 12's apt and Node 22 or newer. Prints what arrives behind it; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet lighttpd=1.4.69-1 libnettle8 libpcre2-8-0 libxxhash0 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done

cat >ask.mjs <<'END'
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';

const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const behind = createServer((request, response) => response.end(request.url));
const target = await listen(behind);
const free = createServer();
const port = await listen(free);
await new Promise((resolve) => free.close(resolve));
writeFileSync(
  'lighttpd.conf',
  `server.modules = ("mod_proxy")
server.document-root = "${process.cwd()}"
server.bind = "127.0.0.1"
server.port = ${port}
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${target})))
`,
);
const libraries = readdirSync('usr/lib').filter((name) => name.endsWith('-linux-gnu')).map((name) => `usr/lib/${name}`);
const front = spawn('usr/sbin/lighttpd', ['-D', '-m', 'usr/lib/lighttpd', '-f', 'lighttpd.conf'], {
  env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  stdio: 'ignore',
});

const ask = (path) =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text));
    }).on('error', reject);
  });

const sent = '/list?of=a%7eb&with=c%2cd&as=e%2Cf';
for (let tries = 0; ; tries++) {
  try {
    console.log(`sent:    ${sent}\narrived: ${await ask(sent)}`);
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
sent:    /list?of=a%7eb&with=c%2cd&as=e%2Cf
arrived: /list?of=a~b&with=c%2Cd&as=e%2Cf
END
diff expected seen
