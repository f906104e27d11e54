import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { capture, root } from '../scripts/lib/run.mjs';
import { shippedPackages, writeThirdParty } from './third-party.ts';

/** Oldest Node with everything that the program uses without an option. packaging/npm/orderglass.cjs checks it, too. */
const node = '>=24';

/**
 * Stages and packs the npm package into a folder: the bundled browser host, the built page and a package.json of its own, so that the
 * repository's cannot be published by mistake. Needs a built `out`. Resolves with the path of the tarball.
 */
export async function packNpm(folder: string): Promise<string> {
  const stage = path.join(folder, 'npm');
  await rm(stage, { recursive: true, force: true });
  await mkdir(path.join(stage, 'bin'), { recursive: true });
  const copied = {
    LICENSE: 'LICENSE',
    'packaging/npm/README.md': 'README.md',
    'packaging/npm/orderglass.cjs': 'bin/orderglass.cjs',
    'out/browser-host': 'out/browser-host',
    'out/renderer': 'out/renderer',
  };
  for (const [from, to] of Object.entries(copied)) {
    const filter = (file: string): boolean => !file.endsWith('licenses.json');
    await cp(path.join(root, from), path.join(stage, to), { recursive: true, filter });
  }
  const bundles = ['browser-host/licenses', 'browser-host/history-worker.licenses', 'renderer/licenses'];
  const files = bundles.map((name) => `out/${name}.json`);
  await writeThirdParty(root, await shippedPackages(root, { bundles: files, folders: [] }), stage);
  await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(await packageFile(process.env), null, 2)}\n`);

  const packed = await runOrThrow(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${folder}`],
    stage,
  );
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[];
  return path.join(folder, filename);
}

/** Returns the package.json. The release's environment names the repository. */
export async function packageFile({ GITHUB_REPOSITORY: repository }: NodeJS.ProcessEnv): Promise<object> {
  const { name, version, description, keywords, license, author, optionalDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    ...(repository === undefined ? {} : addresses(`https://github.com/${repository}`)),
    type: 'module',
    bin: { orderglass: 'bin/orderglass.cjs' },
    files: ['bin', 'out', 'THIRD-PARTY.txt', 'sbom.cdx.json'],
    engines: { node },
    optionalDependencies,
  };
}

function addresses(home: string): object {
  return {
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    // npm compares it with the repository that publishes.
    repository: { type: 'git', url: `git+${home}.git` },
  };
}

async function runOrThrow(program: string, args: string[], folder: string): Promise<string> {
  const { code, output } = await capture(program, args, {
    cwd: folder,
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (code !== 0) throw new Error(output.trimEnd());
  return output;
}
