import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const require = createRequire(import.meta.url);

/** Sizes (px) of the icons of Linux, which finds them by their size. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** Types of the entries of an icns file by size (px). */
const macTypes: readonly [type: string, size: number][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Draws `icon.ico`, `icon.icns` and `icons/<size>x<size>.png` from an SVG file into a folder. The same input gives the same bytes. */
export async function drawIcons(svgFile: string, folder: string): Promise<void> {
  await loadRenderer();
  const svg = await readFile(svgFile, 'utf8');
  // macOS leaves a tenth of the square empty around an icon.
  const macSvg = svg.replace('viewBox="0 0 64 64"', 'viewBox="-7.75 -7.75 79.5 79.5"');
  if (macSvg === svg) throw new Error(`${svgFile} has another view box than the icon of macOS is made for.`);

  await mkdir(path.join(folder, 'icons'), { recursive: true });
  for (const size of linuxSizes) {
    await writeFile(path.join(folder, `icons/${size}x${size}.png`), draw(svg, size).asPng());
  }
  await writeFile(path.join(folder, 'icon.ico'), ico(windowsSizes.map((size) => ({ size, image: draw(svg, size) }))));
  await writeFile(
    path.join(folder, 'icon.icns'),
    icns(macTypes.map(([type, size]) => ({ type, png: draw(macSvg, size).asPng() }))),
  );
}

let isLoaded: Promise<void> | null = null;

function loadRenderer(): Promise<void> {
  isLoaded ??= readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm));
  return isLoaded;
}

type Image = ReturnType<InstanceType<typeof Resvg>['render']>;

function draw(svg: string, size: number): Image {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
}

/** Returns an ico file: PNG for 256 px, and bitmaps for smaller sizes, which all readers know. */
function ico(icons: readonly { size: number; image: Image }[]): Buffer {
  const images = icons.map(({ size, image }) => (size === 256 ? Buffer.from(image.asPng()) : bitmap(image, size)));
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(icons.length, 4);
  let offset = header.length + 16 * icons.length;
  const entries = icons.map(({ size }, position) => {
    const length = images[position]?.length ?? 0;
    const entry = Buffer.alloc(16);
    // 0 stands for 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}

/** Returns a bitmap without file header, 32 bits a pixel, from the bottom row to the top row, with an empty mask. */
function bitmap(image: Image, size: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // Twice the height: the pixels and the mask.
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(size * size * 4);
  const source = image.pixels;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = ((size - 1 - y) * size + x) * 4;
      const alpha = source[from + 3] ?? 0;
      // The renderer has multiplied the colors by alpha. A bitmap stores the plain colors, blue first.
      const plain = (channel: number) =>
        alpha === 0 ? 0 : Math.min(255, Math.round(((source[from + channel] ?? 0) * 255) / alpha));
      pixels.set([plain(2), plain(1), plain(0), alpha], to);
    }
  }
  return Buffer.concat([header, pixels, Buffer.alloc(Math.ceil(size / 32) * 4 * size)]);
}

/** Returns an icns file with PNG entries. */
function icns(entries: readonly { type: string; png: Uint8Array }[]): Buffer {
  const blocks = entries.map(({ type, png }) => block(type, Buffer.from(png)));
  return block('icns', Buffer.concat(blocks));
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
