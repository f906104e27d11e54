import path from 'node:path';
import { readOptions } from '../src/browser-host/options.ts';
import { startProgram } from '../src/browser-host/run.ts';
import { serveFolder } from '../src/browser-host/static-files.ts';

/** The browser host with an empty page. */
const program = await startProgram(readOptions(process.argv.slice(2), process.cwd()), {
  page: serveFolder(path.resolve(import.meta.dirname, '../out/bench-blank')),
});
console.log(program.launchUrl);
process.once('SIGTERM', () => void program.close());
