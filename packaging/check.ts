// Proves what is in the packages, without Electron's binary: npm run package:check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Checks } from './checks.ts';
import { failAtExit } from './fail-at-exit.ts';
import { installPackagingTools } from './install-tools.ts';
import { proveNpm } from './prove-npm.ts';
import { proveSpecs } from './prove-specs.ts';
import { notesOfThisVersion } from './release-notes.mjs';

const checks = new Checks();
const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-packages-'));
try {
  if (await installPackagingTools()) {
    const { proveDesktop } = await import('./prove-desktop.ts');
    await proveDesktop(checks, folder);
    await proveNpm(checks, folder);
    await proveSpecs(checks);
    await checks.check('notes of the next release', async () => {
      notesOfThisVersion({ mayBeUnreleased: true });
      return [];
    });
  } else failAtExit();
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (checks.haveFailed) failAtExit();
