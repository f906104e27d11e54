import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('keytar on a processor for which it has no native part says that the system is not supported', async () => {
  const module = pathToFileURL(path.join(import.meta.dirname, 'keytar-module.ts')).href;
  const script = `
    Object.defineProperty(process, 'arch', { value: 'riscv64' });
    const { loadKeytar, explainLoadFailure } = await import(${JSON.stringify(module)});
    const failure = await loadKeytar().catch((error) => error);
    console.log(explainLoadFailure(failure).reason, explainLoadFailure(failure).message);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe(
    'system-unsupported The module that connects to the keychain does not support this system. (MODULE_NOT_FOUND)\n',
  );
});
