// Builds packages: npm run package [-- options]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { withoutAddresses } from '../scripts/lib/output.mjs';
import { root } from '../scripts/lib/run.mjs';
import { packAssistant } from './assistant-bundle.ts';
import { failAtExit } from './fail-at-exit.ts';
import { installPackagingTools } from './install-tools.ts';
import { packNpm } from './npm-package.ts';
import type { System } from './unpacked.ts';

const usage = `Usage: npm run package -- [options]

Builds the packages of this system, for this processor, into dist/. Without secrets for signing in the environment they are unsigned.

  --dir          stop at the unpacked folder
  --npm          build the npm package and the bundle for assistants (.mcpb) only, into dist/
  --inspectable  leave the access to the main process open, for smoke specs (with --dir only)
  -h, --help     show this help
`;

try {
  await run();
} catch (error) {
  console.error(withoutAddresses(error instanceof Error ? error.message : String(error)));
  failAtExit();
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'boolean', default: false },
      npm: { type: 'boolean', default: false },
      inspectable: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  if (values.inspectable && !values.dir)
    throw new Error('--inspectable needs --dir: such a program must not be released.');
  if (!(await buildIfStale())) {
    failAtExit();
    return;
  }
  if (values.npm) {
    const dist = path.join(root, 'dist');
    console.log(await packNpm(dist));
    console.log(await packAssistant(path.join(dist, 'npm'), dist));
    return;
  }
  if (!(await installPackagingTools())) {
    failAtExit();
    return;
  }
  const { buildDesktop, prepareResources } = await import('./build-desktop.ts');
  const { isSigned } = await import('./electron-builder.ts');
  await prepareResources(process.env.GITHUB_REPOSITORY);
  const system = process.platform as System;
  const packages = await buildDesktop(system, {
    environment: process.env,
    targets: values.dir ? ['dir'] : null,
    inspectable: values.inspectable,
  });
  for (const file of packages) console.log(file);
  if (system !== 'linux' && !isSigned(system, process.env)) {
    console.log('These packages are not signed: see "Signing" in docs/releasing.md.');
  }
}
