import { describe, expect, it } from 'vitest';
import { findChromium } from './lib/find-chromium.mjs';
import { distributionOf, missingPackages } from './lib/system-packages.mjs';
import { conclusion, honour, listTests, readPlaywrightReport, readVitestReport, summary } from './lib/test-report.mjs';

describe('the report of the unit tests', () => {
  const file = (status: string, statuses: string[]) => ({
    name: '/project/src/a.test.ts',
    status,
    message: statuses.length === 0 ? 'Cannot find module "b".' : '',
    assertionResults: statuses.map((one, position) => ({
      fullName: `test ${position}`,
      status: one,
      failureMessages: one === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m'] : [],
    })),
  });

  it('counts tests, and names those that did not run', () => {
    expect(
      readVitestReport(
        {
          testResults: [file('failed', ['passed', 'failed', 'skipped']), file('passed', ['passed', 'todo', 'pending'])],
        },
        '/project',
      ),
    ).toEqual({
      passed: 2,
      failed: [{ name: 'src/a.test.ts > test 1', message: 'expected 1 to be 2' }],
      flaky: [],
      skipped: ['test 2', 'test 1', 'test 2'],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(readVitestReport({ testResults: [file('failed', []), file('failed', ['passed'])] }, '/project')).toEqual({
      passed: 1,
      failed: [
        { name: 'src/a.test.ts', message: 'Cannot find module "b".' },
        { name: 'src/a.test.ts', message: '' },
      ],
      flaky: [],
      skipped: [],
    });
  });
});

describe('the report of the end-to-end specs', () => {
  const done = [{ errors: [] }];
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [
        {
          title: 'opens',
          tests: [
            { projectName: 'browser', status: 'expected', results: done },
            { projectName: 'electron', status: 'skipped', results: [] },
          ],
        },
      ],
      suites: [
        {
          title: 'deeper',
          specs: [
            {
              title: 'fails',
              tests: [
                { projectName: 'browser', status: 'unexpected', results: [{ errors: [{ message: 'No row.' }] }] },
              ],
            },
            { title: 'wavers', tests: [{ projectName: 'browser', status: 'flaky', results: done }] },
          ],
        },
      ],
    },
  ];

  it('counts tests at every depth; one that passed at its second try has passed', () => {
    expect(readPlaywrightReport({ suites })).toEqual({
      passed: 2,
      failed: [{ name: 'a.spec.ts > deeper > fails (browser)', message: 'No row.' }],
      flaky: ['a.spec.ts > deeper > wavers (browser)'],
      skipped: ['a.spec.ts > opens (electron)'],
    });
    expect(listTests(suites).map(({ name }) => name)).toContain('a.spec.ts > deeper > wavers (browser)');
  });

  it('counts what failed outside of every test', () => {
    expect(readPlaywrightReport({ suites: [], errors: [{ message: 'A spec could not be loaded.' }] }).failed).toEqual([
      { name: 'outside of every spec', message: 'A spec could not be loaded.' },
    ]);
  });
});

describe('the outcome', () => {
  const fine = { passed: 3, failed: [], flaky: [], skipped: [] };
  const failure = { name: 'a.test.ts > adds', message: 'expected 1 to be 2\n\nat a.test.ts:3' };

  it('is a failure where the exit code says so and nothing else does', () => {
    expect(honour(fine, 0)).toBe(fine);
    expect(honour(fine, 1)).toEqual({ ...fine, failed: [{ name: 'the run as a whole', message: 'It ended with 1.' }] });
    expect(honour(null, 1)).toMatchObject({ passed: 0, failed: [{ name: 'the run as a whole' }] });
    expect(honour({ ...fine, failed: [failure, failure] }, 1).failed).toEqual([failure, failure]);
  });

  it('is one line', () => {
    const outcome = { ...fine, failed: [failure] };
    expect(summary([outcome, outcome])).toBe('6 passed, 2 failed');
    expect(summary([outcome, { ...outcome, skipped: ['a', 'b'] }])).toBe('6 passed, 2 failed, 2 skipped');
    expect(summary([])).toBe('0 passed, 0 failed');
  });

  it('is told whole at the end, what failed last', () => {
    expect(conclusion([fine])).toBe('3 passed, 0 failed');
    expect(
      conclusion([
        { ...fine, failed: [failure] },
        { ...fine, flaky: ['wavers'], skipped: ['rests'] },
      ]),
    ).toBe(
      [
        'Not run:',
        '  rests',
        '',
        'Passed only at a second try:',
        '  wavers',
        '',
        'Failed:',
        '  a.test.ts > adds',
        '    expected 1 to be 2',
        '',
        '    at a.test.ts:3',
        '',
        '6 passed, 1 failed, 1 skipped',
      ].join('\n'),
    );
  });
});

describe('the system packages', () => {
  const bare = {
    platform: 'linux' as NodeJS.Platform,
    isRoot: false,
    environment: {},
    distribution: 'debian',
    has: () => false,
    hasLibrary: () => false,
    hasChromium: false,
  };

  it('are asked for where they are missing', () => {
    expect(missingPackages(bare)).toEqual(['chromium', 'libsecret-1-dev', 'gnome-keyring', 'dbus', 'libglib2.0-bin']);
    expect(missingPackages({ ...bare, has: () => true, hasLibrary: () => true, hasChromium: true })).toEqual([]);
    expect(missingPackages({ ...bare, distribution: 'ubuntu' })).not.toContain('chromium');
    expect(missingPackages({ ...bare, platform: 'darwin' })).toEqual([]);
  });

  it('depend on the distribution', () => {
    expect(distributionOf('NAME="Debian GNU/Linux"\nID=debian\nID_LIKE=x')).toBe('debian');
    expect(distributionOf('VERSION_ID="1"\nID="ubuntu"\n')).toBe('ubuntu');
    expect(distributionOf('')).toBe('');
  });
});

describe.skipIf(process.platform === 'win32')('the Chromium', () => {
  const present =
    (...files: string[]) =>
    (file: string) =>
      files.includes(file);

  it('is the one that was named, or none', () => {
    expect(findChromium({ CHROMIUM: '/my/chromium', PATH: '/usr/bin' }, present('/my/chromium'))).toBe('/my/chromium');
    expect(findChromium({ CHROMIUM: '/my/chromium', PATH: '/usr/bin' }, present('/usr/bin/chromium'))).toBeNull();
  });

  it('is otherwise looked for in the PATH, then where installers put it', () => {
    const both = present('/a/google-chrome', '/b/chromium');
    expect(findChromium({ PATH: '/a:/b' }, both)).toBe('/b/chromium');
    expect(findChromium({ PATH: '/a' }, both)).toBe('/a/google-chrome');
    const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findChromium({}, present(onMac))).toBe(onMac);
    expect(findChromium({}, present())).toBeNull();
  });
});
