import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { NtExecutable, NtExecutableResource } from 'resedit';

/** Returns the hash of the asar's header, and the one in the program, with which Electron compares it. */
export function integrityInProgram(program: string, resources: string): { expected: string; found: string | null } {
  const { headerString } = getRawHeader(path.join(resources, 'app.asar'));
  const expected = createHash('sha256').update(headerString).digest('hex');
  return { expected, found: program.endsWith('.app') ? hashInBundle(program) : hashInExecutable(program) };
}

/** Windows has it in a resource of the program. */
function hashInExecutable(program: string): string | null {
  const entries = NtExecutableResource.from(NtExecutable.from(readFileSync(program))).entries;
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const list = entry ? (JSON.parse(Buffer.from(entry.bin).toString()) as { file: string; value: string }[]) : [];
  return list.find(({ file }) => file === 'resources\\app.asar')?.value ?? null;
}

/** macOS has it in Info.plist. */
function hashInBundle(bundle: string): string | null {
  const list = readFileSync(path.join(bundle, 'Contents/Info.plist'), 'utf8');
  const entry = /<key>Resources\/app\.asar<\/key>\s*<dict>(.*?)<\/dict>/s.exec(list)?.[1] ?? '';
  return /<key>hash<\/key>\s*<string>([\da-f]+)<\/string>/.exec(entry)?.[1] ?? null;
}
