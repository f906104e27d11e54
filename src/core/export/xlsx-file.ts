import { characterKinds, JsonTexts } from '../../history/index.ts';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import { uint8At } from '../../shared/values/elements.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import { type FileColumn, textsByColumn } from './row-texts.ts';
import { AsciiBytes, Utf8Text } from './utf8-text.ts';
import { zipFile } from './zip-file.ts';

/** Rows of a sheet below its heading. A sheet has at most 1,048,576 rows. */
const maxRows = 1_048_575;
/** Digits that a number cell keeps: spreadsheets calculate with doubles. */
const maxDigits = 15;
/** Characters that a cell can have. */
const maxTextLength = 32_767;
/** Formats of cells, by their places in the styles. */
const styles = { heading: 1, text: 2, time: 3 } as const;
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
  const read = rowReader(columns, chunks);
  const sheets = Array.from({ length: Math.max(1, Math.ceil(total / maxRows)) }, (_, place) => ({
    name: place === 0 ? 'Rows' : `Rows ${place + 1}`,
    xml: () => rowSheet(columns, read, cells),
  }));
  const about = () => Object.entries({ ...facts(), ...cells.facts });
  const all = [...sheets, { name: 'About', xml: () => factSheet(about, cells) }];

  const files = all.map(({ xml }, place) => ({ name: `xl/worksheets/sheet${place + 1}.xml`, parts: xml() }));
  const others = Object.entries(otherParts(all.map((sheet) => sheet.name)));
  yield* zipFile([...files, ...others.map(([name, xml]) => ({ name, parts: [Buffer.from(xml)] }))]);
}

/** The cells of a column of some rows. */
interface CellColumn {
  readonly kind: CellKind;
  readonly texts: JsonTexts;
  /** False if a text may contain the form in which characters are written that XML cannot contain. */
  readonly isBare: boolean;
}

function cellColumn(texts: JsonTexts, kind: CellKind = 'text'): CellColumn {
  return { kind, texts, isBare: !texts.includes('_x') };
}

/** Some rows: their columns, from one place to another. */
interface Piece {
  readonly columns: readonly CellColumn[];
  readonly from: number;
  readonly to: number;
}
/** Returns the next rows, at most `limit`; `null` at the end. */
type ReadRows = (limit: number) => Promise<Piece | null>;

function rowReader<Row>(columns: readonly FileColumn<Row>[], chunks: SelectedRows<Row>['chunks']): ReadRows {
  const source = chunks[Symbol.asyncIterator]();
  let left: Piece = { columns: [], from: 0, to: 0 };
  return async (limit) => {
    while (left.from === left.to) {
      const next = await source.next();
      if (next.done) return null;
      // The text of a time is that of its milliseconds.
      const texts = textsByColumn(columns, next.value, String);
      left = { columns: texts.map((each, at) => cellColumn(each, columns[at]?.kind)), from: 0, to: next.value.length };
    }
    const to = Math.min(left.to, left.from + limit);
    const piece = { ...left, to };
    left = { ...left, from: to };
    return piece;
  };
}

/** Takes rows up to the limit of a sheet, and leaves the others. */
async function* rowSheet(columns: readonly FileColumn<never>[], read: ReadRows, cells: Cells) {
  const { xml } = cells;
  xml.put(`${sheetStart(columns.map(({ kind }) => widths[kind]))}<row r="1">`);
  cells.number.replace('1');
  for (const [place, { heading }] of columns.entries())
    cells.putText(beginOf(place), cellColumn(JsonTexts.of([heading])), 0, 'heading');
  xml.put('</row>');
  const begins = columns.map((_, place) => beginOf(place));
  for (let count = 0; count < maxRows; ) {
    const piece = await read(maxRows - count);
    if (piece === null) break;
    for (let row = piece.from; row < piece.to; row++) {
      cells.number.replace(String(++count + 1));
      xml.putBytes(part.row);
      xml.putBytes(cells.number);
      xml.putBytes(part.cells);
      for (let column = 0; column < columns.length; column++) {
        cells.put(begins[column] as AsciiBytes, piece.columns[column] as CellColumn, row);
      }
      xml.putBytes(part.rowEnd);
    }
    yield xml.take();
  }
  xml.put(sheetEnd);
  yield xml.take();
}

