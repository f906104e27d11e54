import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
const files = ['main', 'preload', 'renderer'].flatMap((layer) =>
  readdirSync(path.join(source, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(source, layer, file)),
);

/** A test cannot observe calls and settings that do not exist, so it reads the sources. */
it.each([
  /openExternal|openPath|\bshell\b.*from 'electron'/,
  /allowRunningInsecureContent/,
  /experimentalFeatures/,
  /enableBlinkFeatures|enable-blink-features/,
  /<webview|allowpopups|webviewTag: true/,
  /file:\/\/|loadFile\(|pathToFileURL/,
  /(?:webSecurity|contextIsolation|sandbox): false|nodeIntegration\w*: true/,
  /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
  // The program looks for the switch, and then refuses to start.
  /(?<!hasSwitch\(')no-sandbox|appendSwitch|ignore-certificate-errors|certificate-error|setCertificateVerifyProc/,
])('the sources of main, preload and page do not contain %s', (unsafe) => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => unsafe.test(readFileSync(file, 'utf8')))).toEqual([]);
});
