import { describe, expect, it } from 'vitest';
import { findChromium } from './lib/find-chromium.mjs';
import { distributionOf, missingPackages } from './lib/system-packages.mjs';
import { honour, listTests, readPlaywrightReport, readVitestReport, summary } from './lib/test-report.mjs';

describe('the report of the unit tests', () => {
  const file = (status: string, statuses: string[]) => ({
    name: 'a.test.ts',
    status,
    assertionResults: statuses.map((one, position) => ({ fullName: `test ${position}`, status: one })),
  });

  it('counts tests, and names those that did not run', () => {
    expect(
      readVitestReport({
        testResults: [file('failed', ['passed', 'failed', 'skipped']), file('passed', ['passed', 'todo', 'pending'])],
      }),
    ).toEqual({ passed: 2, failed: 1, skipped: ['test 2', 'test 1', 'test 2'] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(readVitestReport({ testResults: [file('failed', []), file('failed', ['passed'])] })).toEqual({
      passed: 1,
      failed: 2,
      skipped: [],
    });
  });
});

describe('the report of the end-to-end specs', () => {
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [
        {
          title: 'opens',
          tests: [
            { projectName: 'browser', status: 'expected' },
            { projectName: 'electron', status: 'skipped' },
          ],
        },
      ],
      suites: [
        {
          title: 'deeper',
          specs: [
            { title: 'fails', tests: [{ projectName: 'browser', status: 'unexpected' }] },
            { title: 'wavers', tests: [{ projectName: 'browser', status: 'flaky' }] },
          ],
        },
      ],
    },
  ];

  it('counts tests at every depth; one that passed at its second try has passed', () => {
    expect(readPlaywrightReport({ suites })).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['a.spec.ts > opens (electron)'],
    });
    expect(listTests(suites).map(({ name }) => name)).toContain('a.spec.ts > deeper > wavers (browser)');
  });

  it('counts what failed outside of every test', () => {
    expect(readPlaywrightReport({ suites: [], errors: [{ message: 'A spec could not be loaded.' }] }).failed).toBe(1);
  });
});

describe('the outcome', () => {
  it('is a failure where the exit code says so and nothing else does', () => {
    const fine = { passed: 3, failed: 0, skipped: [] };
    expect(honour(fine, 0)).toBe(fine);
    expect(honour(fine, 1)).toEqual({ ...fine, failed: 1 });
    expect(honour(null, 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
    expect(honour({ ...fine, failed: 2 }, 1).failed).toBe(2);
  });

  it('is one line', () => {
    const outcome = { passed: 3, failed: 1, skipped: [] };
    expect(summary([outcome, outcome])).toBe('6 passed, 2 failed');
    expect(summary([outcome, { ...outcome, skipped: ['a', 'b'] }])).toBe('6 passed, 2 failed, 2 skipped');
    expect(summary([])).toBe('0 passed, 0 failed');
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
