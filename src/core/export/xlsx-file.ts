import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import type { FileColumn } from './row-texts.ts';

/** Rows of a sheet below its heading. A sheet has at most 1,048,576 rows. */
const maxRows = 1_048_575;
/** Digits that a number cell keeps: spreadsheets calculate with doubles. */
const maxDigits = 15;
/** Characters that a cell can have. */
const maxTextLength = 32_767;
/** Formats of cells, by their places in the styles. */
const styles = { general: 0, heading: 1, text: 2, time: 3 } as const;
const widths: Readonly<Record<CellKind, number>> = { text: 22, decimal: 16, integer: 14, time: 24 };
const dayMs = 86_400_000;
/** 1899-12-30, from which spreadsheets count days. */
const firstDay = Date.UTC(1899, 11, 30);

/**
 * Yields an XLSX workbook: a sheet with the rows, further ones if there are more rows than a sheet can have, and the sheet "About" with the
 * facts. `facts` is called after the last row. IDs and words are text cells, times are date cells in the zone, and decimals are number cells
 * if a double keeps their digits, otherwise text cells, whose number is one of the facts. No cell is a formula.
 */
export async function* xlsxFile<Row>(
  columns: readonly FileColumn<Row>[],
  { total, chunks }: SelectedRows<Row>,
  facts: () => Readonly<Record<string, string>>,
  zone: string,
): AsyncGenerator<Uint8Array> {
  const cells = new Cells(zone);
  const read = rowReader(chunks);
  const sheets = Array.from({ length: Math.max(1, Math.ceil(total / maxRows)) }, (_, place) => ({
    name: place === 0 ? 'Rows' : `Rows ${place + 1}`,
    xml: () => rowSheet(columns, read, cells),
  }));
  const about = () => Object.entries({ ...facts(), ...cells.facts });
  const all = [...sheets, { name: 'About', xml: () => factSheet(about, cells) }];

  const zip = new ZipFile();
  zip.on('error', (error) => void (zip.outputStream as Readable).destroy(error as Error));
  for (const [place, { xml }] of all.entries()) {
    // Its first part is made when it is read: the sheets come one after the other.
    zip.addReadStream(Readable.from(xml(), { objectMode: false }), `xl/worksheets/sheet${place + 1}.xml`, {
      compressionLevel: 1,
    });
  }
  for (const [path, xml] of Object.entries(parts(all.map((sheet) => sheet.name))))
    zip.addBuffer(Buffer.from(xml), path);
  zip.end();
  yield* zip.outputStream as Readable;
}

/** Returns the next rows, at most `limit`; none at the end. */
type ReadRows<Row> = (limit: number) => Promise<readonly Row[]>;

function rowReader<Row>(chunks: AsyncIterable<readonly Row[]>): ReadRows<Row> {
  const source = chunks[Symbol.asyncIterator]();
  let left: readonly Row[] = [];
  return async (limit) => {
    while (left.length === 0) {
      const next = await source.next();
      if (next.done) return [];
      left = next.value;
    }
    const taken = left.slice(0, limit);
    left = left.slice(limit);
    return taken;
  };
}

/** Takes rows up to the limit of a sheet, and leaves the others. */
async function* rowSheet<Row>(columns: readonly FileColumn<Row>[], read: ReadRows<Row>, cells: Cells) {
  const headings = columns.map(({ heading }, place) => cells.text(letters(place), 1, heading, styles.heading));
  const writers = columns.map((column, place) => cells.writer(column, letters(place)));
  let part = `${sheetStart(columns.map(({ kind }) => widths[kind]))}<row r="1">${headings.join('')}</row>`;
  for (let count = 0; count < maxRows; ) {
    const rows = await read(maxRows - count);
    if (rows.length === 0) break;
    for (const row of rows) {
      const place = ++count + 1;
      part += `<row r="${place}">`;
      for (const write of writers) part += write(row, place);
      part += '</row>';
    }
    yield Buffer.from(part);
    part = '';
  }
  yield Buffer.from(part + sheetEnd);
}

