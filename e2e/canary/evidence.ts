import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { type Canary, createSearch, type Leak } from './search.ts';

/** Everything that was recorded, searched as it comes in. */
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

  /** How many bytes of this kind were searched. */
  searched(kind: string): number {
    return this.#bytes.get(kind) ?? 0;
  }

  /** `where` is for who reads of a leak. */
  add(kind: string, where: string, content: Buffer | string): void {
    this.#bytes.set(kind, this.searched(kind) + Buffer.byteLength(content));
    this.#leaks.push(...this.#search(`${kind}: ${where}`, content));
  }

  /** Every file below it, with its name. */
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
    // A running program removes files of its own at any time.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
