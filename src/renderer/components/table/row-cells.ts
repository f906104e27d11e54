import { type TableColumn, widthOf } from '../../model/column.ts';
import { endFlashes, flashCells } from './flash.ts';

/** What a row of certain columns is cloned from: an element and an empty text a column, with all that no row changes. */
interface Template {
  /** The same for columns that draw the same cells, whatever they write into them. */
  readonly signature: string;
  readonly cells: DocumentFragment;
}

const templates = new WeakMap<readonly unknown[], Template>();

function templateOf<Row>(columns: readonly TableColumn<Row>[]): Template {
  const known = templates.get(columns);
  if (known) return known;
  const cells = document.createDocumentFragment();
  for (const [place, column] of columns.entries()) {
    const cell = document.createElement('div');
    cell.role = 'gridcell';
    cell.ariaColIndex = String(place + 1);
    cell.className = 'table-cell';
    cell.style.width = widthOf(column.id);
    cell.dataset.column = String(place);
    cell.dataset.col = column.id;
    if (column.align) cell.dataset.align = column.align;
    if (column.press) cell.dataset.press = 'true';
    cell.append('');
    cells.append(cell);
  }
  const signature = columns.map(({ id, align = '', press }) => `${id} ${align} ${press !== undefined}`).join('\n');
  const template = { signature, cells };
  templates.set(columns, template);
  return template;
}

/** What is drawn in a cell beside its text; `null`: nothing. */
interface CellLook {
  tone: string | null;
  warning: string | null;
  label: string | null;
  /** From 0 to 100; `undefined`: the column has none. */
  bar: number | null | undefined;
}

const plain: CellLook = { tone: null, warning: null, label: null, bar: undefined };

type Marked = (figure: string, warning: string) => string;

function lookOf<Row>(column: TableColumn<Row>, row: Row, text: string, marked: Marked): CellLook {
  if (!column.warning && !column.tone && !column.spoken && !column.bar) return plain;
  const warning = column.warning?.(row) ?? null;
  return {
    warning,
    tone: warning === null ? (column.tone?.(row) ?? null) : 'warning',
    label: warning === null ? (column.spoken?.(row) ?? null) : marked(text, warning),
    bar: column.bar?.(row),
  };
}

export interface ShownRow<Row> {
  readonly key: string;
  readonly row: Row;
}

interface DrawnCell {
  readonly element: HTMLElement;
  readonly text: Text;
  look: CellLook;
}

/**
 * The cells of one row on the screen. Hundreds of them change with every tick and with every step of scrolling, and most in their text
 * alone: they are written directly, each part only where it differs from what is there. Nothing else writes into them.
 */
export class RowCells<Row> {
  readonly #element: HTMLElement;
  #signature: string | null = null;
  #cells: DrawnCell[] = [];
  #elements: HTMLElement[] = [];
  #drawn: ShownRow<Row> | null = null;
  /** What the columns and their words were when it was drawn. */
  #columns: readonly TableColumn<Row>[] | null = null;
  #marked: Marked | null = null;
  #active: HTMLElement | null = null;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /**
   * `null`: the row is still on its way. `marked` says a figure together with what is wrong with it. A figure flashes that has changed
   * since the same row was drawn here.
   */
  draw(columns: readonly TableColumn<Row>[], shown: ShownRow<Row> | null, marked: Marked): void {
    const before = this.#drawn;
    if (this.#columns === columns && this.#marked === marked && before?.row === shown?.row) return;
    this.#columns = columns;
    this.#marked = marked;
    const { signature, cells } = templateOf(columns);
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#element.replaceChildren(cells.cloneNode(true));
      this.#cells = Array.from(this.#element.children, drawnCell);
      this.#elements = this.#cells.map(({ element }) => element);
      this.#active = null;
    }
    for (const [place, column] of columns.entries()) {
      const cell = this.#cells[place];
      if (!cell) continue;
      const text = shown ? column.text(shown.row) : '';
      if (cell.text.data !== text) cell.text.data = text;
      this.#show(cell, shown ? lookOf(column, shown.row, text, marked) : plain);
    }
    this.#drawn = shown;
    if (before === null || before.row === shown?.row) return;
    if (shown?.key === before.key) flashCells(this.#elements, columns, before.row, shown.row);
    else endFlashes(this.#elements);
  }

  /** Marks the cell that has the keyboard, by its column; -1: none of this row. */
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

  #show(cell: DrawnCell, look: CellLook): void {
    const { element, look: before } = cell;
    if (look === before) return;
    cell.look = look;
    if (look.tone !== before.tone) setAttribute(element, 'data-tone', look.tone);
    if (look.label !== before.label) setAttribute(element, 'aria-label', look.label);
    if (look.warning !== before.warning) setAttribute(element, 'data-warning', look.warning === null ? null : 'true');
    if (look.bar === before.bar) return;
    setAttribute(element, 'data-bar', look.bar === undefined ? null : String(look.bar !== null));
    if (typeof look.bar === 'number') element.style.setProperty('--bar', `${look.bar}%`);
    else element.style.removeProperty('--bar');
  }
}

function drawnCell(element: Element): DrawnCell {
  const text = element.firstChild;
  if (!(element instanceof HTMLElement && text instanceof Text))
    throw new TypeError('a cell is an element with a text');
  return { element, text, look: plain };
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
