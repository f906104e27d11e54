import { perObject } from '../../platform/per-object.ts';
import { hangingPlaces } from '../text/short-decimal.ts';
import type { ColumnRegion, PlacedColumn } from './column-table.ts';
import { endFlashes, flashCells } from './flash.ts';

/** Returns the CSS variable with the width of a column. A variable lets a column change its width without a redraw of rows. */
export function widthVariable(columnId: string): string {
  return `--width-${columnId}`;
}

/** Returns the CSS variable with the distance between a pinned column and the side of the table at which it stays. */
export function offsetVariable(columnId: string): string {
  return `--offset-${columnId}`;
}

/** Returns the CSS variable with the most decimal places beyond two in the cells of a column. Unset without such a cell. */
function hangVariable(columnId: string): string {
  return `--hang-${columnId}`;
}

/** Returns the style of a cell: its width and, if the column is pinned, its distance from the side. */
export function cellStyle(columnId: string, region: ColumnRegion): Record<string, string> {
  const width = `var(${widthVariable(columnId)})`;
  return region === 'center' ? { width } : { width, '--offset': `var(${offsetVariable(columnId)})` };
}

/** Returns `start` or `end` for a pinned column beside the scrolled ones, which draws the line between the two. */
export function edgeOf(columns: readonly { region: ColumnRegion }[], index: number): 'start' | 'end' | undefined {
  const region = columns[index]?.region;
  if (region === 'start' && columns[index + 1]?.region !== 'start') return 'start';
  return region === 'end' && columns[index - 1]?.region !== 'end' ? 'end' : undefined;
}

/** The cells of an empty row, cloned for each row element. */
interface Template {
  /** Equal for columns whose cells differ in nothing but their contents. */
  readonly signature: string;
  readonly cells: DocumentFragment;
}

const templateOf = perObject((columns: readonly PlacedColumn<never>[]): Template => {
  const cells = document.createDocumentFragment();
  for (const [index, { id, region, meta }] of columns.entries()) {
    const cell = document.createElement('div');
    cell.role = 'gridcell';
    cell.ariaColIndex = String(index + 1);
    cell.className = 'table-cell';
    // With `:first-child` instead, a change of their row would compute the styles of all cells again.
    if (index === 0) cell.dataset.first = 'true';
    for (const [name, value] of Object.entries(cellStyle(id, region))) cell.style.setProperty(name, value);
    cell.dataset.column = String(index);
    cell.dataset.col = id;
    if (meta.align) cell.dataset.align = meta.align;
    if (meta.alignsPoint) {
      cell.dataset.point = 'true';
      cell.style.setProperty('--room', `var(${hangVariable(id)}, 0)`);
      cell.style.setProperty('--column', `var(${widthVariable(id)})`);
    }
    if (meta.press) cell.dataset.press = 'true';
    if (region !== 'center') cell.dataset.pinned = region;
    const edge = edgeOf(columns, index);
    if (edge) cell.dataset.edge = edge;
    cell.append('');
    cells.append(cell);
  }
  const signature = columns
    .map(
      ({ id, region, meta }) =>
        `${id} ${region} ${meta.align ?? ''} ${meta.press !== undefined} ${meta.alignsPoint === true}`,
    )
    .join('\n');
  return { signature, cells };
});

/** Appearance of a cell apart from its text. */
interface CellLook {
  tone: string | null;
  warning: string | null;
  remark: string | null;
  note: string | null;
  aside: string | null;
  label: string | null;
  /** From 0 to 100; `null` if the cell has no bar now; `undefined` if its column has none. */
  bar: number | null | undefined;
  /** See `hangingPlaces`. */
  hang: number;
  /** Characters of a figure that is aligned at its point, at least `usualLength`. */
  length: number;
}

/** Characters of an aligned figure for which every column has room. */
const usualLength = 7;
const plain: CellLook = {
  tone: null,
  warning: null,
  remark: null,
  note: null,
  aside: null,
  label: null,
  bar: undefined,
  hang: 0,
  length: usualLength,
};

