import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import {
  fileList,
  findStoredData,
  removeStoredData,
  type StoredData,
  withoutKeychainEntries,
} from '../core/files/remove-data.ts';
import type { HostText } from '../shared/text/host-en.ts';
import { hostText } from '../shared/text/host-text.ts';

/** Typed to confirm. The same in every language. */
const confirmation = 'remove';

interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks in the terminal, then removes the data in a folder and in the keychain. Resolves with the exit code. */
export async function askAndRemoveData(
  folder: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<number> {
  const { removeData: text } = hostText('system', Intl.DateTimeFormat().resolvedOptions().locale);
  const say = (line: string): void => void output.write(`${line}\n`);
  const data = await findStoredData(folder);
  if (data === null) {
    say(text.nothing(folder));
    return 0;
  }
  say(`${text.title}\n\n${text.detail(folder, fileList(data.files), data.keychainEntries.length)}\n`);
  if ((await ask(text.typeToContinue(confirmation), { input, output })) !== confirmation) {
    say(text.canceled);
    return 1;
  }
  return remove(data, text, say);
}

/**
 * Removes the data that the user has confirmed in the page. The program must have removed the entries in the keychain and ended. Resolves
 * with the exit code.
 */
export async function removeData(folder: string, text: HostText['removeData']): Promise<number> {
  const data = await findStoredData(folder);
  // The lines are for the user. A pipe reads the link only.
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  return data === null ? 0 : remove(withoutKeychainEntries(data), text, say);
}

async function remove(data: StoredData, text: HostText['removeData'], say: (line: string) => void): Promise<number> {
  try {
    const { left, notShown } = await removeStoredData(data);
    say(text.done);
    if (notShown.length > 0) say(text.notShown(notShown));
    if (left.length > 0) say(text.left(data.folder));
    return 0;
  } catch (error) {
    say(`${text.failed}: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

/** Resolves with the typed line; '' if the input ends. */
async function ask(question: string, terminal: Terminal): Promise<string> {
  const lines = createInterface(terminal);
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}
