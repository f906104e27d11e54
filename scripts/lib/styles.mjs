// @ts-check

/**
 * A class in a selector of a style sheet.
 * @typedef {object} StyledClass
 * @property {string} file
 * @property {number} line
 * @property {string} name
 * @property {boolean} isSubject the rule applies to elements of the class itself, and not only to those within them
 */

/**
 * Returns the classes that the selectors of a style sheet name.
 * @param {string} file
 * @param {string} text
 * @returns {StyledClass[]}
 */
export function findStyledClasses(file, text) {
  const code = text.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(/[^{};\s][^{};]*(?=\{)/g)].flatMap((match) => {
    if (match[0].startsWith('@')) return [];
    const line = code.slice(0, match.index).split('\n').length;
    return match[0].split(/,(?![^(]*\))/).flatMap((selector) => {
      const subject = new Set(classesOf(lastPart(selector.trim())));
      return classesOf(selector).map((name) => ({ file, line, name, isSubject: subject.has(name) }));
    });
  });
}

/**
 * The part of a selector that says which elements the rule applies to, without conditions on others.
 * @param {string} selector
 */
function lastPart(selector) {
  const bare = selector.replaceAll(/:(?:has|not)\((?:[^()]|\([^()]*\))*\)/g, '');
  return bare.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? '';
}

/** @param {string} selector */
function classesOf(selector) {
  return [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}
