import path from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

type Fuses = Record<FuseV1Options, boolean>;

/** The fuses of a package (SECURITY.md, item 19). Electron has no ASAR integrity on Linux. */
export function fusesFor(platform: string, { inspectable = false } = {}): Fuses {
  return {
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: inspectable,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  };
}

/** Flips the fuses of a package and reads them back. Throws if one is missing, unknown or different. */
export async function flipFusesStrictly(
  { electronPlatformName, appOutDir, packager }: AfterPackContext,
  choices: { inspectable: boolean },
): Promise<void> {
  const { productFilename } = packager.appInfo;
  const names: Record<string, string> = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
  const program = path.join(appOutDir, names[electronPlatformName] ?? packager.config.linux?.executableName ?? '');
  const fuses = fusesFor(electronPlatformName, choices);
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Without a signature of Apple, a changed program needs its signature of this machine again.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    ...fuses,
  });
  const different = await differentFuses(program, fuses);
  if (different.length > 0) throw new Error(`The fuses of ${program} are not as demanded: ${different.join(', ')}.`);
}

/** Returns the names of the fuses that differ from `fuses`. */
export async function differentFuses(program: string, fuses: Fuses): Promise<string[]> {
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<string, FuseState>;
  return Object.entries(fuses)
    .filter(([fuse, isOn]) => wire[fuse] !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([fuse]) => FuseV1Options[Number(fuse)] ?? fuse);
}
