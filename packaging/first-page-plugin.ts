import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

/** Puts the frame of the page into index.html, in each language. The hosts keep the user's: see src/shared/first-page/first-page.ts. */
export function firstPagePlugin(): Plugin {
  return {
    name: 'orderglass:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { module } = await runnerImport<{ staticShells: () => string }>(
          path.resolve('src/renderer/app/StaticShell.tsx'),
          { configFile: false, logLevel: 'warn' },
        );
        return styleFirst(html).replace('<div id="root"></div>', () => `<div id="root">${module.staticShells()}</div>`);
      },
    },
  };
}

/**
 * Moves the style sheet before the scripts: the frame is painted with it, and a browser requests few files at the same time. Throws for
 * several style sheets, of which each delays the first paint.
 */
function styleFirst(html: string): string {
  const [style, ...others] = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
  if (style === undefined || others.length > 0) throw new Error('index.html must name one style sheet.');
  return html.replace(style, '').replace('<title>', () => `${style.trim()}\n    <title>`);
}
