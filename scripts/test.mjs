// @ts-check
// The whole suite. What cannot run on this machine is named, and counted as skipped.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './lib/build.mjs';
import { provideChromium } from './lib/provide-chromium.mjs';
import { capture, root, show, withTool } from './lib/run.mjs';
import { conclusion, honour, listTests, readPlaywrightReport, readVitestReport } from './lib/test-report.mjs';

/** @typedef {import('./lib/test-report.mjs').Outcome} Outcome */

const usage = `Usage: npm test -- [--only unit|e2e] [--every-spec]

Runs the unit and integration tests and the end-to-end specs in a real browser. --every-spec: on Electron's
test double also those that are about the page alone.`;
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
    throw new Error(`--only takes unit or e2e, not "${values.only}".`);
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
  const hasChromium = await provideChromium();

  /** @type {Outcome[]} */
  const outcomes = [];
  const isBuilt = await buildIfStale();
  if (!isBuilt) {
    const failed = [{ name: 'the build', message: 'Its own messages stand above.' }];
    outcomes.push({ passed: 0, failed, flaky: [], skipped: [] });
  }
  if (what !== 'e2e') outcomes.push(await runUnitTests());
  if (what !== 'unit') outcomes.push(await (isBuilt && hasChromium ? runSpecs() : listSpecs()));

  if (outcomes.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
  console.log(`\n${conclusion(outcomes)}`);
}

/** @returns {Promise<Outcome>} */
async function runUnitTests() {
  const file = path.join(reports, 'unit.json');
  const { code } = await withTool(show, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson(file);
  return honour(report && readVitestReport(report, root), code);
}

/** @returns {Promise<Outcome>} */
async function runSpecs() {
  const file = path.join(reports, 'e2e.json');
  const { code } = await withTool(
    (program, args) => show(program, args, { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    'playwright',
    ['test', '--reporter=list,json'],
  );
  const report = readJson(file);
  const outcome = honour(report && readPlaywrightReport(report), code);
  return { ...outcome, skipped: [...outcome.skipped, ...missingHosts(report ? listTests(report.suites) : [])] };
}

/**
 * The specs by name, where none of them can run.
 * @returns {Promise<Outcome>}
 */
async function listSpecs() {
  const { code, output } = await withTool(capture, 'playwright', ['test', '--list', '--reporter=json']);
  const tests = code === 0 ? listTests(JSON.parse(output).suites) : [];
  if (code !== 0) console.error(output);
  const skipped = [...tests.map(({ name }) => name), ...missingHosts(tests)];
  return honour({ passed: 0, failed: [], flaky: [], skipped }, code);
}

/**
 * The specs that would also run in Electron, where this machine has none.
 * @param {readonly { name: string, project: string }[]} tests
 */
function missingHosts(tests) {
  if (tests.some(({ project }) => project === 'electron')) return [];
  return (
    tests
      // Its double runs what Electron would run, and the specs of the double itself.
      .filter(({ project, name }) => project === 'electron-double' && !name.startsWith('electron-double/'))
      .map(({ name }) => name.replace(/\(electron-double\)$/, '(electron)'))
  );
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
