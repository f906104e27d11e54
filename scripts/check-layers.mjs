// @ts-check
// Checks which folder of src imports which. Prints each violation with file and line.
import path from 'node:path';
import { checkTree } from './lib/layers.mjs';
import { root } from './lib/run.mjs';

const { files, violations } = checkTree(path.resolve(process.argv[2] ?? path.join(root, 'src')));

for (const { file, line, rule } of violations) console.error(`src/${file}:${line}  ${rule}`);
if (violations.length > 0) process.exitCode = 1;
else console.log(`Layer rules OK (${files} files checked).`);
