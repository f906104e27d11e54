import { Dialog } from '@base-ui/react/dialog';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { csvSeparators, decimalSigns, exportFormats } from '../../../../shared/orders/history.ts';
import { useText } from '../../../text/use-text.ts';
import { CheckField } from '../../../ui/controls/CheckField.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { csvWith, type ExportOptions, type ExportSource, rowsToExport } from './export-source.ts';
import { useFirstFocus } from './use-export.ts';

interface ExportFormProps {
  source: ExportSource;
  options: ExportOptions;
  onChange: (options: ExportOptions) => void;
  onStart: () => void;
}

/** The rows, the columns and the format of the file. */
export function ExportForm({ source, options, onChange, onStart }: ExportFormProps) {
  const text = useText();
  const words = text.export;
  const startButton = useFirstFocus<HTMLButtonElement>();
  const change = (part: Partial<ExportOptions>): void => onChange({ ...options, ...part });
  const rows = rowsToExport(source, options);
  const isCsv = options.format === 'csv';

  return (
    <>
      {source.total !== source.archived && (
        <Line label={words.rows}>
          <Segmented
            label={words.rows}
            options={[
              { value: 'shown', label: words.rowsShown(source.total) },
              { value: 'all', label: words.rowsAll(source.archived) },
            ]}
            value={options.rows}
            onChange={(next) => change({ rows: next })}
          />
        </Line>
      )}
      <Line label={words.columns}>
        <Segmented
          label={words.columns}
          options={[
            { value: 'shown', label: words.columnsShown(source.columnCount) },
            { value: 'all', label: words.columnsAll(source.list) },
          ]}
          value={options.columns}
          onChange={(next) => change({ columns: next })}
        />
      </Line>
      <Line label={words.format}>
        <Segmented
          label={words.format}
          options={exportFormats.map((value) => ({ value, label: words.formats[value] }))}
          value={options.format}
          onChange={(format) => change({ format })}
        />
      </Line>
      {isCsv && (
        <>
          <Line label={words.decimalSign}>
            <Segmented
              label={words.decimalSign}
              options={decimalSigns.map((value) => ({ value, label: words.decimalSigns[value] }))}
              value={options.decimalSign}
              onChange={(decimalSign) => change(csvWith(decimalSign))}
            />
          </Line>
          <Line label={words.separator}>
            <Segmented
              label={words.separator}
              options={csvSeparators.map((value) => ({ value, label: words.separators[value] }))}
              value={options.separator}
              onChange={(separator) => change({ separator })}
            />
          </Line>
          <CheckField checked={options.byteOrderMark} onChange={(byteOrderMark) => change({ byteOrderMark })}>
            {words.byteOrderMark}
          </CheckField>
        </>
      )}
      <Dialog.Description className="form-hint">
        {text.sentences(
          words.explained[isCsv && options.decimalSign === 'comma' ? 'csv-comma' : options.format],
          words.times[options.format](source.zone),
        )}
      </Dialog.Description>
      {source.missing !== null && (
        <p className="export-missing">
          <TriangleAlert size={14} aria-hidden="true" />
          {words.missing(source.missing, source.list)}
        </p>
      )}
      <footer className="export-actions">
        <Dialog.Close className="button">{words.close}</Dialog.Close>
        <button ref={startButton} type="button" className="button button-main" disabled={rows === 0} onClick={onStart}>
          {words.start(rows, source.list)}
        </button>
      </footer>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="export-setting">
      <span>{label}</span>
      {children}
    </div>
  );
}
