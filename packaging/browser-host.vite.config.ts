import { defineConfig } from 'vite';
import { historyWorkerPlugin } from './history-worker-plugin.ts';

/** Bundles the browser host, for `npm start` and the npm package: everything except keytar, which is optional there, too. */
export default defineConfig({
  plugins: [historyWorkerPlugin()],
  ssr: { noExternal: true, external: ['keytar'] },
  build: {
    ssr: true,
    outDir: 'out/browser-host',
    target: 'node24',
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      input: { cli: 'src/cli.ts' },
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
