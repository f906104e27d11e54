import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** Adds the history's worker to a bundle. */
export function historyWorkerPlugin(): Plugin {
  return {
    name: 'orderglass:history-worker',
    apply: 'build',
    async generateBundle() {
      for (const file of await buildHistoryWorker()) {
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source });
      }
    },
  };
}

/**
 * Lets tests start the history's worker from its bundle, as users do. The bundle loads in a quarter of the processor time of the
 * sources, and before anything was compiled in an eighth. Tests that run again after each change start it from the sources.
 */
export function testedHistoryWorkerPlugin(folder: string): Plugin {
  const file = path.join(folder, 'history-worker.cjs');
  const [from, to] = ["'./worker/history-worker.ts'", JSON.stringify(pathToFileURL(file).href)];
  let isWatching = false;
  return {
    name: 'orderglass:tested-history-worker',
    enforce: 'pre',
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    transform: {
      filter: { id: /\/src\/history\/index\.ts$/ },
      async handler(code) {
        if (isWatching) return;
        if (!code.includes(from)) throw new Error(`src/history/index.ts does not name ${from}.`);
        const worker = (await buildHistoryWorker()).find(({ type }) => type === 'chunk') as Rolldown.OutputChunk;
        mkdirSync(folder, { recursive: true });
        // Tests of another run may be starting the file that is there.
        writeFileSync(`${file}.${process.pid}`, worker.code);
        renameSync(`${file}.${process.pid}`, file);
        return code.replace(from, to);
      },
    },
  };
}

/**
 * Returns one CommonJS file that loads no other file, and its licenses. This is the form in which Electron's own tests start a worker
 * from an asar (spec/asar-spec.ts, "should start worker thread from asar file").
 */
async function buildHistoryWorker(): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/history/worker/history-worker.ts',
      write: false,
      license: { fileName: 'history-worker.licenses.json' },
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false } },
    },
  });
  return 'output' in built ? built.output : [];
}
