import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTree } from './lib/layers.mjs';
import { root, withTool } from './lib/run.mjs';

let tree: string;

beforeEach(() => {
  tree = path.join(mkdtempSync(path.join(tmpdir(), 'orderglass-layers-')), 'src');
});
afterEach(() => rmSync(path.dirname(tree), { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(tree, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

function check(files: Record<string, string>): string[] {
  write(files);
  return checkTree(tree).violations.map(({ file, line, rule }) => `${file}:${line}  ${rule}`);
}

describe('a valid tree', () => {
  it('has no violations', () => {
    const violations = check({
      'shared/values/domain.ts':
        "import { z } from 'zod'; export type Order = string; export const schema = z.string();",
      'shared/domain.test.ts': "import { readFileSync } from 'node:fs'; import './domain.ts'; readFileSync('');",
      'exchange/index.ts':
        "import '../shared/values/domain.ts'; import { setTimeout } from 'node:timers/promises'; setTimeout();",
      'exchange/index.test.ts': "import '../demo-exchange/index.ts'; import './index.ts';",
      'history/index.ts':
        "import '../shared/values/domain.ts'; import type { C } from '../exchange/index.ts'; export type H = C;",
      'history/index.test.ts':
        "import '../demo-exchange/faults/index.ts'; import '../exchange/index.ts'; import './index.ts';",
      'core/index.ts':
        "import '../exchange/index.ts'; import '../history/index.ts'; export * from '../shared/values/domain.ts';",
      'core/credentials/keychain.ts': "export const load = () => import('keytar');",
      'demo-exchange/cli.ts': "import './faults/index.ts';",
      'demo-exchange/faults/index.ts': "import '../index.ts'; import './fault.ts';",
      'demo-exchange/index.ts': "import type { Order } from '../shared/values/domain.ts'; export type Demo = Order;",
      'main/index.ts':
        "import { app } from 'electron'; import '../core/index.ts'; import '../demo-exchange/index.ts'; app;",
      'main/ipc.ts': "import { ipcMain } from 'electron'; ipcMain;",
      'preload/index.ts':
        "import { ipcRenderer } from 'electron'; import type { Order } from '../shared/values/domain.ts'; export type A = Order; ipcRenderer;",
      'browser-host/host.ts': "import '../core/index.ts'; import '../demo-exchange/index.ts'; import 'node:http';",
      'cli.ts': "import './browser-host/host.ts'; import './terminal/terminal.ts';",
      'terminal/terminal.ts':
        "import '../core/index.ts'; export const assist = () => import('../assistant/assistant.ts');",
      'assistant/assistant.ts': "import '../core/reader.ts'; import 'node:crypto';",
      'core/reader.ts':
        "import type { C } from '../exchange/index.ts'; import '../history/index.ts'; export type R = C;",
      'renderer/platform/bridge.ts': 'export const bridge = window.orderglass;',
      'renderer/app/App.tsx':
        "import { A } from '../features/a/A.tsx'; // import '../core/index.ts'\nexport const text = \"import '../core/index.ts'\"; export const App = () => <p>Don't {A}</p>;",
      'renderer/features/a/A.tsx':
        "import icon from '../../../../resources/icon.svg'; import './b.ts'; export const A = icon;",
      'renderer/features/a/b.ts':
        "import '../../domain/plans/a.ts'; import '../../ui/a.ts'; export const title = 'orderglass.app';",
      'renderer/domain/plans/a.ts': "import '../orders/a.ts'; import '../../text/a.ts';",
      'renderer/domain/plans/A.component.test.tsx': "import '../../testing/render.tsx';",
      'renderer/features/a/testing/a.tsx': "import '../../../testing/render.tsx'; import '../A.tsx';",
      'renderer/testing/render.tsx': "import '../platform/bridge.ts'; import '../../shared/contract/index.ts';",
    });
    expect(violations).toEqual([]);
  });
});

const onlyTypesOfContract = 'only types of shared/contract may be imported here, so that zod is not loaded';

describe('a violation', () => {
  it.each<[string, string, string]>([
    ['shared/a.ts', "import '../exchange/index.ts';", 'shared must not import exchange'],
    ['shared/a.ts', "import { readFile } from 'node:fs/promises';", "shared must not import Node's modules"],
    ['shared/a.ts', "import type { Stats } from 'fs';", "shared must not import Node's modules"],
    ['exchange/a.ts', "export { createCore } from '../core/index.ts';", 'exchange must not import core'],
    ['exchange/a.ts', "export * from '../demo-exchange/index.ts';", 'exchange must not import demo-exchange'],
    ['core/a.ts', "import type { X } from '../demo-exchange/index.ts';", 'core must not import demo-exchange'],
    ['core/a.ts', "const x = await import('../main/index.ts');", 'core must not import main'],
    ['core/a.ts', 'const x = await import(`../main/index.ts`);', 'core must not import main'],
    ['core/a.test.ts', "import '../browser-host/host.ts';", 'core must not import browser-host'],
    ['core/a.ts', "type X = import('../renderer/a.ts').X;", 'core must not import renderer'],
    ['core/a.ts', "import '../history/store/rows.ts';", 'core may import history/index.ts only'],
    ['history/a.ts', "import { E } from '../exchange/index.ts';", 'history may import only types of exchange'],
    ['history/a.ts', "import '../core/index.ts';", 'history must not import core'],
    ['main/a.ts', "import '../history/index.ts';", 'main must not import history'],
    [
      'main/a.ts',
      "import '../demo-exchange/faults/index.ts';",
      'only tests and demo-exchange/cli.ts may import demo-exchange/faults',
    ],
    [
      'demo-exchange/index.ts',
      "export * from './faults/index.ts';",
      'only tests and demo-exchange/cli.ts may import demo-exchange/faults',
    ],
    ['core/a.ts', "import 'keytar';", 'only core/credentials may import keytar'],
    ['main/a.ts', "import '../browser-host/server.ts';", 'main must not import browser-host'],
    ['main/a.ts', "import { ipcMain } from 'electron';", 'only main/ipc.ts may use ipcMain'],
    ['main/a.ts', "import electron from 'electron'; electron['ipcMain'];", 'only main/ipc.ts may use ipcMain'],
    ['browser-host/a.ts', "import '../main/index.ts';", 'browser-host must not import main'],
    ['browser-host/a.ts', "import '../terminal/a.ts';", 'browser-host must not import terminal'],
    ['terminal/a.ts', "import '../browser-host/a.ts';", 'terminal must not import browser-host'],
    ['assistant/a.ts', "import type { C } from '../exchange/index.ts';", 'assistant must not import exchange'],
    ['assistant/a.ts', "import 'node:net';", 'the assistant must not load node:net, not even through this file'],
    ['browser-host/a.ts', "import { app } from 'electron/main';", 'only main and preload may import electron'],
    ['preload/a.ts', "import '../core/index.ts';", 'preload must not import core'],
    ['preload/a.ts', "import 'node:fs';", "preload must not import Node's modules"],
    ['preload/a.ts', "import { ipcRenderer } from 'electron';", 'only preload/index.ts may use ipcRenderer'],
    [
      'preload/a.ts',
      "import { z } from 'zod';",
      'the preload script must not load a package (zod), not even through this file',
    ],
    ['shared/a.ts', "import { questions } from './contract/questions.ts';", onlyTypesOfContract],
    ['history/a.ts', "import { questions } from '../shared/contract/questions.ts';", onlyTypesOfContract],
    ['preload/a.ts', "import { contract } from '../shared/contract/index.ts';", onlyTypesOfContract],
    ['renderer/a.ts', "import { contract } from '../shared/contract/index.ts';", onlyTypesOfContract],
    ['renderer/a.ts', "import '../core/index.ts';", 'renderer must not import core'],
    ['renderer/a.ts', "import { join } from 'node:path';", "renderer must not import Node's modules"],
    ['renderer/a.ts', "import { shell } from 'electron';", 'only main and preload may import electron'],
    ['renderer/a.ts', 'window.orderglass?.call("a", {});', 'only renderer/platform/bridge.ts may use orderglass'],
    ['renderer/a.ts', "window['orderglass'];", 'only renderer/platform/bridge.ts may use orderglass'],
    ['renderer/a.ts', "import.meta.glob('../core/*.ts');", 'renderer must not import core'],
    ['renderer/a.ts', "import.meta.glob(['./*.ts', '../main/*.ts']);", 'renderer must not import main'],
    ['renderer/a.ts', "new Worker(new URL('../core/a.ts', import.meta.url));", 'renderer must not import core'],
    ['renderer/a.ts', "import text from '../../package.json';", 'only resources may be imported from outside src'],
    ['renderer/a.ts', "import '/core/index.ts';", 'only resources may be imported from outside src'],
    ['renderer/features/a/A.tsx', "import '../b/B.tsx';", 'feature a must not import feature b'],
    ['renderer/features/a/A.tsx', "export * from '../../features/b/x/B.tsx';", 'feature a must not import feature b'],
    ['renderer/features/a/A.tsx', "import '../../app/App.tsx';", 'renderer/features must not import renderer/app'],
    [
      'renderer/domain/market/a.ts',
      "import '../../features/a/A.tsx';",
      'renderer/domain must not import renderer/features',
    ],
    ['renderer/domain/market/a.ts', "import '../notes/a.ts';", 'domain/market must not import domain/notes'],
    ['renderer/domain/market/a.test.ts', "import '../plans/a.ts';", 'domain/market must not import domain/plans'],
    ['renderer/domain/coins/a.ts', "import '../notes/a.ts';", 'src/renderer/domain/coins is not a known subject'],
    [
      'renderer/ui/a.tsx',
      "import type { A } from '../domain/plans/a.ts';",
      'renderer/ui must not import renderer/domain',
    ],
    ['renderer/ui/a.test.ts', "import '../features/a/A.tsx';", 'renderer/ui must not import renderer/features'],
    ['renderer/platform/a.ts', "import '../ui/a.tsx';", 'renderer/platform must not import renderer/ui'],
    ['renderer/text/a.ts', "import '../platform/a.ts';", 'renderer/text must not import renderer/platform'],
    ['renderer/main.tsx', "import './features/a/A.tsx';", 'renderer must not import renderer/features'],
    ['renderer/features/a/A.tsx', "import '../../testing/render.tsx';", 'only tests may import renderer/testing'],
    ['renderer/features/a/A.tsx', "import './testing/a.tsx';", 'only tests may import renderer/features/a/testing'],
    ['core/a.ts', "import './market/testing/a.ts';", 'only tests may import core/market/testing'],
    ['renderer/testing/a.ts', "import '../features/a/A.tsx';", 'renderer/testing must not import renderer/features'],
    ['renderer/lib/a.ts', "import '../text/a.ts';", 'src/renderer/lib is not a known room'],
    [
      'demo-exchange/a.ts',
      "import { schema } from '../shared/values/domain.ts';",
      'demo-exchange may import only types from shared/values/domain.ts',
    ],
    [
      'demo-exchange/a.ts',
      "import { type Order } from '../shared/values/domain.ts';",
      'demo-exchange may import only types from shared/values/domain.ts',
    ],
    [
      'demo-exchange/a.ts',
      "import type { Result } from '../shared/result.ts';",
      'demo-exchange may import only types from shared/values/domain.ts',
    ],
    ['demo-exchange/a.test.ts', "import '../exchange/index.ts';", 'demo-exchange must not import exchange'],
    [
      'core/a.ts',
      'const name = process.argv[2]; await import(name);',
      'import paths must be string literals, so that they can be checked',
    ],
    ['core/a.cts', "const main = require('../main/index.ts');", 'core must not import main'],
    ['core/a.cts', "import main = require('../main/index.ts');", 'core must not import main'],
    ['helpers/a.ts', "import '../core/index.ts';", 'src/helpers is not a known layer'],
  ])('in %s: %s', (file, text, rule) => {
    expect(check({ [file]: `// A first line.\n${text}\n` })).toEqual([`${file}:2  ${rule}`]);
  });

  it('is a class that is styled in two files', () => {
    const violations = check({
      'renderer/ui/button.css': '.button {}\n.button:hover svg {}',
      'renderer/features/a/a.css': '.note {}\n.note .button,\n.note.button:disabled {}\n.note > button {}',
      'renderer/features/a/A.tsx': 'export const A = () => <p className="note"><b className="button" /></p>;',
    });
    expect(violations).toEqual([
      'renderer/features/a/a.css:2  .button is styled in renderer/ui/button.css',
      'renderer/features/a/a.css:2  .button is styled in renderer/ui/button.css',
    ]);
  });

  it('is a class that is styled where its user may not import', () => {
    const violations = check({
      'renderer/features/b/b.css': '@media (width < 1px) {\n  .b:has(.c) {}\n}',
      'renderer/ui/c.css': '/* .b {} */ .c { --x: url("a.b"); }\n.b .c {}',
      'renderer/features/a/A.tsx': `const b = 1;\nexport const A = () => <p className={b ? 'b' : \`c \${b}\`}>b</p>;`,
    });
    expect(violations).toEqual([
      'renderer/features/a/A.tsx:2  feature a must not import feature b, which styles .b',
      'renderer/ui/c.css:2  renderer/ui must not import renderer/features, which styles .b',
    ]);
  });

  it('is a class that no element has', () => {
    const violations = check({
      'renderer/ui/a.css': '.a {}\n.part-one {}\n.part {}\n.lost {}',
      'renderer/ui/A.tsx': `export const A = (props: { part: string }) => <p className={\`a part-\${props.part}\`} />;`,
    });
    expect(violations).toEqual([
      'renderer/ui/a.css:3  no element has the class part',
      'renderer/ui/a.css:4  no element has the class lost',
    ]);
  });

  it('is found in files that the assistant loads indirectly', () => {
    const violations = check({
      'assistant/a.ts': "import '../core/b.ts';",
      'core/b.ts': "import type { C } from '../exchange/index.ts';\nimport './c.ts'; export type B = C;",
      'core/c.ts': "import '../exchange/index.ts';",
      'core/other.ts': "import '../exchange/index.ts';",
    });
    expect(violations).toEqual([
      'core/c.ts:1  the assistant must not load ../exchange/index.ts, not even through this file',
    ]);
  });

  it('is found in files that the preload script loads indirectly', () => {
    const violations = check({
      'preload/index.ts': "import { b } from '../shared/b.ts'; b;",
      'shared/b.ts': "import type { A } from './a.ts';\nexport { c as b } from './c.ts';\nexport type B = A;",
      'shared/a.ts': "import { z } from 'zod'; export type A = z.ZodType;",
      'shared/c.ts': "\nimport { z } from 'zod'; export const c = z.string();",
    });
    expect(violations).toEqual([
      'shared/c.ts:2  the preload script must not load a package (zod), not even through this file',
    ]);
  });

  it('is a cycle of imports, those of types included, which the linter finds', () => {
    write({
      'shared/a.ts': "export type A = string;\nimport type { B } from './b.ts'; export type C = B;",
      'shared/b.ts': "export { c as b } from './c.ts'; export type B = string;",
      'shared/c.ts': "import '../shared/a.ts'; export const c = 1;",
      'shared/d.ts': "import './a.ts'; import './c.ts';",
      'core/a.ts': "export const load = () => import('./b.ts');",
      'core/b.ts': "import { load } from './a.ts'; load();",
    });
    const options = ['--only=suspicious/noImportCycles', '--vcs-enabled=false', '--reporter=json'];
    const project = path.dirname(tree);
    copyFileSync(path.join(root, 'biome.json'), path.join(project, 'biome.json'));
    const run = (program: string, args: string[]) => spawnSync(program, args, { cwd: project, encoding: 'utf8' });
    const { stdout } = withTool(run, 'biome', ['lint', ...options, 'src']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] };
    const files = new Set(diagnostics.map(({ location }) => location.path));
    const inCycles = ['core/a.ts', 'core/b.ts', 'shared/a.ts', 'shared/b.ts', 'shared/c.ts'];
    expect([...files].sort()).toEqual(inCycles.map((file) => `src/${file}`));
  });

  it('is listed with all others by file and line', () => {
    const violations = check({
      'renderer/b.ts': "import '../core/a.ts';\n\nimport '../main/a.ts';",
      'core/a.ts': "import '../main/a.ts';",
    });
    expect(violations).toEqual([
      'core/a.ts:1  core must not import main',
      'renderer/b.ts:1  renderer must not import core',
      'renderer/b.ts:3  renderer must not import main',
    ]);
  });
});

it('the command fails if there is a violation', () => {
  const script = path.resolve(import.meta.dirname, 'check-layers.mjs');
  const run = () => spawnSync(process.execPath, [script, tree], { encoding: 'utf8' });
  write({ 'core/a.ts': 'export {};' });
  expect(run()).toMatchObject({ status: 0, stdout: 'Layer rules OK (1 files checked).\n' });
  write({ 'core/b.ts': "import '../main/a.ts';" });
  expect(run()).toMatchObject({ status: 1, stderr: 'src/core/b.ts:1  core must not import main\n' });
});
