// Proves that tests hold what SECURITY.md and docs/security-case.md claim: breaks one line of a copy of the sources for each claim, and
// expects tests to fail. Run it after a change of either: npm run prove-claims
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './lib/run.mjs';

interface Claim {
  readonly claim: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly code: string;
  readonly broken: string;
  /** File with the test, from the root. */
  readonly test: string;
}

const claims: readonly Claim[] = [
  {
    claim: 'HTTPS except to this computer',
    file: 'src/exchange/base-url.ts',
    code: "url.protocol === 'http:' && isLoopbackHost(url.hostname)",
    broken: "url.protocol === 'http:'",
    test: 'src/exchange/base-url.test.ts',
  },
  {
    claim: 'redirects are refused',
    file: 'src/exchange/http-transport.ts',
    code: "new OrderglassError('redirect-refused'",
    broken: "new OrderglassError('bad-answer'",
    test: 'src/exchange/hostile-exchange.test.ts',
  },
  {
    claim: 'only the three account operations send keys',
    file: 'src/exchange/endpoints.ts',
    code: "readSymbolRules: { method: 'GET', path: '/v1/futures/symbol_precision', signed: false",
    broken: "readSymbolRules: { method: 'GET', path: '/v1/futures/symbol_precision', signed: true",
    test: 'src/exchange/client.test.ts',
  },
  {
    claim: 'a response that repeats a credential loses it',
    file: 'src/exchange/redaction.ts',
    code: "if (!found && !json.includes('\\\\')) return json;",
    broken: 'if (!found || json.length > 0) return json;',
    test: 'src/exchange/redaction.test.ts',
  },
  {
    claim: 'every byte of a response counts',
    file: 'src/exchange/bounded-fetch.ts',
    code: 'left -= chunk.length;',
    broken: 'left -= 0;',
    test: 'src/exchange/hostile-exchange.test.ts',
  },
  {
    claim: 'an edited base URL cannot have stored keys sent to another host',
    file: 'src/core/accounts/account-input.ts',
    code: "isSameHost(stored, edited) ? null : 'needed for another host'",
    broken: 'isSameHost(stored, stored) || edited ? null : null',
    test: 'src/core/accounts/accounts.test.ts',
  },
  {
    claim: 'the Host header is the own address, against DNS rebinding',
    file: 'src/browser-host/access.ts',
    code: "!== origin) return deny(403, 'wrong-host');",
    broken: "=== '') return deny(403, 'wrong-host');",
    test: 'src/browser-host/access.test.ts',
  },
  {
    claim: 'no other origin',
    file: 'src/browser-host/access.ts',
    code: "if (facts.origin !== undefined && facts.origin !== origin) return deny(403, 'foreign-origin');",
    broken: '',
    test: 'src/browser-host/access.test.ts',
  },
  {
    claim: 'a call is a POST of JSON',
    file: 'src/browser-host/access.ts',
    code: "if (!jsonType.test(facts.contentType ?? '')) return deny(415, 'not-json');",
    broken: '',
    test: 'src/browser-host/access.test.ts',
  },
  {
    claim: 'the launch key works once',
    file: 'src/browser-host/session.ts',
    code: 'if (!isRight || this.#isUsed) return false;',
    broken: 'if (!isRight) return this.#isUsed && false;',
    test: 'src/browser-host/session.test.ts',
  },
  {
    claim: 'the cookie is HttpOnly and SameSite=Strict',
    file: 'src/browser-host/session.ts',
    code: '; HttpOnly; SameSite=Strict; Path=/',
    broken: '; SameSite=Lax; Path=/',
    test: 'src/browser-host/session.test.ts',
  },
  {
    claim: 'an exported file can be downloaded once',
    file: 'src/browser-host/exports.ts',
    code: 'offered.delete(id);',
    broken: '',
    test: 'src/browser-host/server.test.ts',
  },
  {
    claim: 'content security policy without inline code',
    file: 'src/shared/first-page/page-headers.ts',
    code: '"script-src \'self\'"',
    broken: "\"script-src 'self' 'unsafe-inline'\"",
    test: 'src/shared/first-page/page-headers.test.ts',
  },
  {
    claim: 'only files of the built page are served',
    file: 'src/shared/first-page/page-headers.ts',
    code: '/^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\\.([a-z0-9]+)$/',
    broken: '/^.*\\.([a-z0-9]+)$/',
    test: 'src/shared/first-page/page-headers.test.ts',
  },
  {
    claim: 'new windows are refused',
    file: 'src/main/security.ts',
    code: "({ action: 'deny' })",
    broken: "({ action: 'allow' })",
    test: 'src/main/security.test.ts',
  },
  {
    claim: 'permissions are denied, except writing to the clipboard by the own page',
    file: 'src/main/security.ts',
    code: 'decide(permission === allowedPermission && details.isMainFrame && isOwnPage(details.requestingUrl))',
    broken: 'decide(details.isMainFrame && isOwnPage(details.requestingUrl))',
    test: 'src/main/security.test.ts',
  },
  {
    claim: 'text that a spreadsheet could run as a formula is escaped',
    file: 'src/shared/values/formula.ts',
    code: 'const formulaStart = /^[=+\\-@\\u2212]/;',
    broken: 'const formulaStart = /^[=+\\-\\u2212]/;',
    test: 'src/shared/values/formula.test.ts',
  },
  {
    claim: 'a log line that contains a key is not written',
    file: 'src/core/logging/program-log.ts',
    code: 'if (secrets.isIn(text)) {',
    broken: 'if (secrets.isIn(text) && text.length === 0) {',
    test: 'src/core/logging/program-log.test.ts',
  },
  {
    claim: 'files are readable by their owner only',
    file: 'src/core/files/data-folder.ts',
    code: 'mkdirSync(folder, { recursive: true, mode: 0o700 });',
    broken: 'mkdirSync(folder, { recursive: true, mode: 0o755 });',
    test: 'src/core/files/data-folder.test.ts',
  },
  {
    claim: 'a row that does not match its checksum is found',
    file: 'src/history/store/checksums.ts',
    code: 'for (let i = 0; i < first.length; i++) hash = hashText(hash, values[int32At(first, i)]);',
    broken: '',
    test: 'src/history/store/damaged-rows.test.ts',
  },
  {
    claim: 'an export that fails leaves an earlier file unchanged',
    file: 'src/core/export/write-file.ts',
    code: 'await rename(temporary, file);',
    broken: "await rename(temporary, file + '.part');",
    test: 'src/core/export/write-file.test.ts',
  },
];

