// @ts-check

/**
 * What a test run came to.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped the names of what did not run
 */

/**
 * @typedef {{ fullName: string, status: string }} VitestCase
 * @typedef {{ name: string, status: string, assertionResults: VitestCase[] }} VitestFile
 */

/**
 * Reads Vitest's JSON report.
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Outcome}
 */
export function readVitestReport({ testResults }) {
  const cases = testResults.flatMap((file) => file.assertionResults);
  // A file that could not be loaded has no cases; it has failed all the same.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: cases.filter(({ status }) => status === 'passed').length,
    failed: cases.filter(({ status }) => status === 'failed').length + unloaded.length,
    skipped: cases.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  };
}

/**
 * @typedef {{ projectName: string, status: string }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * Reads Playwright's JSON report. A test that passed only when it was tried again (CI tries once more) counts as passed;
 * Playwright names it as flaky in what it prints.
 * @param {{ suites: PlaywrightSuite[], errors?: unknown[] }} report
 * @returns {Outcome}
 */
export function readPlaywrightReport({ suites, errors = [] }) {
  const tests = listTests(suites);
  return {
    passed: tests.filter(({ status }) => status === 'expected' || status === 'flaky').length,
    failed: tests.filter(({ status }) => status === 'unexpected').length + errors.length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
  };
}

/**
 * Every test of a report of Playwright, also of a report that only lists them.
 * @param {readonly PlaywrightSuite[]} suites
 * @param {string} [prefix]
 * @returns {{ name: string, project: string, status: string }[]}
 */
export function listTests(suites, prefix = '') {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const path = prefix === '' ? title : `${prefix} > ${title}`;
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status }) => ({
        name: `${path} > ${spec.title} (${projectName})`,
        project: projectName,
        status,
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
  const known = outcome ?? { passed: 0, failed: 0, skipped: [] };
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known;
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
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
