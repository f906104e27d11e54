import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { packAssistant } from './assistant-bundle.ts';
import { packageFile } from './npm-package.ts';

it('a bundle has the program without its page, and a manifest that names the program and its tools', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stage = path.join(folder, 'npm');
  const files = ['bin/orderglass.cjs', 'out/browser-host/cli.js', 'out/renderer/index.html', 'LICENSE', 'README.md'];
  for (const file of files) {
    await mkdir(path.dirname(path.join(stage, file)), { recursive: true });
    await writeFile(path.join(stage, file), file);
  }
  await writeFile(path.join(stage, 'package.json'), JSON.stringify(await packageFile({})));
  const bundle = await packAssistant(stage, folder);
  expect(path.basename(bundle)).toMatch(/^orderglass-\d+\.\d+\.\d+\.mcpb$/);
  const entries = unzipSync(await readFile(bundle));
  expect(Object.keys(entries).sort()).toEqual([
    'LICENSE',
    'bin/orderglass.cjs',
    'manifest.json',
    'out/browser-host/cli.js',
    'package.json',
  ]);
  const manifest = JSON.parse(strFromU8(entries['manifest.json'] ?? new Uint8Array())) as {
    server: { entry_point: string; mcp_config: { args: string[] } };
    tools: { name: string; description: string }[];
  };
  expect(entries).toHaveProperty([manifest.server.entry_point]);
  expect(manifest.server.mcp_config.args.join(' ')).toBe(`\${__dirname}/${manifest.server.entry_point} mcp`);
  expect(manifest.tools).toHaveLength(8);
  for (const { description } of manifest.tools) expect(description).not.toBe('');
});
