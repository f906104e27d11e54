// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { findReferences } from './references.mjs';
import { findStyledClasses } from './styles.mjs';

/**
 * @typedef {import('./references.mjs').Reference} Reference
 * @typedef {import('./references.mjs').Use} Use
 * @typedef {import('./references.mjs').Words} Words
 * @typedef {import('./styles.mjs').StyledClass} StyledClass
 * @typedef {{ file: string, line: number, rule: string }} Violation
 */

/**
 * The folders of src that each folder may import.
 * @type {Record<string, readonly string[]>}
 */
const table = {
  shared: [],
  exchange: ['shared'],
  history: ['shared', 'exchange'],
  core: ['shared', 'exchange', 'history'],
  main: ['shared', 'exchange', 'core', 'demo-exchange'],
  'browser-host': ['shared', 'exchange', 'core', 'demo-exchange'],
  terminal: ['shared', 'exchange', 'core', 'demo-exchange', 'assistant'],
  assistant: ['shared', 'core'],
  'cli.ts': ['browser-host', 'terminal'],
  preload: ['shared'],
  renderer: ['shared'],
  'demo-exchange': ['shared'],
};

/**
 * The rooms of the renderer that each room may import. '' stands for the files beside the folders. Only main.tsx imports app.
 * @type {Record<string, readonly string[]>}
 */
const rooms = {
  '': ['app', 'ui', 'platform', 'text'],
  app: ['features', 'domain', 'ui', 'platform', 'text'],
  features: ['domain', 'ui', 'platform', 'text'],
  domain: ['ui', 'platform', 'text'],
  ui: ['platform', 'text'],
  platform: ['text'],
  text: [],
  // Component tests render with it.
  testing: ['ui', 'platform', 'text'],
};

/**
 * The subjects of domain that each subject may import. No feature imports another.
 * @type {Record<string, readonly string[]>}
 */
const subjects = {
  accounts: [],
  notes: [],
  market: ['accounts'],
  orders: ['notes', 'market', 'accounts'],
  plans: ['orders', 'market', 'notes', 'accounts'],
  alerts: ['market', 'plans', 'accounts'],
};

/** Folders whose tests may use the demo exchange. */
const testedWithDemoExchange = new Set(['exchange', 'history', 'core', 'assistant']);
const readsSettingsFiles = 'renderer/features/settings/read-settings-file.ts';
/** Modules of Node that open connections or start programs. */
const forConnections = /^(?:node:)?(?:child_process|dgram|dns|http|http2|https|net|tls)(?:\/|$)/;
const withoutNode = new Set(['shared', 'renderer', 'preload']);
/** @type {Record<string, string>} */
const onlyPlace = {
  ipcMain: 'main/ipc.ts',
  ipcRenderer: 'preload/index.ts',
  orderglass: 'renderer/platform/bridge.ts',
};

/**
 * Reads all source files in a folder like src. Returns the violations of the layer rules.
 * @param {string} source
 * @returns {{ files: number, violations: Violation[] }}
 */
export function checkTree(source) {
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  const read = (/** @type {string} */ file) => readFileSync(path.join(source, file), 'utf8');
  const found = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file)).map((file) => findReferences(file, read(file)));
  const styled = files.filter((file) => file.endsWith('.css')).flatMap((file) => findStyledClasses(file, read(file)));
  const references = found.flatMap((file) => file.references);
  const violations = [
    ...references.flatMap((reference) =>
      rulesBrokenBy(reference).map((rule) => ({ file: reference.file, line: reference.line, rule })),
    ),
    ...found.flatMap((file) => file.uses).flatMap(misplacedUse),
    ...packagesOfPreload(references),
    ...connectionsOfAssistant(references),
    ...misplacedStyles(
      styled,
      found.map(({ words }) => words),
    ),
  ];
  return {
    files: found.length,
    violations: violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
  };
}

/**
 * @param {Reference} reference
 * @returns {string[]}
 */
function rulesBrokenBy({ file, source, isType }) {
  const layer = layerOf(file);
  if (!Object.hasOwn(table, layer)) return [`src/${layer} is not a known layer`];
  if (source === null) return ['import paths must be string literals, so that they can be checked'];
  const target = targetOf(file, source);
  return target === null ? brokenByPackage(file, source) : brokenByFile(file, target, isType);
}

