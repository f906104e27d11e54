// @ts-check
// Prints the notes of the version in package.json from CHANGELOG.md: node packaging/release-notes.mjs [--unreleased]
// Fails if there are none. Without --unreleased, the version must have a date. Runs on Node 24 without installed packages.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the notes of a version. Throws if the changelog has no section for it, an empty one, or one without a date.
 * @param {string} changelog
 * @param {string} version
 * @param {{ mayBeUnreleased?: boolean }} [options]
 * @returns {string}
 */
export function releaseNotes(changelog, version, { mayBeUnreleased = false } = {}) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}]".`);
  const [heading = '', ...lines] = section.split('\n');
  const isDated = /^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading);
  if (!isDated && !(mayBeUnreleased && heading === `[${version}] - Unreleased`)) {
    throw new Error(`CHANGELOG.md says "## ${heading}", not "## [${version}] - YYYY-MM-DD".`);
  }
  const notes = lines.join('\n').trim();
  if (!/^- /m.test(notes)) throw new Error(`The section of ${version} in CHANGELOG.md lists no change.`);
  // GitHub shows the end of each line as a new line.
  return `${notes.replace(/\n +(?=\S)/g, ' ')}\n`;
}

/** Returns the notes of the version in package.json. */
export function notesOfThisVersion({ mayBeUnreleased = false } = {}) {
  const root = path.resolve(import.meta.dirname, '..');
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  return releaseNotes(read('CHANGELOG.md'), JSON.parse(read('package.json')).version, { mayBeUnreleased });
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.stdout.write(notesOfThisVersion({ mayBeUnreleased: process.argv.includes('--unreleased') }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
