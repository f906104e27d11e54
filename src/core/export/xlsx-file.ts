import { ColumnTexts, characterKinds, type WordTexts } from '../../history/index.ts';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import { uint8At, uintAt } from '../../shared/values/elements.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import { type FileColumn, milliseconds, textsByColumn } from './row-texts.ts';
import { EncodedText, EncodedWords, Utf8Text } from './utf8-text.ts';
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
  readonly texts: ColumnTexts;
  /** The place of each row's text; `null` if it is that of the row. */
  readonly codes: WordTexts['codes'] | null;
  /** The cells of the texts behind the number of the row, '' for none; `null` if they are written one by one. */
  readonly cells: readonly EncodedText[] | null;
  /** False if a text may contain the form in which characters are written that XML cannot contain. */
  readonly isBare: boolean;
}

function cellColumn(texts: ColumnTexts | WordTexts, kind: CellKind, encoded: EncodedWords): CellColumn {
  if (texts instanceof ColumnTexts) return { kind, texts, codes: null, cells: null, isBare: !texts.includes('_x') };
  const { words, known, codes } = texts;
  const areEncoded = kind === 'text' && !words.some((word) => isLong(word ?? ''));
  return { kind, texts: known, codes, cells: areEncoded ? encoded.of(words, '') : null, isBare: false };
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
  const encoded = columns.map(() => new EncodedWords((word) => (word === null ? '' : textCell(word, 'text'))));
  let left: Piece = { columns: [], from: 0, to: 0 };
  return async (limit) => {
    while (left.from === left.to) {
      const next = await source.next();
      if (next.done) return null;
      const texts = textsByColumn(columns, next.value, milliseconds);
      const cells = columns.map(({ kind }, at) =>
        cellColumn(texts[at] as ColumnTexts | WordTexts, kind, encoded[at] as EncodedWords),
      );
      left = { columns: cells, from: 0, to: next.value.length };
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
    cells.putCell(beginOf(place), new EncodedText(textCell(heading, 'heading')));
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
        cells.put(begins[column] as EncodedText, piece.columns[column] as CellColumn, row);
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
    for (const [column, text] of fact.entries())
      cells.putCell(beginOf(column), new EncodedText(textCell(text, 'text')));
    xml.put('</row>');
  }
  xml.put(sheetEnd);
  yield xml.take();
}

class Cells {
  readonly xml = new Utf8Text();
  /** That of the row in its sheet. */
  readonly number = new EncodedText(String(maxRows + 1));
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

  /** Writes the cell of a row unless it is empty. `begin` is that of the column's cells. */
  put(begin: EncodedText, column: CellColumn, row: number): void {
    const { kind, texts, codes, cells } = column;
    const place = codes === null ? row : uintAt(codes, row);
    if (cells !== null) this.putCell(begin, cells[place] as EncodedText);
    else if (texts.isNull(place)) return;
    else if (kind === 'text') this.#putText(begin, column, place, 'text');
    else if (kind === 'time') {
      this.xml.putBytes(begin);
      this.xml.putBytes(this.number);
      this.xml.putBytes(part.time);
      this.xml.put(this.#dayOf(texts.double(place)));
      this.xml.putBytes(part.end);
    } else {
      const isExact = texts.lengthOf(place) <= maxDigits || digitsOf(texts.text(place) ?? '') <= maxDigits;
      if (!isExact) this.#longFigures++;
      this.#putText(begin, column, place, isExact ? 'figure' : 'text');
    }
  }

  /** `cell`: what stands behind the number of the row; '' for none. */
  putCell(begin: EncodedText, cell: EncodedText): void {
    if (cell.length === 0) return;
    this.xml.putBytes(begin);
    this.xml.putBytes(this.number);
    this.xml.putBytes(cell);
  }

  #putText(begin: EncodedText, { texts, isBare }: CellColumn, place: number, style: 'text' | 'figure'): void {
    const { xml } = this;
    const start = bareStarts[style];
    xml.putBytes(begin);
    xml.putBytes(this.number);
    const kind = uint8At(texts.kinds, place);
    const canBeBare = isBare && texts.lengthOf(place) <= maxTextLength;
    if (canBeBare && texts.isPlain && xml.putIfCommon(texts, place, { start, refused: notBare })) {
      xml.putBytes(part.end);
      return;
    }
    if (canBeBare && !texts.isPlain && (kind & notBare) === 0) {
      xml.putBytes(start);
      if ((kind & characterKinds.quote) === 0) xml.putPlain(texts, place);
      else xml.putQuotes(texts, place, 1);
      xml.putBytes(part.end);
      return;
    }
    const text = texts.text(place) ?? '';
    if (isLong(text)) this.#cutTexts++;
    xml.put(textCell(text.slice(0, maxTextLength), style));
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

const bareText = /^(?!.*_x)[!-~]*$/;
const hasSpecial = /[&<>]/;

function isLong(text: string): boolean {
  return text.length > maxTextLength;
}

/** Returns a cell of text behind the number of its row. */
function textCell(text: string, style: keyof typeof textForms): string {
  const isBare = bareText.test(text) && !hasSpecial.test(text);
  const { bare, escaped } = textForms[style];
  return isBare ? `${bare}${text}${end}` : `${escaped}${escapeXml(text)}${escapedEnd}`;
}

const beginOf = (column: number) => new EncodedText(`<c r="${letters(column)}`);
/** What stands around the numbers, the figures and the texts of rows and cells. */
const end = '</v></c>';
const escapedEnd = '</t></is></c>';
const part = {
  row: new EncodedText('<row r="'),
  cells: new EncodedText('">'),
  rowEnd: new EncodedText('</row>'),
  time: new EncodedText(`" s="${styles.time}"><v>`),
  end: new EncodedText(end),
};
const textForms = {
  heading: formsOf(styles.heading),
  text: formsOf(styles.text),
  figure: { ...formsOf(styles.text), bare: '"><v>' },
};
const bareStarts = {
  text: new EncodedText(textForms.text.bare),
  figure: new EncodedText(textForms.figure.bare),
};

function formsOf(style: number) {
  return {
    bare: `" s="${style}" t="str"><v>`,
    escaped: `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`,
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
