import { expect, it } from 'vitest';
import { packageManagers } from './package-managers.mjs';

const names = ['win-x64.exe', 'win-arm64.exe', 'portable-x64.exe', 'mac-x64.dmg', 'mac-arm64.dmg', 'linux-amd64.deb'];
const sums = [...names, 'linux-arm64.deb'].map(
  (name, index) => `${index}${'a'.repeat(63)}  Orderglass-1.2.3-${name}\n`,
);
const repository = 'owner/name';

it('the drafts have the address and the checksum of each package', () => {
  const drafts = packageManagers({ sums: sums.join(''), repository });
  const url = (name: string) => `https://github.com/owner/name/releases/download/v1.2.3/Orderglass-1.2.3-${name}`;
  const sum = (index: number) => `${index}${'a'.repeat(63)}`;
  const installers = drafts['winget/Orderglass.Orderglass.installer.yaml'];
  expect(installers).toContain(`- Architecture: x64
  InstallerUrl: ${url('win-x64.exe')}
  InstallerSha256: ${sum(0).toUpperCase()}
- Architecture: arm64
  InstallerUrl: ${url('win-arm64.exe')}
  InstallerSha256: ${sum(1).toUpperCase()}
`);
  expect(drafts['homebrew/orderglass.rb']).toContain(`arm:   "${sum(4)}",\n         intel: "${sum(3)}"`);
  expect(drafts['aur/PKGBUILD']).toContain(`source_x86_64=("${url('linux-amd64.deb')}")`);
  expect(drafts['aur/PKGBUILD']).toContain(`sha256sums_aarch64=("${sum(6)}")`);
  for (const draft of Object.values(drafts)) expect(draft).toContain('1.2.3');
});

it('a release without one of the packages has no drafts', () => {
  expect(() => packageManagers({ sums: sums.slice(1).join(''), repository })).toThrow(
    'no Orderglass-1.2.3-win-x64.exe',
  );
  expect(() => packageManagers({ sums: '', repository })).toThrow('no Orderglass-');
});
