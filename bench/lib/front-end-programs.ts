/** What the configuration of a program needs to know. */
export interface Setting {
  /** An empty folder of the program's own. */
  readonly folder: string;
  /** Port of 127.0.0.1 on which the program listens. */
  readonly port: number;
  /** Port of the exchange, on 127.0.0.1, or of the host behind a proxy. */
  readonly exchange: number;
  /** Port on which nothing listens, to which a proxy may connect. */
  readonly dead: number;
}

export interface Scenario {
  readonly name: string;
  readonly kind: 'front end' | 'proxy';
  /** Debian's package. */
  readonly package: string;
  readonly command: string;
  readonly arguments: (setting: Setting) => readonly string[];
  /** Files in the folder, by name. */
  readonly files: (setting: Setting) => Readonly<Record<string, string>>;
  readonly environment?: (setting: Setting) => NodeJS.ProcessEnv;
  /** Requests a second that a front end allows. */
  readonly perSecond?: number;
  /** True for a cache that does not say how old its responses are, so that no client can know. */
  readonly hidesAge?: boolean;
  /** True for a proxy that requires the user name and password of `signIn`. */
  readonly signsIn?: boolean;
}

/** tinyproxy allows no other characters than these. */
export const signIn = { user: 'ann', password: 'pass-9.word_3' } as const;
/** The same for squid and apache2, by `openssl passwd -apr1`. */
const passwordFile = `${signIn.user}:$apr1$saltsalt$4JPw.hFJxHV/wupPbs6ju.\n`;
const isRoot = process.getuid?.() === 0;

type Variant = Omit<Scenario, 'package' | 'command' | 'arguments' | 'files' | 'environment'>;

function nginx(variant: Variant, inHttp = '', inLocation = ''): Scenario {
  return {
    ...variant,
    package: 'nginx',
    command: 'nginx',
    arguments: ({ folder }) => ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`],
    files: ({ folder, port, exchange }) => ({
      'nginx.conf': `
daemon off;
${isRoot ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${inHttp.replaceAll('FOLDER', folder)}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${exchange};
      ${inLocation}
    }
  }
}`,
    }),
  };
}

function apache(variant: Variant, modules: readonly string[], directives: (setting: Setting) => string): Scenario {
  const loaded = ['mpm_event', 'authz_core', 'proxy', ...modules];
  return {
    ...variant,
    package: 'apache2',
    command: 'apache2',
    arguments: ({ folder }) => ['-f', `${folder}/apache.conf`, '-D', 'FOREGROUND'],
    files: (setting) => ({
      passwords: passwordFile,
      'apache.conf': `
