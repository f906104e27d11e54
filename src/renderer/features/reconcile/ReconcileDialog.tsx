import { Dialog } from '@base-ui/react/dialog';
import { useMutation } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { type FileEncoding, fileEncodings, readFileText } from '../../../shared/reconcile/file-text.ts';
import { type ComparedOrders, readOrders } from '../../../shared/reconcile/read-orders.ts';
import type { StatementFile } from '../../../shared/reconcile/read-statement-file.ts';
import {
  areUsable,
  type FileColumns,
  type FileRole,
  type FileRow,
  fileRoles,
  maxFileRows,
  type Reconciliation,
  reconcile,
} from '../../../shared/reconcile/reconcile.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { wordFor } from '../../domain/orders/words.ts';
import { chooseFile } from '../../platform/choose-file.ts';
import { failureOf, request } from '../../platform/client.ts';
import { closeDialog, dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { currentSettings, useChangeSettings, useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { ZonePicker } from '../../ui/controls/ZonePicker.tsx';
import { changeFigure, decimalText, signTone } from '../../ui/text/figures.ts';
import './reconcile.css';

/** Most rows that a list of the result shows. */
const maxListed = 200;
/** Files whose columns are remembered. */
const maxRemembered = 20;

/** Compares a file with the stored orders of an account. */
export function ReconcileDialog({ account }: { account: AccountSummary }) {
  const words = useText().reconcile;
  const open = useSelector(dialog) === 'reconcile';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog('reconcile')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide reconcile-dialog" finalFocus={focusAfterDialog}>
          <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{words.explained}</Dialog.Description>
          <FileChoice key={account.id} account={account} />
          <footer className="dialog-footer">
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ChosenFile {
  readonly name: string;
  readonly content: StatementFile;
  readonly columns: FileColumns;
}

function FileChoice({ account }: { account: AccountSummary }) {
  const words = useText().reconcile;
  const [file, setFile] = useState<ChosenFile | null>(null);
  /** A file whose encoding the user has to choose. */
  const [encoded, setEncoded] = useState<{ file: File; encoding: FileEncoding | '' } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (chosen: File, encoding: FileEncoding | '' = ''): Promise<void> => {
    setFile(null);
    setProblem(null);
    setEncoded(encoding === '' ? null : { file: chosen, encoding });
    try {
      const text = decoded(new Uint8Array(await chosen.arrayBuffer()), encoding);
      if (text === null) {
        setEncoded({ file: chosen, encoding });
        setProblem(encoding === '' ? words.encodingUnknown : words.notInEncoding);
        return;
      }
      // The parser of CSV files is large, and seldom needed.
      const { guessColumns, readStatementFile } = await import('../../../shared/reconcile/read-statement-file.ts');
      const content = readStatementFile(text);
      const known = currentSettings().fileColumns[headerKey(content)];
      // Headers that begin alike have one name in the settings.
      const isOfFile = known && Object.values(known).every((name) => content.header.includes(name));
      setFile({ name: chosen.name, content, columns: isOfFile ? known : guessColumns(content.header) });
    } catch (error) {
      const isLong = error instanceof RangeError && error.message === 'too many rows';
      setProblem(isLong ? words.tooLong(maxFileRows) : error instanceof RangeError ? words.noFile : words.notRead);
    }
  };

  return (
    <div className="reconcile-body">
      <div className="reconcile-file">
        <button
          type="button"
          className="button"
          onClick={() => chooseFile('.csv,.tsv,.txt,text/csv', (chosen) => void choose(chosen))}
        >
          {file === null ? words.choose : words.chooseOther}
        </button>
        {file !== null && <span>{words.file(file.name, file.content.rows.length)}</span>}
      </div>
      {encoded !== null && (
        <div className="reconcile-columns">
          <div className="reconcile-column">
            <span>{words.encoding}</span>
            <SelectOne
              label={words.encoding}
              options={[
                ...(encoded.encoding === '' ? [{ value: '' as const, label: words.noEncoding }] : []),
                ...fileEncodings.map((value) => ({ value, label: words.encodings[value] })),
              ]}
              value={encoded.encoding}
              onChange={(encoding) => encoding !== '' && void choose(encoded.file, encoding)}
              className="field reconcile-select"
            />
          </div>
        </div>
      )}
      {problem !== null && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      {file !== null && <Comparison key={file.name} account={account} file={file} />}
    </div>
  );
}

/** The text of a file; `null` if it is not in the encoding. */
function decoded(bytes: Uint8Array, encoding: FileEncoding | ''): string | null {
  try {
    return readFileText(bytes, encoding || undefined);
  } catch {
    return null;
  }
}

/** Name of a header in the settings. */
function headerKey({ header }: StatementFile): string {
  return header.join(',').slice(0, 100);
}

interface Outcome extends ComparedOrders {
  readonly columns: FileColumns;
  readonly found: Reconciliation;
}

/** The columns of a file, and the result of the comparison. */
function Comparison({ account, file }: { account: AccountSummary; file: ChosenFile }) {
  const text = useText();
  const words = text.reconcile;
  const change = useChangeSettings();
  const usualZone = useTimeZone();
  const [zone, setZone] = useState(usualZone);
  const [columns, setColumns] = useState(file.columns);
  const isUsable = areUsable(columns);
  const comparing = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const { readFileRows } = await import('../../../shared/reconcile/read-statement-file.ts');
      const rows = readFileRows(file.content, columns, zone);
      const compared = await readOrders(request, account.id, rows);
      return { ...compared, columns, found: reconcile(rows, columns, compared.orders) };
    },
  });

  const setColumn = (role: FileRole, name: string): void => {
    const { [role]: _, ...others } = columns;
    const next: FileColumns = name === '' ? others : { ...others, [role]: name };
    setColumns(next);
    comparing.reset();
    const key = headerKey(file.content);
    const { [key]: __, ...rest } = currentSettings().fileColumns;
    change({ fileColumns: { ...Object.fromEntries(Object.entries(rest).slice(1 - maxRemembered)), [key]: next } });
  };
  const options = [
    { value: '', label: words.none },
    ...[...new Set(file.content.header)].filter(Boolean).map((name) => ({ value: name, label: name })),
  ];

  return (
    <>
      <p className="form-hint">{words.columnsExplained}</p>
      <div className="reconcile-columns">
        {fileRoles.map((role) => (
          <div key={role} className="reconcile-column">
            <span>{words.roles[role]}</span>
            <SelectOne
              label={words.roles[role]}
              options={options}
              value={columns[role] ?? ''}
              onChange={(name) => setColumn(role, name)}
              className="field reconcile-select"
            />
          </div>
        ))}
        <div className="reconcile-column">
          <span>{words.zone}</span>
          <ZonePicker
            value={zone}
            onChange={(next) => {
              setZone(next);
              comparing.reset();
            }}
          />
        </div>
      </div>
      <div className="reconcile-file">
        <button
          type="button"
          className="button button-main"
          disabled={!isUsable || comparing.isPending}
          onClick={() => comparing.mutate()}
        >
          {words.compare}
        </button>
        {!isUsable && <span className="form-hint">{words.notEnough}</span>}
        {comparing.isPending && <span role="status">{words.reading}</span>}
      </div>
      {comparing.isError && <FailedComparison error={comparing.error} onRetry={() => comparing.mutate()} />}
      {comparing.data !== undefined && <Result outcome={comparing.data} zone={zone} />}
    </>
  );
}

function FailedComparison({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const failure = failureOf(error);
  return failure && <FailureNotice failure={failure} form="strip" onRetry={onRetry} />;
}

function Result({ outcome, zone }: { outcome: Outcome; zone: string }) {
  const text = useText();
  const words = text.reconcile;
  const { found, columns, isCut, isComplete } = outcome;
  const timeOf = (time: number | null) => (time === null ? '' : formatTimestamp(time, zone));
  const shownCell = (role: FileRole, cell: string): string => {
    if (role === 'side') return wordFor(cell, text.side, text);
    return role === 'quantity' || role === 'price' || role === 'pnl' ? decimalText(cell) : cell;
  };
  const cells = (row: FileRow) =>
    fileRoles.flatMap((role) => {
      if (columns[role] === undefined) return [];
      const cell = role === 'time' ? timeOf(row.time) : row[role];
      return cell === null || cell === '' ? [] : [words.cell(words.roles[role], shownCell(role, cell))];
    });
  const ofOrder = ({ symbol, id, createdAt, pnl }: Order) => [symbol, id, timeOf(createdAt), exactChange(pnl, text)];
  const isCertain = isComplete && !isCut && found.unreadable.length === 0 && found.unknownPnl === 0;
  return (
    <section className="reconcile-result" aria-label={words.title}>
      <p>{found.span === null ? words.noSpan : words.span(timeOf(found.span.from), timeOf(found.span.to))}</p>
      {!isComplete && <p data-tone="warning">{words.incomplete}</p>}
      {isCut && <p data-tone="warning">{words.tooMany(outcome.orders.length)}</p>}
      {found.sums.length > 0 && found.unknownPnl > 0 && (
        <p data-tone="warning">{text.statement.missing.unknownPnl(found.unknownPnl)}</p>
      )}
      <Sums sums={found.sums} isCertain={isCertain} />
      <h3>{words.equal(found.equal)}</h3>
      <Listed title={words.different(found.different.length)} items={found.different}>
        {({ row, order, fields }) => (
          <>
            {[words.line(row.line), order.symbol, order.id].join(' · ')}
            {fields.map(({ role, file, archive }) => (
              <span key={role} className="reconcile-difference">
                {words.cell(
                  words.roles[role],
                  words.both(
                    role === 'time' ? timeOf(row.time) : shownCell(role, file),
                    role === 'time' ? timeOf(order.createdAt) : archive === null ? text.none : shownCell(role, archive),
                  ),
                )}
              </span>
            ))}
          </>
        )}
      </Listed>
      <Listed
        title={words.onlyInFile(found.onlyInFile.length)}
        about={words.onlyInFileExplained}
        items={found.onlyInFile}
      >
        {(row) => [words.line(row.line), ...cells(row)].join(' · ')}
      </Listed>
      <Listed title={words.onlyInArchive(found.onlyInArchive.length)} items={found.onlyInArchive}>
        {(order) => ofOrder(order).join(' · ')}
      </Listed>
      <Listed title={words.unreadable(found.unreadable.length)} items={found.unreadable}>
        {(row) => [words.line(row.line), ...row.unread.map((role) => words.roles[role])].join(' · ')}
      </Listed>
    </section>
  );
}

interface ListedProps<Item> {
  title: string;
  about?: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** A list of the result, folded if it is empty. */
function Listed<Item>({ title, about, items, children }: ListedProps<Item>) {
  const words = useText().reconcile;
  if (items.length === 0) return <h3>{title}</h3>;
  return (
    <section>
      <h3>{title}</h3>
      {about !== undefined && <p className="form-hint">{about}</p>}
      <ul className="reconcile-list">
        {items.slice(0, maxListed).map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place}>{children(item)}</li>
        ))}
      </ul>
      {items.length > maxListed && <p className="form-hint">{words.first(maxListed)}</p>}
    </section>
  );
}

const sumParts = ['file', 'equal', 'different', 'unexplained', 'archive', 'onlyInArchive'] as const;

/** Returns an amount with its sign and every digit. */
function exactChange(amount: Decimal | null, text: Text): string {
  const { shown, full } = changeFigure(amount, null, text);
  return full ?? shown;
}

interface SumsProps extends Pick<Reconciliation, 'sums'> {
  /** True if no row, no order of the time and no PnL may be missing from the sums: only then is a sign certain, and colored. */
  isCertain: boolean;
}

function Sums({ sums, isCertain }: SumsProps) {
  const text = useText();
  const words = text.reconcile;
  if (sums.length === 0) return null;
  return (
    <table className="reconcile-sums">
      <thead>
        <tr>
          <th scope="col">{words.sums}</th>
          {sums.map(({ quote }) => (
            <th key={quote} scope="col">
              {quote === '' ? words.unknownQuote : quote}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sumParts.map((part) => (
          <tr key={part}>
            <th scope="row">{words.parts[part]}</th>
            {sums.map((each) => (
              <td key={each.quote} data-tone={isCertain ? signTone(each[part]) : undefined}>
                {exactChange(each[part], text)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
