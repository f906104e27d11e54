import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from './lib/find-chromium.mjs';
import { distributionOf, missingPackages } from './lib/system-packages.mjs';

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

  it('include all missing packages', () => {
    expect(missingPackages(bare)).toEqual([
      'chromium-headless-shell',
      'libsecret-1-0',
      'gnome-keyring',
      'dbus',
      'libglib2.0-bin',
    ]);
    expect(missingPackages({ ...bare, has: () => true, hasLibrary: () => true, hasChromium: true })).toEqual([]);
    expect(missingPackages(bare, { forPackages: true })).toContain('squashfs-tools');
    expect(missingPackages({ ...bare, distribution: 'ubuntu' })).not.toContain('chromium-headless-shell');
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

  it('is the one in $CHROMIUM, or none', () => {
    expect(findChromium({ CHROMIUM: '/my/chromium', PATH: '/usr/bin' }, present('/my/chromium'))).toBe('/my/chromium');
    expect(findChromium({ CHROMIUM: '/my/chromium', PATH: '/usr/bin' }, present('/usr/bin/chromium'))).toBeNull();
  });

  it('is otherwise searched in the PATH, then in the install locations', () => {
    const both = present('/a/google-chrome', '/b/chromium');
    expect(findChromium({ PATH: '/a:/b' }, both)).toBe('/b/chromium');
    expect(findChromium({ PATH: '/a:/b' }, present('/a/chromium', '/b/chromium-headless-shell'))).toBe(
      '/b/chromium-headless-shell',
    );
    expect(findChromium({ PATH: '/a' }, both)).toBe('/a/google-chrome');
    const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findChromium({}, present(onMac))).toBe(onMac);
    expect(findChromium({}, present())).toBeNull();
  });

  it('is not needed by the check of unused code, which reads from the projects of the tests what they use', () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', printSetupFiles], {
      cwd: path.dirname(import.meta.dirname),
      env: { ...process.env, CHROMIUM: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(output.toString())).toContainEqual(['src/renderer/testing/bridge.ts']);
  });
});

const printSetupFiles = `
  import config from './vitest.config.ts';
  console.log(JSON.stringify(config.test.projects.map(({ test }) => test.setupFiles ?? [])));
`;
