// @ts-check
import { createRequire } from 'node:module';
import { parseSync, Visitor } from 'vite';

/** @typedef {import('@mdn/browser-compat-data').Identifier} Feature */
/** @typedef {{ line: number, name: string }} Use */
/** @typedef {Partial<Record<'chrome' | 'firefox' | 'safari', number>>} Versions */

/** @type {import('@mdn/browser-compat-data').CompatData} */
const data = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** @param {Feature | undefined} feature @returns {[name: string, feature: Feature][]} */
const partsOf = (feature) =>
  Object.entries(feature ?? {}).flatMap(([name, part]) =>
    name === '__compat' ? [] : [[name, /** @type {Feature} */ (part)]],
  );
const builtins = data.javascript.builtins ?? {};

/** @param {string} version such as `≤79`; `preview` is in none */
const numberOf = (version) => Number.parseFloat(version.replace('≤', ''));

/**
 * True if every one of the browsers has a feature. A feature without data counts as one that they have.
 * @param {Feature | undefined} feature
 * @param {Versions} versions
 * @param {boolean} [orPrefixed] true if a prefix counts, which the bundler adds to properties
 */
function isEverywhere(feature, versions, orPrefixed = false) {
  const support = feature?.__compat?.support;
  if (!support) return true;
  return Object.entries(versions).every(([browser, version]) =>
    [support[/** @type {keyof Versions} */ (browser)] ?? []].flat().some((statement) => {
      const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement;
      if (typeof added !== 'string' || flags || (prefix && !orPrefixed) || other) return false;
      const isRemoved = typeof removed === 'string' && numberOf(removed) <= version;
      return numberOf(added) <= version && !isRemoved;
    }),
  );
}

/** Interfaces of globals that are objects. @type {Record<string, string>} */
const interfaces = {
  window: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  crypto: 'Crypto',
};
/** Interfaces whose methods are found on any object. Those of others have names that objects of the program have, too. */
const common = new Set([
  'Document',
  'Element',
  'HTMLElement',
  'Node',
  'Event',
  'EventTarget',
  'AbortSignal',
  'Blob',
  'Response',
]);

/**
 * Returns a function that finds the globals, the members of globals, and the methods that a script uses and a browser lacks. A method of an
 * unknown object counts if no object has it everywhere.
 * @param {Versions} versions
 */
export function createScriptCheck(versions) {
  /** @type {Map<string, boolean>} True for a name that is everywhere: of a global, of `Owner.member`, or of `.method` of any object. */
  const known = new Map();
  for (const [name, owner] of [data.api, builtins, builtins.Intl].flatMap(partsOf)) {
    known.set(name, isEverywhere(owner, versions));
    for (const [part, feature] of partsOf(owner)) {
      const member = part.replace(/_static$/, '');
      const isThere = isEverywhere(feature, versions);
      known.set(`${name}.${member}`, isThere);
      if (name === 'Window') known.set(member, isThere);
      if (name in builtins || common.has(name)) known.set(`.${member}`, known.get(`.${member}`) === true || isThere);
    }
  }

  /** @param {string} file @param {string} text @returns {Use[]} */
  return (file, text) => {
    const { program, errors } = parseSync(file, text);
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    /** @type {Use[]} */
    const uses = [];
    /** @type {Set<string>} names that the file declares, which hide the globals */
    const own = new Set();
    const declare = (/** @type {any} */ pattern) => {
      if (pattern?.type === 'Identifier') own.add(pattern.name);
      for (const part of pattern?.elements ?? pattern?.properties ?? []) declare(part?.value ?? part);
    };
    const check = (
      /** @type {{ start: number }} */ { start },
      /** @type {string} */ key,
      /** @type {string} */ name,
    ) => {
      if (known.get(key) === false) uses.push({ line: text.slice(0, start).split('\n').length, name });
    };
    const checkGlobal = (/** @type {import('vite').ESTree.Node} */ node) =>
      node.type === 'Identifier' && check(node, node.name, node.name);
    new Visitor({
      ImportSpecifier: ({ local }) => declare(local),
      VariableDeclarator: ({ id }) => declare(id),
      FunctionDeclaration: ({ id, params }) => [id, ...params].forEach(declare),
      ArrowFunctionExpression: ({ params }) => params.forEach(declare),
      NewExpression: ({ callee }) => void checkGlobal(callee),
      CallExpression({ callee }) {
        checkGlobal(callee);
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const owner = callee.object.type === 'Identifier' ? callee.object.name : '';
        const isChecked = owner in interfaces || known.has(`${owner}.${callee.property.name}`);
        if (!isChecked) check(callee, `.${callee.property.name}`, callee.property.name);
      },
      MemberExpression({ object, property }) {
        checkGlobal(object);
        if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
        check(property, `${interfaces[object.name] ?? object.name}.${property.name}`, property.name);
      },
    }).visit(program);
    return uses.filter(({ name }) => !own.has(name));
  };
}

/**
 * Returns a function that finds properties, words of values, selectors and rules of a style sheet that a browser lacks. What stands within
 * `@supports` is for the browsers that have it.
 * @param {Versions} versions
 */
export function createStyleCheck(versions) {
  const { properties, selectors, 'at-rules': rules } = data.css;
  const isMissing = (/** @type {Feature | undefined} */ feature) => !isEverywhere(feature, versions, true);

  /** @param {string} text @returns {Use[]} */
  return (text) => {
    const blank = (/** @type {string} */ part) => part.replaceAll(/[^\n]/g, ' ');
    const code = text
      .replaceAll(/\/\*.*?\*\//gs, blank)
      .replaceAll(/"[^"\n]*"/g, blank)
      .replaceAll(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, blank);
    /** @type {Use[]} */
    const uses = [];
    const report = (/** @type {number} */ start, /** @type {string} */ name) =>
      uses.push({ line: code.slice(0, start).split('\n').length, name });
    for (const { 1: property = '', 2: value = '', index } of code.matchAll(
      /(?<=[{;]\s*)([a-z-]+):([^;{}]*)(?=[;}])/g,
    )) {
      if (isMissing(properties?.[property])) report(index, property);
      for (const [word] of value.matchAll(/[a-z][a-z-]*/g)) {
        if (isMissing(properties?.[property]?.[word])) report(index, `${property}: ${word}`);
      }
    }
    for (const { 0: selector, index } of code.matchAll(/(?<=[{};]|^)[^{};@]+(?=\{)/g)) {
      for (const { 1: name = '' } of selector.matchAll(/::?([a-z][a-z-]*)/g)) {
        if (isMissing(selectors?.[name])) report(index, `:${name}`);
      }
    }
    for (const { 1: name = '', index } of code.matchAll(/@([a-z-]+)/g))
      if (isMissing(rules?.[name])) report(index, `@${name}`);
    return uses;
  };
}
