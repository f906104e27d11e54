import { ChevronDown, ChevronRight, Copy, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { copyValue } from '../../platform/copy-text.ts';
import { focusScreen } from '../../platform/dialogs.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../controls/FigureText.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { exactText, fullText, type TableColumn } from '../table/column.ts';
import { type Figure, plainFigure } from '../text/figures.ts';

/** `raw`: the row as received. A derived row has none, and '' stands for one that was not kept. */
interface DetailRow {
  symbol: string;
  raw?: string;
}

interface DetailPanelProps<Row extends DetailRow> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  onClose: () => void;
  /** True if the filter of the list excludes the row. */
  isOutsideFilter?: boolean;
  /** Shown above the fields. */
  lead?: ReactNode;
  /** The field of the user's note, shown below `lead`. */
  note?: ReactNode;
  /** Shown between the fields and the raw row. */
  children?: ReactNode;
}

/** Characters up to which a figure is shown with every digit. A longer one has its digits as a tooltip, and is copied with them. */
const maxFigureLength = 20;

/** The symbol of one row, its other fields, and the row as received. */
export function DetailPanel<Row extends DetailRow>(props: DetailPanelProps<Row>) {
  const { row, columns, onClose } = props;
  const text = useText();
  const symbol = columns.find(({ id }) => id === 'symbol');
  // The panel goes with the focus in it, and the keys of the table would be dead.
  const close = (): void => {
    onClose();
    focusScreen();
  };
  return (
    <aside
      className="detail"
      aria-label={text.detail.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <header className="detail-header">
        <h2 className="detail-title">{row.symbol}</h2>
        {symbol && <CopyField column={symbol} row={row} />}
        <IconButton label={text.detail.close} icon={X} size={16} onClick={close} />
      </header>
      <div className="detail-body">
        {props.isOutsideFilter && (
          <p className="detail-note" role="status">
            {text.detail.outsideFilter}
          </p>
        )}
        {props.lead}
        {props.note}
        <dl className="detail-fields">
          {columns.map((column) => {
            if (column.meta.isNoDetail || column === symbol) return null;
            const unit = column.meta.unitOf?.(row) || column.meta.unit;
            return (
              <div key={column.id} className="detail-field" data-field={column.id}>
                <dt>
                  {column.header}
                  {unit && <span className="detail-unit"> {unit}</span>}
                </dt>
                <dd>
                  <span data-tone={column.meta.tone?.(row)}>
                    <FigureText figure={detailFigure(column, row)} />
                  </span>
                  <CopyField column={column} row={row} />
                </dd>
                {column.meta.warning?.(row) && <dd className="detail-warning">{column.meta.warning(row)}</dd>}
              </div>
            );
          })}
        </dl>
        {props.children}
        {row.raw && <RawRow raw={row.raw} />}
      </div>
    </aside>
  );
}

function CopyField<Row extends DetailRow>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const text = useText();
  return (
    <IconButton
      label={text.detail.copy(column.header)}
      icon={Copy}
      size={12}
      className="icon-button detail-copy"
      onClick={() => void copyValue(exactText(column, row), text)}
    />
  );
}

/** Returns the value of a field, which is shortened only if it is a very long figure. */
function detailFigure<Row>(column: TableColumn<Row>, row: Row): Figure {
  const full = fullText(column, row);
  const shown = column.meta.text(row);
  return column.meta.align === 'end' && full.length > maxFigureLength && shown.length < full.length
    ? { shown, full }
    : plainFigure(full);
}

/** The row as received, folded at first. */
function RawRow({ raw }: { raw: string }) {
  const text = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="panel-section" aria-label={text.detail.raw}>
      <header className="panel-section-header">
        <h3>
          <button
            type="button"
            className="panel-section-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={12} aria-hidden="true" /> : <ChevronRight size={12} aria-hidden="true" />}
            {text.detail.raw}
          </button>
        </h3>
        <IconButton label={text.detail.copyRaw} icon={Copy} size={12} onClick={() => void copyValue(raw, text)} />
      </header>
      <pre id={id} hidden={!isOpen}>
        {isOpen && prettyJson(raw)}
      </pre>
    </section>
  );
}

/**
 * Indents JSON text without parsing it, so that numbers keep every digit and keys their order. Text that is not JSON is
 * returned nearly unchanged.
 */
export function prettyJson(raw: string): string {
  let output = '';
  let depth = 0;
  let inString = false;
  const line = (): string => `\n${'  '.repeat(Math.max(0, depth))}`;
  for (let i = 0; i < raw.length; i++) {
    const character = raw.charAt(i);
    if (inString) {
      output += character;
      if (character === '\\') output += raw.charAt(++i);
      else if (character === '"') inString = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (character === '"') inString = true;
    if ((character === '{' || character === '[') && !closesAt(raw, i + 1)) {
      depth++;
      output += character + line();
    } else if ((character === '}' || character === ']') && !/[{[]$/.test(output)) {
      depth--;
      output += line() + character;
    } else if (character === ',') output += character + line();
    else if (character === ':') output += ': ';
    else output += character;
  }
  return output;
}

function closesAt(raw: string, from: number): boolean {
  let i = from;
  while (/\s/.test(raw.charAt(i))) i++;
  return raw.charAt(i) === '}' || raw.charAt(i) === ']';
}
