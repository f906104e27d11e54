// @ts-check
// Checks that the page uses only names and CSS that the oldest promised browsers have, by MDN's compatibility data.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScriptCheck, createStyleCheck } from './lib/browser-support.mjs';
import { root } from './lib/run.mjs';

/** What a promised browser lacks, in the file that does without it there. */
const allowed = new Set([
  // The field of a note scrolls instead of growing.
  'src/renderer/domain/notes/notes.css: field-sizing',
  'src/renderer/domain/notes/notes.css: field-sizing: content',
  // Safari has no colors to force.
  'src/renderer/features/results/panels/calendar.css: forced-color-adjust',
  'src/renderer/features/results/panels/calendar.css: forced-color-adjust: none',
  // Firefox may end a printed page after a heading.
  'src/renderer/features/statement/statement.css: break-after: avoid',
  'src/renderer/platform/timer.ts: requestIdleCallback',
  'src/renderer/platform/timer.ts: cancelIdleCallback',
]);

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [, chrome, firefox, safari] = /Chrome or Edge (\d+), Firefox (\d+), Safari (\d+)/.exec(readme) ?? [];
if (!safari) throw new Error('README.md promises no versions of browsers.');
const versions = { chrome: Number(chrome), firefox: Number(firefox), safari: Number(safari) };
const checkScript = createScriptCheck(versions);
const checkStyle = createStyleCheck(versions);

let files = 0;
for (const folder of ['src/renderer', 'src/shared']) {
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const file = path.posix.join(folder, entry.replaceAll(path.sep, '/'));
    if (!/\.(?:tsx?|css)$/.test(file) || /\.test\.|\/testing\//.test(file)) continue;
    files += 1;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const { line, name } of file.endsWith('.css') ? checkStyle(text) : checkScript(file, text)) {
      if (allowed.has(`${file}: ${name}`)) continue;
      console.error(
        `${file}:${line}  ${name} is not in each of Chrome ${chrome}, Firefox ${firefox}, Safari ${safari}.`,
      );
      process.exitCode = 1;
    }
  }
}
if (!process.exitCode) console.log(`The promised browsers have what the page uses (${files} files checked).`);
