import type { ExportFormat } from '../../shared/history.ts';

/** In bytes: file systems take 255, and a folder of the user's may add something of its own. */
const longestName = 180;
/** Not allowed in a name by one system or another, or not to be seen in it. */
const unusable = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
/** Devices of Windows, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name that every system takes, with its ending, of a name that somebody chose. */
export function fileNameOf(name: string, format: ExportFormat): string {
  const plain = name.toWellFormed().replace(unusable, '-').replace(/\s+/gu, ' ');
  const cut = cutTo(plain, longestName).replace(/^[ .]+|[ .]+$/g, '');
  const usable = cut === '' ? 'export' : device.test(cut) ? `_${cut}` : cut;
  return `${usable}.${format}`;
}

function cutTo(text: string, bytes: number): string {
  let length = 0;
  let cut = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    cut += character;
  }
  return cut;
}
