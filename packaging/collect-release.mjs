// @ts-check
// Collects the artifacts of the release workflow in one folder: node packaging/collect-release.mjs artifacts release
// Runs on Node 24 without installed packages.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Joins the update files of two processors of one system: all their files, and the rest of the first one. Each is YAML as
 * electron-builder writes it. Throws if they are of different versions.
 * @param {string} first
 * @param {string} second
 * @returns {string}
 */
export function joinUpdateFiles(first, second) {
  const [one, other] = [partsOf(first), partsOf(second)];
  if (one.version !== other.version) throw new Error(`Two versions: ${one.version} and ${other.version}.`);
  return `${one.before}files:\n${one.files}${other.files}${one.after}`;
}

/** @param {string} text */
function partsOf(text) {
  const match = /^(?<before>[\s\S]*?^)files:\n(?<files>(?: .*\n)+)(?<after>[\s\S]*)$/m.exec(text);
  const version = /^version: (.+)$/m.exec(text)?.[1];
  if (!match?.groups || version === undefined) throw new Error('This is no update file of electron-builder.');
  const { before = '', files = '', after = '' } = match.groups;
  return { before, files, after, version };
}

/**
 * @param {string} artifacts folder with a folder for each artifact
 * @param {string} release
 */
export function collectRelease(artifacts, release) {
  mkdirSync(release, { recursive: true });
  const files = readdirSync(artifacts, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const artifact = path.relative(artifacts, file).split(path.sep)[0];
    const isBill = path.basename(file) === 'sbom.cdx.json';
    const target = path.join(release, isBill && artifact === 'npm' ? 'sbom-npm.cdx.json' : path.basename(file));
    if (!existsSync(target)) copyFileSync(file, target);
    else if (/^latest.*\.yml$/.test(path.basename(file))) {
      writeFileSync(target, joinUpdateFiles(readFileSync(target, 'utf8'), readFileSync(file, 'utf8')));
    } else if (!readFileSync(file).equals(readFileSync(target))) {
      throw new Error(`Two artifacts have different files named ${path.basename(file)}.`);
    }
  }
}

/** Number of files of each kind in a release. */
const complete = { AppImage: 2, deb: 2, rpm: 2, exe: 4, dmg: 2, zip: 2, tgz: 1, mcpb: 1 };

/**
 * Returns what a release lacks, or has too much of.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function incompleteKinds(files) {
  return Object.entries(complete).flatMap(([kind, expected]) => {
    const found = files.filter((file) => file.endsWith(`.${kind}`)).length;
    return found === expected ? [] : [`${found} files .${kind} instead of ${expected}`];
  });
}

const [from, to] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && from && to) {
  collectRelease(from, to);
  const incomplete = incompleteKinds(readdirSync(to));
  for (const problem of incomplete) console.error(`The release has ${problem}.`);
  if (incomplete.length > 0) process.exitCode = 1;
}
