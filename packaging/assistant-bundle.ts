import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { assistantTools } from '../src/assistant/assistant.ts';
import { sourceDate } from './source-date.ts';

/** The page is not needed: an assistant has none. */
const left = /^(?:out\/renderer\/|README\.md$)/;

/**
 * Packs the staged npm package as an MCP bundle, which a client such as Claude Desktop installs by opening it. `stage`: see `packNpm`.
 * Resolves with the path of the bundle.
 */
export async function packAssistant(stage: string, folder: string): Promise<string> {
  const manifest = await bundleManifest(stage);
  const file = path.join(folder, `${manifest.name}-${manifest.version}.mcpb`);
  const contents: Record<string, Uint8Array> = { 'manifest.json': strToU8(`${JSON.stringify(manifest, null, 2)}\n`) };
  const entries = await readdir(stage, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const each of files.sort()) {
    const name = path.relative(stage, each).replaceAll(path.sep, '/');
    if (!left.test(name)) contents[name] = await readFile(each);
  }
  await writeFile(file, zipSync(contents, { mtime: sourceDate() * 1000 }));
  return file;
}

/** Returns manifest.json of a bundle (MCPB 0.3). */
async function bundleManifest(stage: string) {
  const text = await readFile(path.join(stage, 'package.json'), 'utf8');
  const { name, version, license, author, keywords, engines, homepage } = JSON.parse(text) as Record<string, string> & {
    engines: { node: string };
  };
  const program = 'bin/orderglass.cjs';
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Orderglass',
    version,
    description:
      'Lets an assistant read the orders, trades, and statements that Orderglass has stored on this computer.',
    author: { name: author },
    license,
    keywords,
    ...(homepage === undefined ? {} : { homepage }),
    server: {
      type: 'node',
      entry_point: program,
      // The client puts the folder of the bundle there.
      mcp_config: { command: 'node', args: [`\${__dirname}/${program}`, 'mcp'] },
    },
    tools: assistantTools(),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  };
}