/** Words of a cell for screen readers. */
interface CellWords {
  /** Returns a figure together with its warning. */
  marked: (figure: string, warning: string) => string;
  /** Returns the user's note on a row with the word for it. */
  noted: (note: string) => string;
  /** Returns a shortened figure together with its digits. An accessible name contains the visible text. */
  exactly: (shown: string, full: string) => string;
}

function lookOf<Row>({ meta }: PlacedColumn<Row>, row: Row, text: string, words: CellWords): CellLook {
  const userNote = meta.note?.(row) ?? null;
  const aside = meta.aside?.(row) ?? null;
  const whole = aside === null ? text : `${text} ${aside}`;
  if (!meta.warning && !meta.tone && !meta.spoken && !meta.full && !meta.bar && !meta.remark && userNote === null)
    return aside === null ? plain : { ...plain, aside, label: whole };
  const warning = meta.warning?.(row) ?? null;
  const remark = meta.remark?.(row) ?? null;
  const note = markText(warning ?? remark, userNote, words);
  const full = meta.full?.(row) ?? null;
  const figure = full === null ? whole : words.exactly(whole, full);
  return {
    warning,
    remark,
    note: userNote,
    aside,
    tone: warning === null ? (meta.tone?.(row) ?? null) : 'warning',
    label: note === null ? (meta.spoken?.(row) ?? (figure === text ? null : figure)) : words.marked(figure, note),
    bar: meta.bar?.(row),
    hang: meta.alignsPoint ? hangingPlaces(text) : 0,
    length: meta.alignsPoint ? Math.max(usualLength, text.length) : usualLength,
  };
}

/** Returns what the marks of a cell stand for; `null` if the cell has none. */
export function markText(mark: string | null, note: string | null, words: Pick<CellWords, 'noted'>): string | null {
  if (note === null) return mark;
  return mark === null ? words.noted(note) : `${mark} ${words.noted(note)}`;
}

export interface ShownRow<Row> {
  readonly key: string;
  readonly row: Row;
}

export interface RowPlace {
  readonly position: number;
  /** True if the user has chosen another list or sort. What moves then is no surprise. */
  readonly isNewList: boolean;
}

/** Milliseconds that a row has stayed at its place before its cells are replaced with it. */
const restMs = 250;

interface DrawnCell {
  readonly element: HTMLElement;
  text: Text;
  look: CellLook;
}

/**
 * Writes the cells of one row element. A tick or a scroll step changes hundreds of cells, most of them in their text
 * alone, so the class writes only the parts that differ. React never writes into the cells.
 */
