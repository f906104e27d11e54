// @ts-check
// Writes drafts for winget, a Homebrew cask and AUR from the checksums of a release. They are submitted by hand:
// node packaging/package-managers.mjs RELEASE-FOLDER OWNER/NAME OUTPUT-FOLDER. Runs on Node 24 without installed packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const id = 'Orderglass.Orderglass';
const summary = 'Read-only viewer for a futures account';

/**
 * Returns the drafts by their paths. Throws if a package that they need is missing.
 * @param {{ sums: string, repository: string }} release `sums`: SHA256SUMS; `repository`: OWNER/NAME on GitHub
 * @returns {Record<string, string>}
 */
export function packageManagers({ sums, repository }) {
  const version = /Orderglass-(\d+\.\d+\.\d+[^-]*)-/.exec(sums)?.[1] ?? '';
  const home = `https://github.com/${repository}`;
  /** @param {string} name */
  const fileOf = (name) => {
    const file = `Orderglass-${version}-${name}`;
    const sum = sums
      .split('\n')
      .find((line) => line.endsWith(` ${file}`))
      ?.split(' ')[0];
    if (sum === undefined) throw new Error(`SHA256SUMS has no ${file}.`);
    return { url: `${home}/releases/download/v${version}/${file}`, sum };
  };
  const winget = { PackageIdentifier: id, PackageVersion: version };
  return {
    [`winget/${id}.yaml`]: yaml('version', { ...winget, DefaultLocale: 'en-US' }),
    [`winget/${id}.locale.en-US.yaml`]: yaml('defaultLocale', {
      ...winget,
      PackageLocale: 'en-US',
      Publisher: 'Orderglass contributors',
      PackageName: 'Orderglass',
      PackageUrl: home,
      License: 'MIT',
      ShortDescription: summary,
    }),
    [`winget/${id}.installer.yaml`]: yaml('installer', {
      ...winget,
      InstallerType: 'nullsoft',
      Scope: 'user',
      Installers: ['x64', 'arm64'].map((processor) => {
        const { url, sum } = fileOf(`win-${processor}.exe`);
        return { Architecture: processor, InstallerUrl: url, InstallerSha256: sum.toUpperCase() };
      }),
    }),
    'homebrew/orderglass.rb': cask(version, home, fileOf),
    'aur/PKGBUILD': pkgbuild(version, home, fileOf),
  };
}

/**
 * Returns a manifest of winget.
 * @param {string} type
 * @param {Record<string, string | Record<string, string>[]>} fields
 */
function yaml(type, fields) {
  const lines = Object.entries({ ...fields, ManifestType: type, ManifestVersion: '1.6.0' }).map(([name, value]) =>
    Array.isArray(value) ? [`${name}:`, ...value.map(item)].join('\n') : `${name}: ${value}`,
  );
  return `${lines.join('\n')}\n`;
}

/** @param {Record<string, string>} fields */
function item(fields) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `- ${lines.join('\n  ')}`;
}

/** @typedef {(name: string) => { url: string, sum: string }} FileOf */

/**
 * @param {string} version
 * @param {string} home
 * @param {FileOf} fileOf
 */
function cask(version, home, fileOf) {
  const arm = fileOf('mac-arm64.dmg');
  const intel = fileOf('mac-x64.dmg');
  return `cask "orderglass" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm.sum}",
         intel: "${intel.sum}"

  url "${home}/releases/download/v#{version}/Orderglass-#{version}-mac-#{arch}.dmg"
  name "Orderglass"
  desc "${summary}"
  homepage "${home}"

  depends_on macos: ">= :ventura"

  app "Orderglass.app"
end
`;
}

/**
 * @param {string} version
 * @param {string} home
 * @param {FileOf} fileOf
 */
function pkgbuild(version, home, fileOf) {
  const x64 = fileOf('linux-amd64.deb');
  const arm64 = fileOf('linux-arm64.deb');
  return `pkgname=orderglass-bin
pkgver=${version}
pkgrel=1
pkgdesc="${summary}"
arch=(x86_64 aarch64)
url="${home}"
license=(MIT)
depends=(gtk3 libnotify nss libxss libxtst xdg-utils at-spi2-core util-linux-libs libsecret)
optdepends=("gnome-keyring: a keychain")
provides=(orderglass)
conflicts=(orderglass)
options=(!strip)
source_x86_64=("${x64.url}")
source_aarch64=("${arm64.url}")
sha256sums_x86_64=("${x64.sum}")
sha256sums_aarch64=("${arm64.sum}")

package() {
  bsdtar -xf data.tar.xz -C "$pkgdir"
  install -d "$pkgdir/usr/bin" "$pkgdir/usr/share/licenses/$pkgname"
  ln -s /opt/Orderglass/orderglass "$pkgdir/usr/bin/orderglass"
  ln -s /opt/Orderglass/resources/LICENSE.txt "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
}
`;
}

const [release, repository, output] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && release && repository && output) {
  const sums = readFileSync(path.join(release, 'SHA256SUMS'), 'utf8');
  for (const [file, text] of Object.entries(packageManagers({ sums, repository }))) {
    mkdirSync(path.join(output, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(output, file), text);
  }
}
