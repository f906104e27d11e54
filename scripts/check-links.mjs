// @ts-check
// Checks that no link and no path of a file in the documents leads nowhere.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deadLinks } from './lib/links.mjs';
import { root } from './lib/run.mjs';

/** Folders from which the documents write paths. */
const bases = ['.', 'src', 'src/renderer'];
/** Paths in the sources of other programs. */
const foreign = new Set(['spec/asar-spec.ts']);

const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root });
const files = list.toString().trim().split('\n');
const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
/** Folders that a build makes: whether their files exist says nothing of the documents. */
const built = read('.gitignore')
  .split('\n')
  .filter((line) => line.endsWith('/'));
const exists = (/** @type {string} */ file) =>
  built.some((folder) => file.startsWith(folder)) || existsSync(path.join(root, file));
for (const file of files) {
  for (const { line, target } of deadLinks(file, read(file), { exists, read, bases })) {
    if (foreign.has(target)) continue;
    console.error(`${file}:${line}  ${target} leads nowhere.`);
    process.exitCode = 1;
  }
}
if (!process.exitCode) console.log(`Every link leads somewhere (${files.length} documents checked).`);
