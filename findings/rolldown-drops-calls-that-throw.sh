#!/bin/sh
# rolldown 1.2.19, as vite 8.3.8 uses it, takes calls of some built-in functions for pure although they throw on some input, and removes
# them if their result is unused, also inside try. A check that only calls decodeURIComponent to see if it throws always passes in the
# bundle. Other functions that throw are kept. Needs Node 22 or newer and npm. Prints what is removed and kept; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund vite@8.3.8 rolldown@1.2.19

cat >bundle.mjs <<'END'
import { build, version } from 'vite';

const inputs = {
  'decodeURIComponent(x)': '%',
  'decodeURI(x)': '%',
  'encodeURIComponent(x)': '\ud800',
  'encodeURI(x)': '\ud800',
  'String.fromCodePoint(x)': -1,
  'String(x)': { toString: null, valueOf: null },
  'JSON.parse(x)': '{',
  'new URL(x)': '',
  'BigInt(x)': 'a',
  'new Intl.DateTimeFormat(x)': 'a',
  'new RegExp(x)': '(',
};
const results = { source: { throws: [], passes: [] }, bundle: { throws: [], passes: [] } };
for (const [call, x] of Object.entries(inputs)) {
  const source = `export function check(x) { try { ${call}; } catch { return 'throws'; } return 'passes'; }`;
  const input = { name: 'input', resolveId: (id) => id, load: () => source };
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [input],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'check.js', preserveEntrySignatures: 'strict' },
    },
  });
  for (const [form, code] of [['source', source], ['bundle', output[0].code]]) {
    const { check } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    results[form][check(x)].push(call);
  }
}
console.log(`vite ${version}`);
for (const [form, { throws, passes }] of Object.entries(results)) {
  console.log(`${form}: throws: ${throws.join(', ') || '-'}`);
  console.log(`${form}: passes: ${passes.join(', ') || '-'}`);
}
END
node bundle.mjs | tee seen

cat >expected <<'END'
vite 8.3.8
source: throws: decodeURIComponent(x), decodeURI(x), encodeURIComponent(x), encodeURI(x), String.fromCodePoint(x), String(x), JSON.parse(x), new URL(x), BigInt(x), new Intl.DateTimeFormat(x), new RegExp(x)
source: passes: -
bundle: throws: JSON.parse(x), new URL(x), BigInt(x), new Intl.DateTimeFormat(x), new RegExp(x)
bundle: passes: decodeURIComponent(x), decodeURI(x), encodeURIComponent(x), encodeURI(x), String.fromCodePoint(x), String(x)
END
diff expected seen
