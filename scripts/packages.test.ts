import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { firstLines, lastLines, withoutAddresses } from './lib/output.mjs';
import { fitsLock, isInstalled, nodeForScripts, stampInstalled } from './lib/packages.mjs';

const packages = {
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/b/node_modules/a': { version: '3.0.0', integrity: 'sha512-c' },
};
const forAnotherSystem = { 'node_modules/c-win32': { version: '1.0.0', integrity: 'sha512-d', optional: true } };
const lock = JSON.stringify({ packages: { '': { name: 'orderglass' }, ...packages, ...forAnotherSystem } });
const listOf = (installed: object) => JSON.stringify({ packages: installed });

describe('fitsLock', () => {
  it('accepts the packages of the lock file with and without optional ones', () => {
    expect(fitsLock(lock, listOf(packages))).toBe(true);
    expect(fitsLock(lock, listOf({ ...packages, ...forAnotherSystem }))).toBe(true);
  });

  it.each([
    ['another version', { ...packages, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['another content', { ...packages, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } }],
    ['one too many', { ...packages, 'node_modules/z': { version: '1.0.0' } }],
    ['one too few', { 'node_modules/a': packages['node_modules/a'] }],
    ['nothing', {}],
  ])('notices %s', (_name, installed) => {
    expect(fitsLock(lock, listOf(installed))).toBe(false);
  });

  it('rejects lists that it cannot parse', () => {
    expect(fitsLock(lock, '{')).toBe(false);
    expect(fitsLock('{', listOf(packages))).toBe(false);
    expect(fitsLock('<<<<<<< ours', '')).toBe(false);
  });
});

describe('isInstalled', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'orderglass packages '));
    mkdirSync(path.join(root, 'node_modules'));
    writeFileSync(path.join(root, 'package-lock.json'), lock);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is true after a stamp until the lock file changes', () => {
    expect(isInstalled(root)).toBe(false);
    stampInstalled(root);
    expect(isInstalled(root)).toBe(true);
    writeFileSync(path.join(root, 'package-lock.json'), `${lock}\n`);
    expect(isInstalled(root)).toBe(false);
  });

  it('accepts an installation by hand', () => {
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), listOf(packages));
    expect(isInstalled(root)).toBe(true);
    rmSync(path.join(root, 'node_modules/.package-lock.json'));
    expect(isInstalled(root)).toBe(true);
  });
});

describe('the Node of the scripts', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('is the running one from 24 on, otherwise one of scripts/node', () => {
    expect(nodeForScripts(root, '24.0.0')).toBe(process.execPath);
    expect(nodeForScripts(root, '26.1.0')).toBe(process.execPath);
    expect(nodeForScripts(root, '22.12.0')).toMatch(/node_modules.node-\w+-\w+.bin.node(\.exe)?$/);
  });

  it('is never a package of the project, which an installation removes', () => {
    const running = process.execPath;
    onTestFinished(() => {
      process.execPath = running;
    });
    process.execPath = path.join(root, 'node_modules/node/bin/node');
    expect(nodeForScripts(root, '24.0.0')).toContain(path.join(root, 'scripts/node/node_modules'));
  });

  it('has the version that the workflows install', () => {
    const { optionalDependencies } = JSON.parse(read('scripts/node/package.json'));
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([read('.node-version').trim()]));
  });
});

describe('the shown output of other programs', () => {
  it('has no addresses', () => {
    const output = [
      'npm error request to https://user:password@packages.example.com:8443/a/-/a-1.0.0.tgz failed',
      'npm error errno ENOTFOUND getaddrinfo ENOTFOUND packages.example.com',
      'npm error connect ECONNREFUSED 10.1.2.3:443',
      'E: Failed to fetch http://deb.example.org/debian/pool/x.deb',
    ].join('\n');
    expect(withoutAddresses(output)).not.toMatch(/example|password|10\.1\.2\.3/);
    expect(withoutAddresses('npm error code EUSAGE')).toBe('npm error code EUSAGE');
  });

  it('is the beginning or the end', () => {
    expect(firstLines('a\nb\nc\n', 2)).toBe('a\nb');
    expect(lastLines('a\nb\nc\n\n', 2)).toBe('b\nc');
  });
});
