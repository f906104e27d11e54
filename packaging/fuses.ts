import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

type Fuses = Record<FuseV1Options, boolean>;

/** The fuses of a package (SECURITY.md, item 19). Electron has no ASAR integrity on Linux. */
export function fusesFor(system: NodeJS.Platform, { inspectable = false } = {}): Fuses {
  return {
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: inspectable,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: system !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  };
}

/** Flips the fuses of a program, or of a bundle of macOS. Throws if one is missing or unknown. */
export async function flipFusesStrictly(program: string, fuses: Fuses): Promise<void> {
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Without a signature of Apple, a changed program needs its signature of this machine again.
    resetAdHocDarwinSignature: program.endsWith('.app') && process.platform === 'darwin',
    ...fuses,
  });
}

/** Returns the names of the fuses that differ from `fuses`. */
export async function differentFuses(program: string, fuses: Fuses): Promise<string[]> {
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<string, FuseState>;
  return Object.entries(fuses)
    .filter(([fuse, isOn]) => wire[fuse] !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([fuse]) => FuseV1Options[Number(fuse)] ?? fuse);
}
