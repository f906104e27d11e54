import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { type Canary, createSearch, type Leak } from './search.ts';

/** Searches everything that is recorded for canaries. */
export class Evidence {
  readonly #search: ReturnType<typeof createSearch>;
  readonly #leaks: Leak[] = [];
  readonly #bytes = new Map<string, number>();

  constructor(canaries: readonly Canary[]) {
    this.#search = createSearch(canaries);
  }

  get leaks(): readonly Leak[] {
    return this.#leaks;
  }

  /** Returns the number of searched bytes of a kind. */
  searched(kind: string): number {
    return this.#bytes.get(kind) ?? 0;
  }

  /** Searches some content. `where` describes its source in a leak. */
  add(kind: string, where: string, content: Buffer | string): void {
    this.#bytes.set(kind, this.searched(kind) + Buffer.byteLength(content));
    this.#leaks.push(...this.#search(`${kind}: ${where}`, content));
  }

  /** Searches the names and the content of all files in a folder. */
  async addFolder(kind: string, folder: string): Promise<void> {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = path.join(folder, name);
      this.add(kind, 'a name', name);
      const content = await readFileOrLink(file);
      if (content) this.add(kind, name, content);
    }
  }
}

async function readFileOrLink(file: string): Promise<Buffer | string | null> {
  try {
    const facts = await lstat(file);
    if (facts.isSymbolicLink()) return await readlink(file);
    return facts.isFile() ? await readFile(file) : null;
  } catch (error) {
    // A running program may delete files at any time.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
