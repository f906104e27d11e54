import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
const files = ['main', 'preload', 'renderer'].flatMap((layer) =>
  readdirSync(path.join(source, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(source, layer, file)),
);

/** What is never called or set has no behaviour that a test could see: that it is not there is all that can be shown. */
it.each([
  /openExternal|openPath|\bshell\b.*from 'electron'/,
  /allowRunningInsecureContent/,
  /experimentalFeatures/,
  /enableBlinkFeatures|enable-blink-features/,
  /<webview|allowpopups|webviewTag: true/,
  /file:\/\/|loadFile\(|pathToFileURL/,
  /(?:webSecurity|contextIsolation|sandbox): false|nodeIntegration\w*: true/,
  /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
  /no-sandbox|appendSwitch|ignore-certificate-errors|certificate-error|setCertificateVerifyProc/,
])('the sources of the window hold nothing of %s', (unsafe) => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => unsafe.test(readFileSync(file, 'utf8')))).toEqual([]);
});
