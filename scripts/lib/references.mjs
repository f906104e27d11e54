// @ts-check
import { parseSync, Visitor } from 'vite';

/**
 * An import of a file or package.
 * @typedef {object} Reference
 * @property {string} file
 * @property {number} line
 * @property {string | null} source as written; `null` where it is only known when the program runs
 * @property {boolean} isType erased before the program runs
 */

/**
 * A use of a watched name.
 * @typedef {object} Use
 * @property {string} file
 * @property {number} line
 * @property {string} name
 */

/**
 * Words of a source file that may be classes of style sheets.
 * @typedef {object} Words
 * @property {Use[]} classes words of `className` attributes
 * @property {Set<string>} strings words of all strings; those that a value follows end with `*`
 */

const watchedNames = new Set(['ipcMain', 'ipcRenderer', 'orderglass']);

/**
 * Returns all references of a source file: imports and exports of every form, also of types, and the bundler's
 * (`import.meta.glob`, `new URL(..., import.meta.url)`), with its uses of watched names and its words. Throws if the
 * file cannot be parsed.
 * @param {string} file
 * @param {string} text
 * @returns {{ references: Reference[], uses: Use[], words: Words }}
 */
export function findReferences(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Reference[]} */
  const references = [];
  /** @type {Use[]} */
  const uses = [];
  /** @type {Words} */
  const words = { classes: [], strings: new Set() };
  const lineAt = (/** @type {number} */ position) => text.slice(0, position).split('\n').length;
  const refer = (/** @type {Node} */ node, /** @type {unknown} */ source, isType = false) =>
    references.push({ file, line: lineAt(node.start), source: textOf(source), isType });
  const use = (/** @type {Node} */ node, /** @type {unknown} */ name) => {
    if (typeof name !== 'string' || !watchedNames.has(name)) return;
    const line = lineAt(node.start);
    // `{ name }` is a key and a value at the same place.
    if (!uses.some((other) => other.line === line && other.name === name)) uses.push({ file, line, name });
  };

  let endOfClasses = -1;
  const addWords = (/** @type {Node} */ node, /** @type {string} */ strings) => {
    for (const name of strings.split(/\s+/)) {
      words.strings.add(name);
      if (node.start < endOfClasses) words.classes.push({ file, line: lineAt(node.start), name });
    }
  };

  new Visitor({
    ImportDeclaration: (node) => void refer(node, node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => void refer(node, node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => void (node.source && refer(node, node.source, node.exportKind === 'type')),
    ImportExpression: (node) => void refer(node, node.source),
    TSImportType: (node) => void refer(node, node.source, true),
    TSExternalModuleReference: (node) => void refer(node, node.expression),
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'require') refer(node, node.arguments[0]);
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'MetaProperty') return;
      if (callee.property.type !== 'Identifier' || callee.property.name !== 'glob') return;
      const [patterns] = node.arguments;
      const all = patterns?.type === 'ArrayExpression' ? patterns.elements : [patterns];
      for (const pattern of all) refer(node, pattern);
    },
    NewExpression: (node) => {
      const [address, base] = node.arguments;
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      const isOfModule = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (isUrl && isOfModule) refer(node, address);
    },
    Identifier: (node) => use(node, node.name),
    Literal: (node) => {
      use(node, node.value);
      if (typeof node.value === 'string') addWords(node, node.value);
    },
    TemplateElement: (node) => addWords(node, node.tail ? node.value.raw : `${node.value.raw}*`),
    JSXAttribute: (node) => {
      if (node.name.name === 'className') endOfClasses = node.end;
    },
  }).visit(program);
  return { references, uses, words };
}

/** @typedef {{ start: number }} Node */

/**
 * @param {unknown} node
 * @returns {string | null}
 */
function textOf(node) {
  if (typeof node !== 'object' || node === null) return null;
  if ('value' in node && typeof node.value === 'string') return node.value;
  if ('quasis' in node && Array.isArray(node.quasis) && node.quasis.length === 1) {
    return node.quasis[0].value.cooked;
  }
  return null;
}
