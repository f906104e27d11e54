import type { ExportFormat } from '../../shared/orders/history.ts';

/** Bytes. File systems allow 255, and sync folders of the user may append something. */
const maxNameBytes = 180;
/** Characters that some system does not allow in a name, and invisible ones. */
const unusable = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
/** Device names of Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Makes a file name that is valid on every system, with its extension, from any text. */
export function fileNameOf(name: string, format: ExportFormat): string {
  const plain = name.toWellFormed().replace(unusable, '-').replace(/\s+/gu, ' ');
  const cut = cutTo(plain, maxNameBytes).replace(/^[ .]+|[ .]+$/g, '');
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
