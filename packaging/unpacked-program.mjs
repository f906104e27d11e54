// @ts-check
// Prints the path of the program that `npm run package` has built, unpacked. For the workflows.
import { existsSync } from 'node:fs';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '../dist');
const names = [
  'linux-unpacked/orderglass',
  'linux-arm64-unpacked/orderglass',
  'win-unpacked/Orderglass.exe',
  'win-arm64-unpacked/Orderglass.exe',
  'mac/Orderglass.app/Contents/MacOS/Orderglass',
  'mac-arm64/Orderglass.app/Contents/MacOS/Orderglass',
];
const found = names.map((name) => path.join(dist, name)).filter((file) => existsSync(file));
if (found.length === 1) console.log(found[0]);
else {
  console.error(`dist holds ${found.length} unpacked programs, not one.`);
  process.exitCode = 1;
}
