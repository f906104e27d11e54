/** Numbers of processors in the headers of native files. */
const elf: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
const pe: Readonly<Record<number, string>> = { 34404: 'x64', 43620: 'arm64' };
const machO: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };

/** Returns the system and the processor that a native file is made for, such as `linux-x64`, by its header. */
export function targetOf(file: Buffer): string {
  const at16 = (offset: number): number => (offset + 2 <= file.length ? file.readUInt16LE(offset) : 0);
  const at32 = (offset: number): number => (offset + 4 <= file.length ? file.readUInt32LE(offset) : 0);
  if (at32(0) === 0x46_4c_45_7f) return `linux-${elf[at16(18)] ?? 'other'}`;
  if (at32(0) === 0xfe_ed_fa_cf) return `darwin-${machO[at32(4)] ?? 'other'}`;
  const header = at16(0) === 0x5a_4d ? at32(0x3c) : 0;
  if (header !== 0 && at32(header) === 0x45_50) return `win32-${pe[at16(header + 4)] ?? 'other'}`;
  return 'unknown';
}
