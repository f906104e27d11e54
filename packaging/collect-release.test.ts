import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collectRelease, incompleteKinds, joinUpdateFiles } from './collect-release.mjs';

const updateFile = (arch: string, version = '1.2.3') => `version: ${version}
files:
  - url: Orderglass-${version}-mac-${arch}.zip
    sha512: hash-of-${arch}
    size: 1
path: Orderglass-${version}-mac-${arch}.zip
sha512: hash-of-${arch}
releaseDate: '2026-11-22T00:00:00.000Z'
`;

it('an update file names the packages of both processors', () => {
  expect(joinUpdateFiles(updateFile('arm64'), updateFile('x64'))).toBe(`version: 1.2.3
files:
  - url: Orderglass-1.2.3-mac-arm64.zip
    sha512: hash-of-arm64
    size: 1
  - url: Orderglass-1.2.3-mac-x64.zip
    sha512: hash-of-x64
    size: 1
path: Orderglass-1.2.3-mac-arm64.zip
sha512: hash-of-arm64
releaseDate: '2026-11-22T00:00:00.000Z'
`);
});

it('update files of different versions are not joined', () => {
  expect(() => joinUpdateFiles(updateFile('arm64'), updateFile('x64', '1.2.4'))).toThrow('1.2.4');
  expect(() => joinUpdateFiles(updateFile('arm64'), 'not: an update')).toThrow('no update file');
});

function artifacts(files: Record<string, string>): { from: string; to: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(folder, 'artifacts', file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return { from: path.join(folder, 'artifacts'), to: path.join(folder, 'release') };
}

it('a release has the files of all artifacts', () => {
  const { from, to } = artifacts({
    'desktop-macos-15/a-arm64.dmg': 'arm64',
    'desktop-macos-15/latest-mac.yml': updateFile('arm64'),
    'desktop-macos-15/sbom.cdx.json': '{}',
    'desktop-macos-15-intel/a-x64.dmg': 'x64',
    'desktop-macos-15-intel/latest-mac.yml': updateFile('x64'),
    'desktop-macos-15-intel/sbom.cdx.json': '{}',
    'npm/a.tgz': 'npm',
    'npm/npm/sbom.cdx.json': '{ "npm": true }',
  });
  collectRelease(from, to);
  const names = ['a-arm64.dmg', 'a-x64.dmg', 'a.tgz', 'latest-mac.yml', 'sbom-npm.cdx.json', 'sbom.cdx.json'];
  expect(readdirSync(to).sort()).toEqual(names);
  expect(readFileSync(path.join(to, 'latest-mac.yml'), 'utf8')).toContain('hash-of-x64');
});

it('two different files of one name are refused', () => {
  const { from, to } = artifacts({ 'one/a.deb': 'one', 'other/a.deb': 'other' });
  expect(() => collectRelease(from, to)).toThrow('a.deb');
});

it('a release of six runners and npm is complete', () => {
  const endings = ['AppImage', 'deb', 'rpm', 'exe', 'dmg', 'zip'].flatMap((kind) => [`x64.${kind}`, `arm64.${kind}`]);
  const files = [
    ...endings,
    'portable-x64.exe',
    'portable-arm64.exe',
    'orderglass.tgz',
    'orderglass.mcpb',
    'x64.dmg.blockmap',
    'SHA256SUMS',
  ];
  expect(incompleteKinds(files)).toEqual([]);
  expect(incompleteKinds(files.filter((file) => file !== 'arm64.rpm'))).toEqual(['1 files .rpm instead of 2']);
  expect(incompleteKinds([...files, 'another.deb'])).toEqual(['3 files .deb instead of 2']);
});
