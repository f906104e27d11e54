import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OrderglassError } from '../../shared/errors.ts';
import { type DescribedError, type PlaceInOurCode, placeSchema, type SystemCode, systemCodeSchema } from './entries.ts';
import { errorNames, knownWord } from './words.ts';

const mostPlaces = 12;
const mostLines = 100;
const longestLine = 1000;
const deepestCause = 5;

/**
 * What may be kept of an error: what kind it is, and where in the program it arose. Never its message, which may quote anything.
 * Never throws, whatever was thrown.
 */
export function describeError(error: unknown, folder: string = programFolder()): DescribedError {
  try {
    if (!(error instanceof Error)) return { name: 'other', at: [] };
    const system = systemCodeOf(error);
    return {
      name: knownWord(errorNames, error.name),
      ...(error instanceof OrderglassError ? { code: error.code } : {}),
      ...(system === null ? {} : { system }),
      at: placesOf(error, folder),
    };
  } catch {
    return { name: 'other', at: [] };
  }
}

/** The first one among the error and its causes that has a name which is known. */
function systemCodeOf(error: unknown, depth = deepestCause): SystemCode | null {
  if (depth === 0 || !(error instanceof Error)) return null;
  const own = 'code' in error ? systemCodeSchema.safeParse(error.code).data : undefined;
  return own ?? systemCodeOf(error.cause, depth - 1);
}

function placesOf({ stack }: Error, folder: string): PlaceInOurCode[] {
  if (typeof stack !== 'string') return [];
  const places: PlaceInOurCode[] = [];
  for (const line of stack.split('\n', mostLines)) {
    const place = placeOf(line, folder);
    if (place !== null) places.push(place);
    if (places.length === mostPlaces) break;
  }
  return places;
}

/** `null` outside the program, and where a message pretends to be a line of the stack but no such file is there. */
function placeOf(line: string, folder: string): PlaceInOurCode | null {
  if (line.length > longestLine || !/^\s+at /.test(line)) return null;
  const below = restAfter(line, `${pathToFileURL(folder).href}/`) ?? restAfter(line, `${folder}${path.sep}`);
  const parts = below && /^([^:]{1,180}):(\d{1,6}):(\d{1,6})\)?$/.exec(below);
  if (!parts) return null;
  const [, file = '', row, column] = parts;
  const place = placeSchema.safeParse(`${file.replaceAll('\\', '/')}:${row}:${column}`);
  return place.success && existsSync(path.join(folder, file)) ? place.data : null;
}

function restAfter(line: string, start: string): string | null {
  const index = line.indexOf(start);
  return index < 0 ? null : line.slice(index + start.length);
}

let knownProgramFolder: string | null = null;

/** Where the program's package is: two folders above this file in the source, another number in a bundle. */
function programFolder(): string {
  knownProgramFolder ??= packageFolderOf(import.meta.dirname);
  return knownProgramFolder;
}

function packageFolderOf(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(path.join(folder, 'package.json')) || parent === folder ? folder : packageFolderOf(parent);
}