const copy = mkdtempSync(path.join(tmpdir(), 'orderglass-claims-'));
try {
  execFileSync(
    'sh',
    ['-c', 'git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$0"', copy],
    {
      cwd: root,
    },
  );
  const packages = path.join(root, 'node_modules');
  mkdirSync(path.join(copy, 'node_modules'));
  // Caches stay apart, because they would keep what is broken.
  for (const name of readdirSync(packages)) {
    if (name !== '.cache' && name !== '.vite')
      symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name));
  }
  const whole = testsOf([...new Set(claims.map(({ test }) => test))]);
  if (whole.status !== 0) throw new Error(`The tests fail without a change:\n${whole.stdout}${whole.stderr}`);
  for (const claim of claims) {
    const isHeld = breakAndTest(claim);
    console.log(`${isHeld ? 'held    ' : 'NOT HELD'} ${claim.claim} (${claim.test})`);
    if (!isHeld) process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** True if the test fails while the line is broken, because of an assertion and not because it could not be loaded. */
function breakAndTest({ file, code, broken, test }: Claim): boolean {
  const target = path.join(copy, file);
  const text = readFileSync(target, 'utf8');
  if (text.split(code).length !== 2) throw new Error(`${file} must contain this once: ${code}`);
  writeFileSync(
    target,
    text.replace(code, () => broken),
  );
  const { status, stdout } = testsOf([test]);
  writeFileSync(target, text);
  return status !== 0 && /Tests .*\d+ failed/.test(stdout);
}

function testsOf(files: readonly string[]) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  return spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', '--no-color', ...files], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
}