async function* factSheet(facts: () => [string, string][], cells: Cells) {
  const { xml } = cells;
  xml.put(sheetStart([28, 80], false));
  for (const [place, fact] of facts().entries()) {
    xml.put(`<row r="${place + 1}">`);
    cells.number.replace(String(place + 1));
    const texts = cellColumn(JsonTexts.of(fact));
    for (const column of fact.keys()) cells.putText(beginOf(column), texts, column);
    xml.put('</row>');
  }
  xml.put(sheetEnd);
  yield xml.take();
}

class Cells {
  readonly xml = new Utf8Text();
  /** That of the row in its sheet. */
  readonly number = new AsciiBytes(String(maxRows + 1));
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

  /** Writes a cell unless it is empty. `begin` is that of the column's cells, and `place` the cell's in the column. */
  put(begin: AsciiBytes, column: CellColumn, place: number): void {
    const { kind, texts } = column;
    if (texts.isNull(place)) return;
    if (kind === 'text') this.putText(begin, column, place);
    else if (kind === 'time') {
      this.xml.putBytes(begin);
      this.xml.putBytes(this.number);
      this.xml.putBytes(part.time);
      this.xml.put(this.#dayOf(texts.double(place)));
      this.xml.putBytes(part.end);
    } else {
      const isExact = texts.lengthOf(place) <= maxDigits || digitsOf(texts.text(place) ?? '') <= maxDigits;
      if (!isExact) this.#longFigures++;
      this.putText(begin, column, place, isExact ? 'figure' : 'text');
    }
  }

  putText(
    begin: AsciiBytes,
    { texts, isBare }: CellColumn,
    place: number,
    style: keyof typeof textParts = 'text',
  ): void {
    const { xml } = this;
    const form = textParts[style];
    xml.putBytes(begin);
    xml.putBytes(this.number);
    const kind = uint8At(texts.kinds, place);
    const canBeBare = isBare && texts.lengthOf(place) <= maxTextLength;
    if (canBeBare && texts.isPlain && xml.putIfCommon(texts, place, { start: form.bare, refused: notBare })) {
      xml.putBytes(part.end);
      return;
    }
    if (canBeBare && !texts.isPlain && (kind & notBare) === 0) {
      xml.putBytes(form.bare);
      if ((kind & characterKinds.quote) === 0) xml.putPlain(texts, place);
      else xml.putQuotes(texts, place, 1);
      xml.putBytes(part.end);
      return;
    }
    const text = texts.text(place) ?? '';
    const isLong = text.length > maxTextLength;
    if (isLong) this.#cutTexts++;
    xml.putBytes(form.escaped);
    xml.put(escapeXml(isLong ? text.slice(0, maxTextLength) : text));
    xml.putBytes(part.escapedEnd);
  }

  /** Days since the first one, on a clock of the zone. */
  #dayOf(time: number): string {
    const local = time + this.#offsets.at(time) - firstDay;
    return withoutZeros((local / dayMs).toFixed(10));
  }
}

/** Returns a number with a point without the zeros at its end. */
function withoutZeros(number: string): string {
  let end = number.length;
  while (number[end - 1] === '0') end--;
  return number.slice(0, number[end - 1] === '.' ? end - 1 : end);
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

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(special, (character) => entities[character] ?? '');
}

/** Characters that a bare text must not have: special ones, and white space, which some programs would take away. Most texts are bare, which is two thirds as long. */
const notBare = characterKinds.whiteOrTag | characterKinds.rare;

const beginOf = (column: number) => new AsciiBytes(`<c r="${letters(column)}`);
/** What stands around the numbers, the figures and the texts of rows and cells. */
const part = {
  row: new AsciiBytes('<row r="'),
  cells: new AsciiBytes('">'),
  rowEnd: new AsciiBytes('</row>'),
  time: new AsciiBytes(`" s="${styles.time}"><v>`),
  end: new AsciiBytes('</v></c>'),
  escapedEnd: new AsciiBytes('</t></is></c>'),
};
const textParts = {
  heading: partsOfText(styles.heading),
  text: partsOfText(styles.text),
  figure: { ...partsOfText(styles.text), bare: new AsciiBytes('"><v>') },
};

function partsOfText(style: number) {
  return {
    bare: new AsciiBytes(`" s="${style}" t="str"><v>`),
    escaped: new AsciiBytes(`" s="${style}" t="inlineStr"><is><t xml:space="preserve">`),
  };
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
function otherParts(names: readonly string[]): Record<string, string> {
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
