import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { markShell } from '../src/shared/first-page.ts';
import type { Language } from '../src/shared/language.ts';

const languages: readonly Language[] = ['en', 'zh'];

/** Puts the frame of the page into index.html, in each language. The hosts keep the user's: see src/shared/first-page.ts. */
export function firstPagePlugin(): Plugin {
  return {
    name: 'orderglass:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { module } = await runnerImport<{ staticShell: (language: Language) => string }>(
          path.resolve('src/renderer/app/StaticShell.tsx'),
          { configFile: false, logLevel: 'warn' },
        );
        const shells = languages.map((language) => markShell(language, module.staticShell(language)));
        return styleFirst(html).replace('<div id="root"></div>', () => `<div id="root">${shells.join('')}</div>`);
      },
    },
  };
}

/** Moves the style sheet before the scripts: the frame is painted with it, and a browser requests few files at the same time. */
function styleFirst(html: string): string {
  const [style = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  return html.replace(style, '').replace('<title>', () => `${style.trim()}\n    <title>`);
}