export class RowCells<Row> {
  readonly #element: HTMLElement;
  #signature: string | null = null;
  #cells: DrawnCell[] = [];
  #elements: HTMLElement[] = [];
  #drawn: ShownRow<Row> | null = null;
  /** Columns and words of the last drawing. */
  #columns: readonly PlacedColumn<Row>[] | null = null;
  #words: CellWords | null = null;
  #active: HTMLElement | null = null;
  /** The position of the row drawn, and since when it has been drawn there, on the clock of `performance.now`. */
  #position = -1;
  #since = 0;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Draws a row; `null` draws a row that is not loaded. Figures that changed since the last drawing of this row flash. */
  draw(
    columns: readonly PlacedColumn<Row>[],
    shown: ShownRow<Row> | null,
    words: CellWords,
    { position, isNewList }: RowPlace,
  ): void {
    const before = this.#drawn;
    if (this.#columns === columns && this.#words === words && before?.row === shown?.row) return;
    this.#columns = columns;
    this.#words = words;
    const { signature, cells } = templateOf(columns);
    const isSameRow = before?.key === shown?.key;
    const hasRested = !isSameRow && this.#hasRested(position);
    if ((hasRested && !isNewList) || signature !== this.#signature) {
      this.#signature = signature;
      this.#element.replaceChildren(cells.cloneNode(true));
      this.#cells = Array.from(this.#element.children, drawnCell);
      this.#elements = this.#cells.map(({ element }) => element);
      this.#active = null;
    }
    for (const [index, column] of columns.entries()) {
      const cell = this.#cells[index];
      if (!cell) continue;
      const text = shown ? column.meta.text(shown.row) : '';
      if (cell.text.data !== text) writeText(cell, text, isSameRow);
      this.#show(cell, column.id, shown ? lookOf(column, shown.row, text, words) : plain);
    }
    this.#drawn = shown;
    if (before === null || before.row === shown?.row) return;
    if (shown?.key === before.key) flashCells(this.#elements, columns, before.row, shown.row);
    else endFlashes(this.#elements);
  }

  /** Marks the active cell by its column. -1 marks none of this row. */
  activate(column: number, id: string): void {
    const cell = this.#cells[column]?.element ?? null;
    if (this.#active !== cell && this.#active) {
      this.#active.removeAttribute('id');
      delete this.#active.dataset.active;
    }
    this.#active = cell;
    if (!cell) return;
    cell.id = id;
    cell.dataset.active = 'true';
  }

  /**
   * Notes that another row is drawn. Returns true if it takes the place of one that had stayed there, as in a new order: browsers would take
   * its texts and marks for those of the row before, moved.
   */
  #hasRested(position: number): boolean {
    const now = performance.now();
    const hasRested = position === this.#position && now - this.#since > restMs;
    this.#position = position;
    // The first row that a start shows may leave its place at once.
    this.#since = this.#drawn === null ? Number.NEGATIVE_INFINITY : now;
    return hasRested;
  }

  #show(cell: DrawnCell, columnId: string, look: CellLook): void {
    const { element, look: before } = cell;
    if (look === before) return;
    cell.look = look;
    if (look.tone !== before.tone) setAttribute(element, 'data-tone', look.tone);
    if (look.label !== before.label) setAttribute(element, 'aria-label', look.label);
    if (look.warning !== before.warning) setAttribute(element, 'data-warning', look.warning === null ? null : 'true');
    if (look.remark !== before.remark) setAttribute(element, 'data-remark', look.remark === null ? null : 'true');
    if (look.aside !== before.aside) setAttribute(element, 'data-aside', look.aside);
    if (look.length !== before.length) element.style.setProperty('--length', String(look.length));
    if (look.hang !== before.hang) this.#hang(element, columnId, look.hang);
    if (look.note !== before.note) setAttribute(element, 'data-noted', look.note === null ? null : 'true');
    if (look.bar === before.bar) return;
    setAttribute(element, 'data-bar', look.bar === undefined ? null : String(look.bar !== null));
    if (typeof look.bar === 'number') element.style.setProperty('--bar', `${look.bar}%`);
    else element.style.removeProperty('--bar');
  }

  /** Lets decimal places hang over those of the other cells, which make room for the most that there were. */
  #hang(element: HTMLElement, columnId: string, hang: number): void {
    element.style.setProperty('--hang', String(hang));
    const body = this.#element.parentElement;
    const name = hangVariable(columnId);
    if (body && hang > Number(body.style.getPropertyValue(name))) body.style.setProperty(name, String(hang));
  }
}

function drawnCell(element: Element): DrawnCell {
  const text = element.firstChild;
  if (!(element instanceof HTMLElement && text instanceof Text))
    throw new TypeError('a cell is an element with a text');
  return { element, text, look: plain };
}

/**
 * A figure of another length begins elsewhere, which browsers would take for content that was moved if its node stayed. Where another row
 * is drawn, the node stays: a scroll step or a tick of a sorted table writes hundreds of texts, and a new node each would cost a twentieth
 * of its time.
 */
function writeText(cell: DrawnCell, text: string, isSameRow: boolean): void {
  if (!isSameRow || cell.text.data.length === text.length) cell.text.data = text;
  else {
    const written = new Text(text);
    cell.text.replaceWith(written);
    cell.text = written;
  }
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