ServerName front-end.test
ServerRoot ${setting.folder}
DefaultRuntimeDir ${setting.folder}
PidFile ${setting.folder}/apache.pid
ErrorLog ${setting.folder}/error.log
Listen 127.0.0.1:${setting.port}
${isRoot ? 'User www-data\nGroup www-data' : ''}
${loaded.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${directives(setting)}
`,
    }),
  };
}

const toExchange = ({ exchange }: Setting): string => `ProxyPass / http://127.0.0.1:${exchange}/\n`;

function haproxy(variant: Variant, inFrontEnd = ''): Scenario {
  return {
    ...variant,
    package: 'haproxy',
    command: 'haproxy',
    arguments: ({ folder }) => ['-W', '-db', '-f', `${folder}/haproxy.cfg`],
    files: ({ port, exchange }) => ({
      'haproxy.cfg': `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend in
  bind 127.0.0.1:${port}
  ${inFrontEnd}
  default_backend exchange
backend exchange
  server one 127.0.0.1:${exchange}
`,
    }),
  };
}

function varnish(variant: Variant, program = ''): Scenario {
  return {
    ...variant,
    package: 'varnish',
    command: 'varnishd',
    arguments: ({ folder, port }) => [
      ...['-F', '-j', 'none', '-n', `${folder}/work`, '-s', 'malloc,32m'],
      ...['-a', `127.0.0.1:${port}`, '-f', `${folder}/default.vcl`],
    ],
    files: ({ exchange }) => ({
      'default.vcl': `vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "${exchange}"; }\n${program}\n`,
    }),
  };
}

function caddy(variant: Variant, directives = ''): Scenario {
  return {
    ...variant,
    package: 'caddy',
    command: 'caddy',
    arguments: ({ folder }) => ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
    environment: ({ folder }) => ({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
    files: ({ port, exchange }) => ({
      Caddyfile: `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  ${directives}
  reverse_proxy 127.0.0.1:${exchange}
}`,
    }),
  };
}

function trafficServer(variant: Variant): Scenario {
  const isProxy = variant.kind === 'proxy';
  return {
    ...variant,
    package: 'trafficserver',
    command: 'traffic_server',
    arguments: () => [],
    environment: ({ folder }) => ({ PROXY_CONFIG_CONFIG_DIR: folder }),
    files: ({ folder, port, exchange, dead }) => ({
      'records.config': [
        `http.server_ports STRING ${port}:ip-in=127.0.0.1`,
        'admin.user_id STRING #-1',
        `url_remap.remap_required INT ${isProxy ? 0 : 1}`,
        `reverse_proxy.enabled INT ${isProxy ? 0 : 1}`,
        `http.connect_ports STRING ${exchange} ${dead}`,
        'hostdb.host_file.path STRING /etc/hosts',
        `local_state_dir STRING ${folder}`,
        `log.logfile_dir STRING ${folder}`,
      ]
        .map((line) => `CONFIG proxy.config.${line}\n`)
        .join(''),
      'remap.config': isProxy ? '' : `map / http://127.0.0.1:${exchange}/\n`,
      'plugin.config': '',
      'ip_allow.yaml': 'ip_allow:\n  - { apply: in, ip_addrs: 127.0.0.1, action: allow, methods: ALL }\n',
      'storage.config': `${folder} 16M\n`,
    }),
  };
}

function squid(variant: Variant): Scenario {
  return {
    ...variant,
    package: 'squid',
    command: 'squid',
    arguments: ({ folder }) => ['-N', '-f', `${folder}/squid.conf`],
    files: ({ folder, port }) => ({
      passwords: passwordFile,
      'squid.conf': `
http_port 127.0.0.1:${port}
pid_filename none
access_log none
cache_log ${folder}/cache.log
cache deny all
shutdown_lifetime 0 seconds
coredump_dir ${folder}
${
  variant.signsIn
    ? `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/passwords
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all`
    : 'http_access allow all'
}
`,
    }),
  };
}

function tinyproxy(variant: Variant): Scenario {
  return {
    ...variant,
    package: 'tinyproxy',
    command: 'tinyproxy',
    arguments: ({ folder }) => ['-d', '-c', `${folder}/tinyproxy.conf`],
    files: ({ folder, port }) => ({
      'tinyproxy.conf': `
Port ${port}
Listen 127.0.0.1
Timeout 600
MaxClients 20
LogFile "${folder}/tinyproxy.log"
PidFile "${folder}/tinyproxy.pid"
${variant.signsIn ? `BasicAuth ${signIn.user} ${signIn.password}` : ''}
`,
    }),
  };
}

const forward = (setting: Setting): string => `
ProxyRequests On
AllowCONNECT ${setting.exchange} ${setting.dead}
`;

/** Every front end and proxy of docs/other-programs.md that Debian has, as one line each. */
export const scenarios: readonly Scenario[] = [
  nginx({ name: 'nginx', kind: 'front end' }),
  nginx({ name: 'nginx, gzip', kind: 'front end' }, 'gzip on; gzip_types *; gzip_proxied any;'),
  nginx(
    { name: 'nginx, cache of 10 s', kind: 'front end', hidesAge: true },
    'proxy_cache_path FOLDER/cache keys_zone=all:1m;',
    'proxy_cache all; proxy_cache_valid 200 10s;',
  ),
  ...[503, 429].map((status) =>
    nginx(
      { name: `nginx, 5 requests/s, ${status}`, kind: 'front end', perSecond: 5 },
      'limit_req_zone $binary_remote_addr zone=one:1m rate=5r/s;',
      `limit_req zone=one burst=5 nodelay; limit_req_status ${status};`,
    ),
  ),
  nginx(
    { name: 'nginx, 5 requests/s, held back', kind: 'front end', perSecond: 5 },
    'limit_req_zone $binary_remote_addr zone=one:1m rate=5r/s;',
    'limit_req zone=one burst=5;',
  ),
  apache({ name: 'apache2', kind: 'front end' }, ['proxy_http'], toExchange),
  ...['Off', 'On'].map((ignores) =>
    apache(
      { name: `apache2, cache of 60 s, deaf to no-cache: ${ignores}`, kind: 'front end' },
      ['proxy_http', 'cache', 'cache_disk'],
      (setting) => `
CacheEnable disk /
CacheRoot ${setting.folder}
CacheDefaultExpire 60
CacheIgnoreNoLastMod On
CacheIgnoreCacheControl ${ignores}
${toExchange(setting)}`,
    ),
  ),
  haproxy({ name: 'haproxy', kind: 'front end' }),
  haproxy(
    { name: 'haproxy, 40 requests/10 s, 429', kind: 'front end' },
    `stick-table type ip size 10k expire 60s store http_req_rate(10s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 40 }`,
  ),
  varnish({ name: 'varnish', kind: 'front end' }),
  varnish({ name: 'varnish, passing on', kind: 'front end' }, 'sub vcl_recv { return (pass); }'),
  caddy({ name: 'caddy', kind: 'front end' }),
  caddy({ name: 'caddy, compressing', kind: 'front end' }, 'encode zstd gzip'),
  {
    name: 'lighttpd',
    kind: 'front end',
    package: 'lighttpd',
    command: 'lighttpd',
    arguments: ({ folder }) => ['-D', '-f', `${folder}/lighttpd.conf`],
    files: ({ folder, port, exchange }) => ({
      'lighttpd.conf': `
server.modules = ("mod_proxy")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${exchange})))
`,
    }),
  },
  {
    name: 'h2o',
    kind: 'front end',
    package: 'h2o',
    command: 'h2o',
    arguments: ({ folder }) => ['-c', `${folder}/h2o.conf`],
    files: ({ port, exchange }) => ({
      'h2o.conf': `${isRoot ? 'user: root\n' : ''}hosts:
  default:
    listen: { host: 127.0.0.1, port: ${port} }
    paths:
      "/": { proxy.reverse.url: "http://127.0.0.1:${exchange}/" }
`,
    }),
  },
  trafficServer({ name: 'trafficserver', kind: 'front end' }),
  squid({ name: 'squid', kind: 'proxy' }),
  squid({ name: 'squid with sign-in', kind: 'proxy', signsIn: true }),
  tinyproxy({ name: 'tinyproxy', kind: 'proxy' }),
  tinyproxy({ name: 'tinyproxy with sign-in', kind: 'proxy', signsIn: true }),
  {
    name: 'privoxy',
    kind: 'proxy',
    package: 'privoxy',
    command: 'privoxy',
    arguments: ({ folder }) => ['--no-daemon', `${folder}/config`],
    files: ({ folder, port }) => ({
      config: `listen-address 127.0.0.1:${port}\ntempldir /etc/privoxy/templates\nlogdir ${folder}\n`,
    }),
  },
  apache({ name: 'apache2', kind: 'proxy' }, ['proxy_connect'], forward),
  apache(
    { name: 'apache2 with sign-in', kind: 'proxy', signsIn: true },
    ['proxy_connect', 'auth_basic', 'authn_core', 'authn_file', 'authz_user'],
    (setting) => `${forward(setting)}
<Proxy "*">
  AuthType Basic
  AuthName proxy
  AuthUserFile ${setting.folder}/passwords
  Require valid-user
</Proxy>`,
  ),
  trafficServer({ name: 'trafficserver', kind: 'proxy' }),
];
