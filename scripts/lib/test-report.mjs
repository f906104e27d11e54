// @ts-check
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A failure as it is told after the run: a run's own output is so long that its end may be all that is kept.
 * @typedef {{ name: string, message: string }} Failure
 */

/**
 * What a test run came to.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {Failure[]} failed
 * @property {string[]} flaky the names of those of the passed ones that did so only when they were tried again
 * @property {string[]} skipped the names of what did not run
 */

/** The lines of a failure's message that are told again: what was expected, where, and the seed of a property. */
const messageLines = 20;

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestCase
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestCase[] }} VitestFile
 */

/**
 * Reads Vitest's JSON report.
 * @param {{ testResults: VitestFile[] }} report
 * @param {string} folder the project's; files are named from there
 * @returns {Outcome}
 */
export function readVitestReport({ testResults }, folder) {
  const named = (/** @type {string} */ file) => path.relative(folder, file);
  const cases = testResults.flatMap((file) => file.assertionResults.map((one) => ({ ...one, file: file.name })));
  // A file that could not be loaded has no cases; it has failed all the same.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: cases.filter(({ status }) => status === 'passed').length,
    failed: [
      ...cases
        .filter(({ status }) => status === 'failed')
        .map(({ file, fullName, failureMessages }) => failure(`${named(file)} > ${fullName}`, failureMessages)),
      ...unloaded.map(({ name, message }) => failure(named(name), [message])),
    ],
    flaky: [],
    skipped: cases.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  };
}

/**
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ projectName: string, status: string, results: { errors: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * Reads Playwright's JSON report. A test that passed only when it was tried again (CI tries once more) counts as passed.
 * @param {{ suites: PlaywrightSuite[], errors?: PlaywrightError[] }} report
 * @returns {Outcome}
 */
export function readPlaywrightReport({ suites, errors = [] }) {
  const tests = listTests(suites);
  const named = (/** @type {string} */ wanted) =>
    tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  return {
    passed: named('expected').length + named('flaky').length,
    failed: [
      ...tests.filter(({ status }) => status === 'unexpected').map(({ name, messages }) => failure(name, messages)),
      ...errors.map(({ message = '' }) => failure('outside of every spec', [message])),
    ],
    flaky: named('flaky'),
    skipped: named('skipped'),
  };
}

/**
 * Every test of a report of Playwright, also of a report that only lists them.
 * @param {readonly PlaywrightSuite[]} suites
 * @param {string} [prefix]
 * @returns {{ name: string, project: string, status: string, messages: string[] }[]}
 */
export function listTests(suites, prefix = '') {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const path = prefix === '' ? title : `${prefix} > ${title}`;
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        name: `${path} > ${spec.title} (${projectName})`,
        project: projectName,
        status,
        messages: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
      })),
    );
    return [...own, ...listTests(inner, path)];
  });
}

/**
 * What a run came to that ended without a report, or with one that tells less than its exit code: at least one failure.
 * @param {Outcome | null} outcome
 * @param {number} code
 * @returns {Outcome}
 */
export function honour(outcome, code) {
  const known = outcome ?? { passed: 0, failed: [], flaky: [], skipped: [] };
  if (code === 0 || known.failed.length > 0) return known;
  return { ...known, failed: [failure('the run as a whole', [`It ended with ${code}.`])] };
}

/**
 * What a run has to say at its end: what did not run, what wavered, what failed and how, and in the last line the counts.
 * @param {readonly Outcome[]} outcomes
 * @returns {string}
 */
export function conclusion(outcomes) {
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const parts = [
    list(
      'Not run:',
      outcomes.flatMap(({ skipped }) => skipped),
    ),
    list(
      'Passed only at a second try:',
      outcomes.flatMap(({ flaky }) => flaky),
    ),
    list(
      'Failed:',
      failed.map(({ name, message }) => `${name}\n${indent(message, '    ')}`.trimEnd()),
    ),
    summary(outcomes),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * The last line of a test run.
 * @param {readonly Outcome[]} outcomes
 * @returns {string}
 */
export function summary(outcomes) {
  const sum = (/** @type {(outcome: Outcome) => number} */ count) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const skipped = sum((outcome) => outcome.skipped.length);
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}

/**
 * @param {string} name
 * @param {readonly string[]} messages
 * @returns {Failure}
 */
function failure(name, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return { name, message: lines.slice(0, messageLines).join('\n') };
}

/**
 * @param {string} title
 * @param {readonly string[]} items
 */
function list(title, items) {
  return items.length === 0 ? '' : [title, ...items.map((item) => `  ${item}`)].join('\n');
}

/**
 * @param {string} text
 * @param {string} by
 */
function indent(text, by) {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n');
}
