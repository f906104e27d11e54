import type { Configuration } from 'electron-builder';
import { appId } from '../src/main/desktop.ts';
import { flipFusesStrictly } from './fuses.ts';

const generated = 'packaging/.build';

/** The systems, by their names in Node. */
export type System = 'linux' | 'win32' | 'darwin';

export interface BuildChoices {
  /** Holds the secrets for signing and notarization, and the repository of the release. */
  readonly environment: NodeJS.ProcessEnv;
  /** Folder or zip with Electron. Default: electron-builder downloads it. */
  readonly electronDist?: string;
  /** Output folder. Default: `dist`. */
  readonly output?: string;
  /** Leaves the fuse for Playwright's access to the main process on. For smoke specs only. */
  readonly inspectable?: boolean;
}

/** Returns the configuration of electron-builder for a system. */
export function builderConfiguration(
  platform: System,
  { environment, electronDist, output = 'dist', inspectable = false }: BuildChoices,
): Configuration {
  const signed = isSigned(platform, environment);
  return {
    appId,
    productName: 'Orderglass',
    copyright: 'Copyright © Orderglass contributors',
    directories: { output, buildResources: `${generated}/resources` },
    artifactName: 'Orderglass-${version}-${os}-${arch}.${ext}',
    ...(electronDist === undefined ? {} : { electronDist }),

    // Without the guess of electron-builder, which unpacks whole modules.
    asar: { smartUnpack: false },
    // The module loader of the system reads files, so native modules cannot stay inside.
    asarUnpack: ['**/*.node'],
    files: [
      'out/{main,preload,renderer}/**/*',
      'resources/icon-512.png',
      'package.json',
      '!**/{licenses,*.licenses}.json',
      '!**/*.{map,ts,md}',
      // electron-builder collects every dependency of keytar. All of them only serve its installation.
      '!node_modules/!(keytar){,/**}',
      '!node_modules/keytar/!(package.json|lib|prebuilds){,/**}',
      // keytar brings its native part for every system and processor. electron-builder replaces ${arch}.
      `!node_modules/keytar/prebuilds/!(${platform}-\${arch}){,/**}`,
    ],
    extraResources: [
      { from: `${generated}/THIRD-PARTY.txt`, to: 'THIRD-PARTY.txt' },
      { from: `${generated}/sbom.cdx.json`, to: 'sbom.cdx.json' },
      { from: 'LICENSE', to: 'LICENSE.txt' },
    ],
    removePackageScripts: true,
    // A deb needs a home page. A package that was not built by the release workflow has none. src/main/updates.ts reads `signed`.
    extraMetadata: { homepage: homePage(environment.GITHUB_REPOSITORY), signed },
    // A package that says that it is signed is signed, or there is no package.
    forceCodeSigning: signed,
    // keytar's native part uses Node-API, which is the same in Node and in Electron.
    npmRebuild: false,
    // The program has its own texts. Chromium's are for menus that Orderglass does not show.
    electronLanguages: ['en', 'en-US', 'zh_CN', 'zh-CN'],

    linux: {
      target: forBoth(['AppImage', 'deb']),
      icon: `${generated}/resources/icons`,
      executableName: 'orderglass',
      // Desktops find the icon of a window by the name of the desktop file, which package.json tells Electron.
      syncDesktopName: true,
      category: 'Office;Finance',
      synopsis: 'Read-only viewer for a futures account',
      description: 'Orders, plan orders, PnL and market tickers of a futures account. Orderglass cannot trade.',
      maintainer: 'Orderglass contributors <orderglass@users.noreply.github.com>',
      vendor: 'Orderglass contributors',
      desktop: { entry: { Keywords: 'futures;orders;PnL;tickers;' } },
    },
    deb: {
      packageCategory: 'misc',
      // electron-builder adds a profile for AppArmor, and sets the SUID bit of the sandbox's helper where the kernel has no user
      // namespaces. Ubuntu denies the namespaces to programs without a profile.
      recommends: ['gnome-keyring | keepassxc | kwalletmanager'],
    },

    win: {
      target: forBoth(['nsis', 'portable']),
      icon: `${generated}/resources/icon.ico`,
      requestedExecutionLevel: 'asInvoker',
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowElevation: false,
      selectPerMachineByDefault: false,
      allowToChangeInstallationDirectory: true,
      // History and keys stay. "orderglass --remove-data" removes them, after a question.
      deleteAppDataOnUninstall: false,
    },
    portable: { artifactName: 'Orderglass-${version}-portable-${arch}.${ext}' },

    mac: {
      // A package for each processor: half the size of one for both.
      target: forBoth(['dmg', 'zip']),
      icon: `${generated}/resources/icon.icns`,
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      darkModeSupport: true,
      ...(signed ? {} : { identity: null }),
      notarize: signed && isSet(environment.APPLE_API_KEY ?? environment.APPLE_ID),
    },

    publish: publishTo(environment.GITHUB_REPOSITORY),
    afterPack: (context) => flipFusesStrictly(context, { inspectable }),
  };
}

function forBoth(targets: string[]) {
  return targets.map((target) => ({ target, arch: ['x64', 'arm64'] as ('x64' | 'arm64')[] }));
}

/** True if the environment has a certificate for the packages of a system. Packages of Linux are not signed. */
function isSigned(platform: System, environment: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' && isSet(environment.CSC_LINK);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function homePage(repository: string | undefined): string {
  return repository === undefined ? 'https://orderglass.invalid' : `https://github.com/${repository}`;
}

/** The release workflow names the repository. Without it, the program has no address for updates and says so. */
function publishTo(repository: string | undefined): NonNullable<Configuration['publish']> | null {
  const [owner, repo] = repository?.split('/') ?? [];
  return owner && repo ? { provider: 'github', owner, repo, releaseType: 'draft' } : null;
}
