// Proves what is in the packages, without Electron's binary: npm run package:check
import { installPackagingTools } from './install-tools.ts';

const hasTools = await installPackagingTools();
const isProven = hasTools && (await (await import('./prove.ts')).provePackages());
if (!isProven) process.exitCode = 1;
