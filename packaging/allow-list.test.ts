import { expect, it } from 'vitest';
import { compareWithAllowList, unusedPageFiles } from './allow-list.ts';

const list = `// comment
app.asar/package.json
app.asar/out/assets/*-#.js
keytar.node (large)

app-update.yml (optional)
package-type (linux, optional)
icon.icns (darwin)
prebuilds/<target>/keytar.node (darwin, large)
`;
const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: 10 }));
const complete = files('app.asar/package.json', 'app.asar/out/assets/a-12345678.js', 'keytar.node');

it('accepts exactly the files of the list', () => {
  expect(compareWithAllowList(complete, list)).toEqual([]);
});

it.each([
  'app.asar/out/planted.js',
  'app.asar/out/assets/planted.js',
  'app.asar/out/assets/x/a-12345678.js',
  'package.json',
])('reports %s, which is not on the list', (path) => {
  expect(compareWithAllowList([...complete, ...files(path)], list)).toEqual([`+ ${path} (not on the list)`]);
});

it('has lines for files that may be missing, and for one system or processor only', () => {
  const more = [...complete, ...files('app-update.yml', 'package-type')];
  expect(compareWithAllowList(more, list, 'linux-x64')).toEqual([]);
  expect(compareWithAllowList(more, list, 'darwin-arm64')).toEqual([
    '+ package-type (not on the list)',
    '- icon.icns (not in the package)',
    '- prebuilds/<target>/keytar.node (not in the package)',
  ]);
  const mac = [...complete, ...files('icon.icns', 'prebuilds/darwin-arm64/keytar.node')];
  expect(compareWithAllowList(mac, list, 'darwin-arm64')).toEqual([]);
  expect(compareWithAllowList(mac, list, 'darwin-x64')).toEqual([
    '+ prebuilds/darwin-arm64/keytar.node (not on the list)',
    '- prebuilds/<target>/keytar.node (not in the package)',
  ]);
});

it('reports a line of the list that no file fits', () => {
  expect(compareWithAllowList(complete.slice(1), list)).toEqual(['- app.asar/package.json (not in the package)']);
});

it('reports a file of more than 2 MiB unless the list marks it', () => {
  const grown = complete.map((file) => ({ ...file, bytes: 2 * 1024 * 1024 + 1 }));
  expect(compareWithAllowList(grown, list).map((line) => line.split(' ')[1])).toEqual([
    'app.asar/out/assets/a-12345678.js',
    'app.asar/package.json',
  ]);
});

it('finds files that the page does not use', () => {
  const texts: Record<string, string> = {
    'index.html': '<script src="/assets/a-1.js">',
    'assets/a-1.js': 'import("./b-2.js")',
    'assets/b-2.js': '',
    'assets/planted.js': 'import("./a-1.js")',
  };
  expect(unusedPageFiles(Object.keys(texts), (name) => texts[name] ?? '')).toEqual(['assets/planted.js']);
});
