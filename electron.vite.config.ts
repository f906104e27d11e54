import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { browserHostPlugin } from './packaging/browser-host-plugin.ts';
import { firstPagePlugin } from './packaging/first-page-plugin.ts';
import { historyWorkerPlugin } from './packaging/history-worker-plugin.ts';

export default defineConfig({
  main: {
    plugins: [historyWorkerPlugin(), browserHostPlugin()],
    build: {
      // Everything is bundled except Electron's own module and keytar, whose native part does not survive being bundled.
      externalizeDeps: { include: ['keytar'] },
      license: { fileName: 'licenses.json' },
      // CommonJS is the form of most Electron programs. ES modules in an asar have failed in some versions (electron#41241).
      rolldownOptions: {
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          // The only part that is loaded later is the updater, whose entry is named main.js.
          chunkFileNames: ({ name }) => (name === 'main' ? 'electron-updater.cjs' : '[name].cjs'),
          dynamicImportInCjs: false,
        },
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
    plugins: [react(), firstPagePlugin()],
    // Small fonts and pictures would become data: addresses, which the page's policy does not allow for fonts.
    build: {
      minify: true,
      // The browsers that README.md promises: Safari needs prefixes.
      cssTarget: ['chrome150', 'firefox153', 'safari26'],
      assetsInlineLimit: 0,
      license: { fileName: 'licenses.json' },
      // The page requests few files at its start: one for all code that it needs first, with one style sheet.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  },
});