/**
 * @param {string} file
 * @param {string} target
 * @param {boolean} isType
 * @returns {string[]}
 */
function brokenByFile(file, target, isType) {
  const layer = layerOf(file);
  const targetLayer = layerOf(target);
  if (target.startsWith('../')) {
    return target.startsWith('../resources/') ? [] : ['only resources may be imported from outside src'];
  }
  const [, testing] = /^((?:.*\/)?testing)\//.exec(target) ?? [];
  if (testing && !isTest(file)) return [`only tests may import ${testing}`];
  if (layer === 'demo-exchange' && targetLayer === 'shared') {
    const isDomainType = isType && target === 'shared/values/domain.ts';
    return isDomainType ? [] : ['demo-exchange may import only types from shared/values/domain.ts'];
  }
  if (target.startsWith('demo-exchange/faults/') && !mayInjectFaults(file)) {
    return ['only tests and demo-exchange/cli.ts may import demo-exchange/faults'];
  }
  if (target.startsWith('shared/contract/') && !isType && !mayLoadSchemas(file)) {
    return ['only types of shared/contract may be imported here, so that zod is not loaded'];
  }
  if (layer === targetLayer) return brokenWithinRenderer(file, target);
  if (isTest(file) && targetLayer === 'demo-exchange' && testedWithDemoExchange.has(layer)) return [];
  if (!table[layer]?.includes(targetLayer)) return [`${layer} must not import ${targetLayer}`];
  if (layer === 'history' && targetLayer === 'exchange' && !isType && !isTest(file)) {
    return ['history may import only types of exchange'];
  }
  if (targetLayer === 'history' && target !== 'history/index.ts') return [`${layer} may import history/index.ts only`];
  return [];
}

/** @param {string} file */
function mayInjectFaults(file) {
  return isTest(file) || file === 'demo-exchange/cli.ts' || file.startsWith('demo-exchange/faults/');
}

/**
 * The preload script, the page and the history's worker load no schemas, except a file of the page that is loaded on demand.
 * @param {string} file
 */
function mayLoadSchemas(file) {
  if (isTest(file) || file.startsWith('shared/contract/') || file === readsSettingsFiles) return true;
  return !['shared', 'history', 'preload', 'renderer'].includes(layerOf(file));
}

/**
 * @param {string} file
 * @param {string} target
 * @returns {string[]}
 */
function brokenWithinRenderer(file, target) {
  if (layerOf(file) !== 'renderer') return [];
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!Object.hasOwn(rooms, from)) return [`src/renderer/${from} is not a known room`];
  if (to === 'testing') return [];
  if (from !== to) {
    return rooms[from]?.includes(to)
      ? []
      : [`${path.posix.join('renderer', from)} must not import ${path.posix.join('renderer', to)}`];
  }
  const [subject, other] = [subjectOf(file), subjectOf(target)];
  if (subject === other) return [];
  if (from === 'features') return [`feature ${subject} must not import feature ${other}`];
  if (from !== 'domain') return [];
  if (!Object.hasOwn(subjects, subject)) return [`src/renderer/domain/${subject} is not a known subject`];
  return subjects[subject]?.includes(other) ? [] : [`domain/${subject} must not import domain/${other}`];
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
function brokenByPackage(file, source) {
  const layer = layerOf(file);
  const name = source.split('/')[0] ?? '';
  if (isBuiltin(source) && withoutNode.has(layer) && !isTest(file)) return [`${layer} must not import Node's modules`];
  if (name === 'electron' && layer !== 'main' && layer !== 'preload') {
    return ['only main and preload may import electron'];
  }
  if (name === 'keytar' && !file.startsWith('core/credentials')) return ['only core/credentials may import keytar'];
  return [];
}

/**
 * @param {Use} use
 * @returns {Violation[]}
 */
function misplacedUse({ file, line, name }) {
  const place = onlyPlace[name];
  // `orderglass` is also the product's name, so only the page's code is checked.
  const isElsewhere = name === 'orderglass' && layerOf(file) !== 'renderer';
  if (!place || file.startsWith(place) || isElsewhere || isTest(file)) return [];
  return [{ file, line, rule: `only ${place} may use ${name}` }];
}

