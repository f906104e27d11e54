import { createRequire } from 'node:module';
import path from 'node:path';
import { Arch, type Configuration } from 'electron-builder';
import { appId } from '../src/main/desktop.ts';
import { listing } from '../src/shared/text/listing.ts';
import { flipFusesStrictly, fusesFor } from './fuses.ts';
import { metainfoName } from './metainfo.ts';
import { inspectPackage, type Processor, programOf, type System } from './unpacked.ts';

const generated = 'packaging/.build';
const metainfoFile = path.resolve(import.meta.dirname, '..', generated, metainfoName);
const checksums = createRequire(import.meta.url)('../node_modules/electron/checksums.json') as Record<string, string>;

export interface BuildChoices {
  /** Holds what signing and notarization need, and the repository of the release. */
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
  system: System,
  { environment, electronDist, output = 'dist', inspectable = false }: BuildChoices,
): Configuration {
  const signed = isSigned(system, environment);
  return {
    appId,
    productName: 'Orderglass',
    copyright: 'Copyright © Orderglass contributors',
    directories: { output, buildResources: `${generated}/resources` },
    artifactName: 'Orderglass-${version}-${os}-${arch}.${ext}',
    // npm's package of Electron, which the lock file covers, has the checksums of its files.
    ...(electronDist === undefined ? { electronDownload: { checksums } } : { electronDist }),

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
      `!node_modules/keytar/prebuilds/!(${system}-\${arch}){,/**}`,
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
      target: ['AppImage', 'deb', 'rpm'],
      icon: `${generated}/resources/icons`,
      executableName: 'orderglass',
      // Desktops find the icon of a window by the name of the desktop file, which package.json tells Electron.
      syncDesktopName: true,
      category: 'Office;Finance',
      synopsis: listing.en.summary,
      description: listing.en.description,
      maintainer: 'Orderglass contributors <orderglass@users.noreply.github.com>',
      vendor: 'Orderglass contributors',
      desktop: {
        entry: {
          GenericName: listing.en.genericName,
          'GenericName[zh_CN]': listing.zh.genericName,
          'Comment[zh_CN]': listing.zh.description,
          Keywords: listing.en.keywords.map((word) => `${word};`).join(''),
          'Keywords[zh_CN]': listing.zh.keywords.map((word) => `${word};`).join(''),
        },
      },
      // Where an AppImage has it. deb and rpm have their own place for it.
      extraFiles: [{ from: metainfoFile, to: `usr/share/metainfo/${metainfoName}` }],
    },
    toolsets: {
      // The older one starts the program without its sandbox.
      appimage: '1.0.3',
    },
    deb: {
      packageCategory: 'misc',
      // electron-builder adds a profile for AppArmor, and sets the SUID bit of the sandbox's helper where the kernel has no user
      // namespaces. Ubuntu denies the namespaces to programs without a profile.
      recommends: ['gnome-keyring | keepassxc | kwalletmanager'],
      fpm: [`${metainfoFile}=/usr/share/metainfo/${metainfoName}`],
    },
    rpm: {
      // The default of electron-builder, which lacks the library of the keychain.
      depends: [
        'gtk3',
        'libnotify',
        'nss',
        'libXScrnSaver',
        '(libXtst or libXtst6)',
        'xdg-utils',
        'at-spi2-core',
        '(libuuid or libuuid1)',
        '(libsecret or libsecret-1-0)',
      ],
      fpm: [`${metainfoFile}=/usr/share/metainfo/${metainfoName}`],
    },

    win: {
      target: ['nsis', 'portable'],
      icon: `${generated}/resources/icon.ico`,
      requestedExecutionLevel: 'asInvoker',
      ...(isSigned('win32', environment) ? azureSigning(environment) : {}),
    },
    nsis: {
      // For one user, without a question and without the rights of an administrator.
      oneClick: true,
      perMachine: false,
      packElevateHelper: false,
      // History and keys stay. "Remove all data…" in the menu removes them, after a question.
      deleteAppDataOnUninstall: false,
    },
    portable: { artifactName: 'Orderglass-${version}-portable-${arch}.${ext}' },

    mac: {
      target: ['dmg', 'zip'],
      icon: `${generated}/resources/icon.icns`,
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      darkModeSupport: true,
      ...(signed ? {} : { identity: null }),
      notarize: signed && isSet(environment.APPLE_API_KEY ?? environment.APPLE_ID),
    },

    publish: publishTo(environment.GITHUB_REPOSITORY),
    // Before the package is signed.
    afterPack: async ({ appOutDir, arch }) => {
      const unpacked = { folder: appOutDir, system, processor: Arch[arch] as Processor, inspectable };
      await flipFusesStrictly(programOf(unpacked), fusesFor(system, { inspectable }));
      await inspectPackage(unpacked);
    },
  };
}

/** True if the environment can sign the packages of a system. Packages of Linux are not signed. */
export function isSigned(system: System, environment: NodeJS.ProcessEnv): boolean {
  const needed = { linux: undefined, win32: environment.AZURE_SIGN_ENDPOINT, darwin: environment.CSC_LINK };
  return isSet(needed[system]);
}

/** Azure keeps the key: since 2023 nobody sells one as a file. The job has signed in to Azure before (release.yml). */
function azureSigning(environment: NodeJS.ProcessEnv): NonNullable<Configuration['win']> {
  const {
    AZURE_SIGN_ENDPOINT: endpoint = '',
    AZURE_SIGN_ACCOUNT: codeSigningAccountName = '',
    AZURE_SIGN_PROFILE: certificateProfileName = '',
    WINDOWS_PUBLISHER: publisherName = '',
  } = environment;
  return { azureSignOptions: { endpoint, codeSigningAccountName, certificateProfileName, publisherName } };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

export function homePage(repository: string | undefined): string {
  return repository === undefined ? 'https://orderglass.invalid' : `https://github.com/${repository}`;
}

/** The release workflow names the repository. Without it, the program has no address for updates and says so. */
function publishTo(repository: string | undefined): NonNullable<Configuration['publish']> | null {
  const [owner, repo] = repository?.split('/') ?? [];
  return owner && repo ? { provider: 'github', owner, repo, releaseType: 'draft' } : null;
}
