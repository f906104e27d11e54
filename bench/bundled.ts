import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * Runs a benchmark in one bundle, as users run the program: from sources, calls between modules take longer. The first argument is the name of the
 * benchmark, the others are its own: `node bench/bundled.ts history-index 300000`.
 */
const [name = ''] = process.argv.splice(2, 1);
const outDir = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
await build({
  configFile: path.join(import.meta.dirname, '../packaging/browser-host.vite.config.ts'),
  logLevel: 'warn',
  build: {
    outDir,
    license: false,
    rolldownOptions: { input: { [name]: path.join(import.meta.dirname, `${name}.ts`) } },
  },
});
await import(pathToFileURL(path.join(outDir, `${name}.js`)).href);
rmSync(outDir, { recursive: true });
