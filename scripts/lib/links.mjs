// @ts-check
import path from 'node:path';

/**
 * A link, or a path in code type, that leads nowhere.
 * @typedef {object} DeadLink
 * @property {number} line
 * @property {string} target as written
 */

/** Code type that is a path of a file: with a folder and a known ending, and no pattern. */
const filePath = /`([\w@.-]+(?:\/[\w@.-]+)+\.(?:cjs|css|html|json|md|mjs|sh|sql|ts|tsx|txt|yml))`/g;
const link = /\]\(([^)\s]+)\)/g;
const heading = /^#+ (.+)$/gm;

/**
 * Returns the links of a Markdown document that lead to no file or heading, and the paths of files that do not exist. A path may be
 * written from the root, from a folder of `bases`, or from the folder of the document. Links to other computers are not followed.
 * @param {string} file of the document, from the root
 * @param {string} text
 * @param {{ exists: (file: string) => boolean, read: (file: string) => string, bases: readonly string[] }} tree
 * @returns {DeadLink[]}
 */
export function deadLinks(file, text, { exists, read, bases }) {
  const folder = path.posix.dirname(file);
  return text.split('\n').flatMap((words, index) => {
    const targets = [...words.matchAll(link)]
      .map(([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target));
    const dead = targets.filter((target) => {
      const [name = '', anchor] = target.split('#');
      const found = name === '' ? file : path.posix.join(folder, name);
      if (!exists(found)) return true;
      return anchor !== undefined && !anchorsOf(name === '' ? text : read(found)).has(anchor);
    });
    const paths = [...words.matchAll(filePath)].map(([, target = '']) => target);
    const missing = paths.filter((target) => ![...bases, folder].some((base) => exists(path.posix.join(base, target))));
    return [...dead, ...missing].map((target) => ({ line: index + 1, target }));
  });
}

/**
 * Returns the anchors of the headings, as GitHub forms them.
 * @param {string} text
 * @returns {Set<string>}
 */
function anchorsOf(text) {
  const names = [...text.matchAll(heading)].map(([, words = '']) => words.toLowerCase());
  return new Set(names.map((words) => words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')));
}
