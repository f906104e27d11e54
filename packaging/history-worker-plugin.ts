import { build, type Plugin, type Rolldown } from 'vite';

/** Adds the history's worker to a bundle. */
export function historyWorkerPlugin(): Plugin {
  return {
    name: 'orderglass:history-worker',
    apply: 'build',
    async generateBundle() {
      for (const file of await buildHistoryWorker()) {
        const source = file.type === 'chunk' ? escapeWide(file.code) : file.source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source });
      }
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

/** Escapes the characters above U+00FF, which are only in texts and patterns: with one of them, each thread keeps all characters of the file in two bytes. */
function escapeWide(code: string): string {
  return code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
