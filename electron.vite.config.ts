import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      // Only `dependencies` are left outside by themselves; a native module does not survive being bundled.
      externalizeDeps: { include: ['keytar'] },
      rolldownOptions: {
        // A worker thread is started from a file of its own, which lies beside the program's.
        input: { index: 'src/main/index.ts', 'history-worker': 'src/history/worker/history-worker.ts' },
      },
    },
  },
  preload: {
    // A sandboxed page can only load a CommonJS preload, with everything it needs inside.
    build: {
      externalizeDeps: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react()],
    // Small fonts and pictures would become data: addresses, which the page's policy does not allow for fonts.
    build: { minify: true, assetsInlineLimit: 0 },
  },
});