async function* factSheet(facts: () => [string, string][], cells: Cells) {
  const rows = facts().map(
    (fact, place) =>
      `<row r="${place + 1}">${fact.map((text, column) => cells.text(letters(column), place + 1, text)).join('')}</row>`,
  );
  yield Buffer.from(sheetStart([28, 80], false) + rows.join('') + sheetEnd);
}

class Cells {
  readonly #offsets: ReturnType<typeof zoneOffsets>;
  #longFigures = 0;
  #cutTexts = 0;

  constructor(zone: string) {
    this.#offsets = zoneOffsets(zone);
  }

  get facts(): Record<string, string> {
    return {
      figuresAsText: `${this.#longFigures} (more than ${maxDigits} digits)`,
      ...(this.#cutTexts === 0 ? {} : { cutTexts: `${this.#cutTexts} (longer than ${maxTextLength} characters)` }),
    };
  }

  /** Returns the function that writes the cell of a column in a row. */
  writer<Row>({ kind, textOf }: FileColumn<Row>, column: string): (row: Row, place: number) => string {
    return (row, place) => {
      // The text of a time is that of its milliseconds.
      const text = textOf(row, String);
      if (text === null) return '';
      if (kind === 'text') return this.text(column, place, text);
      if (kind === 'time') return numberCell(column, place, styles.time, this.#dayOf(Number(text)));
      if (text.length <= maxDigits || digitsOf(text) <= maxDigits)
        return numberCell(column, place, styles.general, text);
      this.#longFigures++;
      return this.text(column, place, text);
    };
  }

  text(column: string, place: number, text: string, style: number = styles.text): string {
    if (text.length > maxTextLength) this.#cutTexts++;
    const xml = escapeXml(text.slice(0, maxTextLength));
    return `<c r="${column}${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`;
  }

  /** Days since the first one, on a clock of the zone. */
  #dayOf(time: number): string {
    const local = time + this.#offsets.at(time) - firstDay;
    return (local / dayMs).toFixed(10).replace(/\.?0+$/, '');
  }
}

function numberCell(column: string, place: number, style: number, number: string): string {
  return `<c r="${column}${place}" s="${style}"><v>${number}</v></c>`;
}

function letters(column: number): string {
  return (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
}

/** Significant digits of a decimal. */
function digitsOf(decimal: string): number {
  return decimal.replace(/^-?[0.]*/, '').replace('.', '').length;
}

/** What XML cannot contain, or what spreadsheets would read as the form in which such characters are written. */
const unwritable = /[^\t\n\u0020-\uFFFD]|_(?=x[0-9A-Fa-f]{4}_)/g;
const special = /[&<>]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Most texts: without special characters, halves of characters, and the beginning of an escape. */
const isPlain = /^[\t\n -%'-;=?-^`-\uD7FF\uE000-\uFFFD]*$/;

function escapeXml(text: string): string {
  if (isPlain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(special, (character) => entities[character] ?? '');
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetEnd = '</sheetData></worksheet>';

function sheetStart(columnWidths: readonly number[], hasHeading = true): string {
  const columns = columnWidths.map(
    (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${hasHeading ? frozen : ''}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** The parts of a workbook beside its sheets, by their paths. */
function parts(names: readonly string[]): Record<string, string> {
  const sheets = names.map((name, place) => `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`);
  const links = names.map(
    (_, place) =>
      `<Relationship Id="rId${place + 1}" Type="${office}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
  );
  const types = names.map(
    (_, place) =>
      `<Override PartName="/xl/worksheets/sheet${place + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  );
  const relationships = `${declaration}<Relationships xmlns="${packageTypes}/relationships">`;
  return {
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${relationships}${links.join('')}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    '_rels/.rels': `${relationships}<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${types.join('')}</Types>`,
  };
}
