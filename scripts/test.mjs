// @ts-check
// Runs the whole suite: the unit and component tests, then the specs. Either keeps all processors busy, so beside each other they take
// longer. The runners print their own reports. The last line adds up their counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './lib/build.mjs';
import { provideChromium } from './lib/provide-chromium.mjs';
import { root, show, withTool } from './lib/run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const usage = `Usage: npm test -- [--only unit|e2e] [--every-spec]

Runs the unit, integration and component tests, and the end-to-end specs, in a real browser.

  --only unit|e2e  run only the unit, integration and component tests, or only the specs
  --every-spec     also run the page-only specs on the Electron test double`;
const none = { passed: 0, failed: 0, skipped: 0 };
const reports = path.join(root, 'node_modules/.cache/orderglass/test-reports');

const only = readOnly();
if (only) await test(only);

/** @returns {'all' | 'unit' | 'e2e' | null} */
function readOnly() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: 'all' },
        'every-spec': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values['every-spec']) process.env.ORDERGLASS_EVERY_SPEC = '1';
    if (values.help) {
      console.log(usage);
      return null;
    }
    if (values.only === 'all' || values.only === 'unit' || values.only === 'e2e') return values.only;
    throw new Error(`--only must be unit or e2e, not "${values.only}".`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return null;
  }
}

/** @param {'all' | 'unit' | 'e2e'} what */
async function test(what) {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await provideChromium();
  const isBuilt = await buildIfStale();

  const counts = [
    what === 'e2e' ? none : await runUnitTests(),
    what === 'unit' || !isBuilt ? none : await runSpecs(),
    isBuilt ? none : { ...none, failed: 1 },
  ];
  const sum = (/** @type {keyof Counts} */ name) => counts.reduce((total, count) => total + count[name], 0);
  if (sum('failed') > 0) process.exitCode = 1;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}

/** @returns {Promise<Counts>} */
async function runUnitTests() {
  const file = path.join(reports, 'unit.json');
  const { code } = await withTool(show, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson(file);
  return withExitCode(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

/**
 * In CI the specs are printed as dots: CI shows only the end of a long output, which must include the failures of the
 * unit tests.
 * @returns {Promise<Counts>}
 */
async function runSpecs() {
  const file = path.join(reports, 'e2e.json');
  const { code } = await withTool(
    (program, args) => show(program, args, { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    'playwright',
    ['test', `--reporter=${process.env.CI ? 'dot' : 'list'},json`],
  );
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readJson(file)?.stats ?? {};
  return withExitCode(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/**
 * Counts a run that failed outside of all tests, or without a report, as one failure.
 * @param {number} code
 * @param {Counts} counts
 * @returns {Counts}
 */
function withExitCode(code, counts) {
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) };
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
