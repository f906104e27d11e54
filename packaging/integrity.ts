import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { NtExecutable, NtExecutableResource } from 'resedit';

/** Returns the hash of the asar's header, and the one in the program, with which Electron compares it. */
export function integrityInProgram(program: string, resources: string): { expected: string; found: string | null } {
  const { headerString } = getRawHeader(path.join(resources, 'app.asar'));
  const expected = createHash('sha256').update(headerString).digest('hex');
  const entries = NtExecutableResource.from(NtExecutable.from(readFileSync(program))).entries;
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const list = entry ? (JSON.parse(Buffer.from(entry.bin).toString()) as { file: string; value: string }[]) : [];
  return { expected, found: list.find(({ file }) => file === 'resources\\app.asar')?.value ?? null };
}