/**
 * Returns what the files of a layer load, directly or indirectly.
 * @param {readonly Reference[]} references
 * @param {string} layer
 * @returns {(Reference & { source: string, target: string | null })[]}
 */
function loadedBy(references, layer) {
  const values = Map.groupBy(
    references.filter(({ isType }) => !isType),
    ({ file }) => file,
  );
  const files = new Set([...values.keys()].filter((file) => layerOf(file) === layer && !isTest(file)));
  const found = [];
  for (const file of files) {
    for (const reference of values.get(file) ?? []) {
      const { source } = reference;
      if (source === null) continue;
      const target = targetOf(file, source);
      if (target) files.add(target);
      found.push({ ...reference, source, target });
    }
  }
  return found;
}

/**
 * A sandboxed preload script cannot load packages.
 * @param {readonly Reference[]} references
 * @returns {Violation[]}
 */
function packagesOfPreload(references) {
  return loadedBy(references, 'preload')
    .filter(({ source, target }) => target === null && source !== 'electron' && !isBuiltin(source))
    .map(({ file, line, source }) => ({
      file,
      line,
      rule: `the preload script must not load a package (${source}), not even through this file`,
    }));
}

/**
 * The assistant has no code for connections and keys.
 * @param {readonly Reference[]} references
 * @returns {Violation[]}
 */
function connectionsOfAssistant(references) {
  return loadedBy(references, 'assistant')
    .filter(({ source, target }) =>
      target === null
        ? forConnections.test(source)
        : ['exchange', 'demo-exchange'].includes(layerOf(target)) || target.startsWith('core/credentials/'),
    )
    .map(({ file, line, source }) => ({
      file,
      line,
      rule: `the assistant must not load ${source}, not even through this file`,
    }));
}

/**
 * Each class is styled in one file, and used where that file may be imported.
 * @param {readonly StyledClass[]} styled
 * @param {readonly Words[]} words
 * @returns {Violation[]}
 */
function misplacedStyles(styled, words) {
  /** @type {Map<string, string>} */
  const homes = new Map();
  for (const { file, name, isSubject } of styled) if (isSubject && !homes.has(name)) homes.set(name, file);
  const strings = new Set(words.flatMap((each) => [...each.strings]));
  const prefixes = [...strings].filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const isNamed = (/** @type {string} */ name) =>
    strings.has(name) || prefixes.some((prefix) => prefix !== '' && name.startsWith(prefix));
  const uses = [...styled, ...words.flatMap(({ classes }) => classes)];
  return [
    ...styled.flatMap(({ file, line, name, isSubject }) => {
      const home = homes.get(name);
      if (isSubject && home !== file) return [{ file, line, rule: `.${name} is styled in ${home}` }];
      return isNamed(name) ? [] : [{ file, line, rule: `no element has the class ${name}` }];
    }),
    ...uses.flatMap(({ file, line, name }) => {
      const home = homes.get(name);
      const broken = home === undefined || home === file ? [] : brokenByFile(file, home, false);
      return broken.map((rule) => ({ file, line, rule: `${rule}, which styles .${name}` }));
    }),
  ];
}

/**
 * Returns the imported file relative to src, or `null` for a package.
 * @param {string} file
 * @param {string} source
 */
function targetOf(file, source) {
  if (source.startsWith('/')) return path.posix.join('..', source);
  if (!/^\.{1,2}(?:\/|$)/.test(source)) return null;
  return path.posix.join(path.posix.dirname(file), source.split('?')[0] ?? '');
}

/** @param {string} source */
function isBuiltin(source) {
  return source.startsWith('node:') || builtinModules.includes(source.split('/')[0] ?? '');
}

/** @param {string} file */
function layerOf(file) {
  return file.split('/')[0] ?? '';
}

/**
 * The room of the renderer that a file is in; '' for a file beside the rooms.
 * @param {string} file
 */
function roomOf(file) {
  return /^renderer\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/**
 * The folder in a room, which is named after its subject.
 * @param {string} file
 */
function subjectOf(file) {
  return file.split('/')[2] ?? '';
}

/** @param {string} file */
function isTest(file) {
  return /\.test\.tsx?$|(?:^|\/)testing\//.test(file);
}
