import path from 'node:path';
import { build, type ESTree, type Plugin, parseSync, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { bundleModules } from './tested-bundles.ts';

/** Returns the calls of globals, such as `JSON.parse` and `new URL`. Their names are the same in sources and bundles. */
function globalCalls(code: string): string[] {
  const calls: string[] = [];
  visit(parseSync('module.js', code).program);
  return calls;

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee } = node as Partial<ESTree.CallExpression | ESTree.NewExpression>;
    const name = callee ? nameOf(callee) : '';
    if ((name.split('.', 1)[0] ?? '') in globalThis) calls.push(type === 'NewExpression' ? `new ${name}` : name);
    Object.values(node).forEach(visit);
  }
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? `${nameOf(node.object)}.${nameOf(node.property)}` : '';
}

/** Collects the sources of modules, without types, and compares them with what is bundled of them. */
function compareCallsPlugin(isOwn: (id: string) => boolean) {
  const sources = new Map<string, string>();
  const missing: string[] = [];
  const plugin: Plugin = {
    name: 'orderglass:compare-calls',
    enforce: 'post',
    transform(code, id) {
      if (isOwn(id)) sources.set(id, code);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      for (const [id, { code }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
        const source = sources.get(id);
        if (source === undefined) continue;
        const bundled = globalCalls(code ?? '');
        for (const call of globalCalls(source)) {
          const at = bundled.indexOf(call);
          if (at < 0) missing.push(`${path.relative('.', id)}: ${call}`);
          else bundled.splice(at, 1);
        }
      }
    },
  };
  return { plugin, missing, sources };
}

describe('the bundler keeps each call', () => {
  it('of the hosts and services', async () => {
    const { plugin, missing, sources } = compareCallsPlugin((id) => /\/src\/.*\.ts$/.test(id));
    await bundleModules({ plugins: [plugin], build: { write: false } });
    expect(sources.size).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it('of the page', async () => {
    const { plugin, missing, sources } = compareCallsPlugin((id) => /\/src\/renderer\/.*\.tsx?$/.test(id));
    const options = { write: false, minify: false, rolldownOptions: { onLog() {} } };
    await build({ configFile: false, root: 'src/renderer', logLevel: 'error', plugins: [plugin], build: options });
    expect(sources.size).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it('unless its result is unused and it takes the function for pure', async () => {
    const { plugin, missing } = compareCallsPlugin((id) => id === 'module.js');
    const module = `
      export function read(text) {
        try {
          decodeURIComponent(text);
          return JSON.parse(text);
        } catch {
          return null;
        }
      }`;
    const source: Plugin = { name: 'source', resolveId: (id) => id, load: () => module };
    const rolldownOptions = { input: 'module.js', preserveEntrySignatures: 'strict' as const };
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [source, plugin],
      build: { write: false, minify: false, rolldownOptions },
    });
    expect(missing).toEqual(['module.js: decodeURIComponent']);
  });
});
