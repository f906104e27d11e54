import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import type { Plugin } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');
const testCode = /\.test\.tsx?$|\/testing\//;
/** Files of hosts and services by their names in the bundles. */
const entries = Object.fromEntries(
  globSync('src/{assistant,browser-host,core,demo-exchange,exchange,history,main,shared,terminal}/**/*.ts', {
    cwd: root,
  })
    .filter((file) => !testCode.test(file))
    .map((file) => [file.replace(/^src\/|\.ts$/g, ''), path.join(root, file)]),
);

/** Bundles all modules of hosts and services with the settings of the browser host. Each module keeps its exports. */
export function bundleModules({ plugins, build: options }: Pick<InlineConfig, 'plugins' | 'build'>) {
  return build({
    root,
    configFile: path.join(import.meta.dirname, 'browser-host.vite.config.ts'),
    logLevel: 'warn',
    plugins: plugins ?? [],
    build: { license: false, rolldownOptions: { input: entries, external: ['electron'] }, ...options },
  });
}

/**
 * Lets tests import the modules of hosts and services from bundles, and start the history's worker from its bundle, because the bundler
 * removes calls that it takes for pure (docs/other-programs.md). Tests that run again after each change import the sources. So do those of
 * the page, because the page is bundled with other settings.
 */
export function testedBundlesPlugin(folder: string): Plugin {
  const bundles = new Map(Object.entries(entries).map(([name, file]) => [file, path.join(folder, `${name}.js`)]));
  let isWatching = false;
  return {
    name: 'orderglass:tested-bundles',
    enforce: 'pre',
    async configureVitest({ vitest, defineCacheKeyGenerator }) {
      isWatching = vitest.config.watch;
      // The cache keeps what the imports of a file were resolved to.
      defineCacheKeyGenerator(({ id }) => (testCode.test(id) ? `sources: ${isWatching}` : undefined));
      if (isWatching) return;
      const plugins = [startWorkerPlugin(path.join(folder, 'history-worker.cjs'))];
      // Tests of another run may be loading the files that are there.
      await bundleModules({ plugins, build: { outDir: folder, emptyOutDir: false, sourcemap: true } });
    },
    resolveId(source, importer = '') {
      if (isWatching || !source.startsWith('.') || !testCode.test(importer) || importer.includes('/src/renderer/'))
        return;
      return bundles.get(path.resolve(path.dirname(importer), source));
    },
  };
}

/** Replaces the source of the history's worker with its bundle. */
function startWorkerPlugin(bundle: string): Plugin {
  const source = "'./worker/history-worker.ts'";
  return {
    name: 'orderglass:start-bundled-worker',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/history\/index\.ts$/ },
      handler(code) {
        if (!code.includes(source)) throw new Error(`src/history/index.ts does not name ${source}.`);
        return { code: code.replace(source, JSON.stringify(pathToFileURL(bundle).href)), map: null };
      },
    },
  };
}
