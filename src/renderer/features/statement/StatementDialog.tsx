import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { Download, Printer } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Statement } from '../../../shared/contract/statement.ts';
import {
  type ExportFormat,
  exportFormats,
  type StatementBasis,
  statementBases,
  statementSheetFields,
} from '../../../shared/orders/history.ts';
import { commands } from '../../../shared/settings/commands.ts';
import { isPressed } from '../../../shared/settings/shortcut.ts';
import type { DaySpan } from '../../../shared/time/periods.ts';
import { AccountsChoice } from '../../domain/accounts/AccountsChoice.tsx';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { isJointArchive } from '../../domain/accounts/shown-archive.ts';
import { useShownArchive } from '../../domain/accounts/use-shown-archive.ts';
import { type ExportState, useExport } from '../../domain/orders/export/use-export.ts';
import { useStatementFees } from '../../domain/orders/fees/use-fees.ts';
import { useHistoryState } from '../../domain/orders/history-state.ts';
import { sameOrdersText, useSameOrders } from '../../domain/orders/same-orders.ts';
import { client, failureOf, request } from '../../platform/client.ts';
import { isMac } from '../../platform/commands.ts';
import { closeDialog, dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useThrottled } from '../../platform/use-throttled.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ZonePicker } from '../../ui/controls/ZonePicker.tsx';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { exportFailureText } from '../../ui/text/failures.ts';
import { changeKind, daysOf, type Period, periodAt, periodKinds, periodText, stepPeriod } from './period.ts';
import { JointPage, StatementPage } from './StatementPage.tsx';
import './statement.css';
import type { Day } from '../../../shared/values/domain.ts';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { RangeField } from '../../ui/filter/RangeField.tsx';

/** The dialog with the statement of an account for a period, which can be printed and saved. */
export function StatementDialog({ account }: { account: AccountSummary }) {
  const open = useSelector(dialog) === 'statement';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog('statement')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <StatementPopup account={account} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A statement is no table of rows that programs calculate with, for which Parquet is. */
const statementFormats = exportFormats.filter((format) => format !== 'parquet');
/** What can be saved: the records of a statement, or a flat sheet with a row for each symbol or trade, also of several accounts. */
const flatFiles = ['symbols', 'trades'] as const;
const statementFileKinds = ['records', ...flatFiles] as const;
type StatementFile = (typeof statementFileKinds)[number];
/** In the dialog, the shortcut that has opened it prints. */
const [printShortcut] = commands['open-statement'].shortcuts;

function StatementPopup({ account }: { account: AccountSummary }) {
  const text = useText();
  const words = text.statement;
  const usualZone = useTimeZone();
  const [zone, setZone] = useState(usualZone);
  const today = useToday(zone);
  const [period, setPeriod] = useState<Period>(() => periodAt('year', today));
  const span = daysOf(period);
  const [chosen, setChosen] = useState<StatementBasis>();
  const archive = useShownArchive(account);
  const { accounts } = archive;
  const isJoint = isJointArchive(archive);
  /** The statements that are read, by account; `null` for one that is not, or is out of date. */
  const [read, setRead] = useState<Readonly<Record<string, Statement | null>>>({});
  const keep = useCallback((id: string, statement: Statement | null) => {
    setRead((before) => (before[id] === statement ? before : { ...before, [id]: statement }));
  }, []);
  const statements = accounts.flatMap(({ id, name }) => {
    const statement = read[id];
    return statement ? [{ name, statement }] : [];
  });
  const sameOrders = useSameOrders(account).map((names) => sameOrdersText(names, text));
  const isReady = statements.length === accounts.length;
  const bases = new Set(statements.map(({ statement }) => statement.basis));
  const basis = chosen ?? (bases.size === 1 ? statements[0]?.statement.basis : undefined);
  const [file, setFile] = useState<StatementFile | null>(null);
  const files: readonly StatementFile[] = isJoint ? flatFiles : statementFileKinds;
  const shownFile = file !== null && files.includes(file) ? file : (files[0] ?? 'symbols');
  const { state, start } = useExport();
  const nameOf = (what: string): string => `${archive.name} ${what} ${span?.from} ${span?.to}`.slice(0, 100);
  usePrintTitle(nameOf(words.title));

  const save = (format: ExportFormat): void => {
    if (span === null) return;
    const own = {
      account: archive.id,
      zone,
      format,
      separator: 'comma',
      decimalSign: 'point',
      byteOrderMark: false,
      // The files of one period have different names.
      name: nameOf(shownFile === 'records' ? words.title : `${words.title} ${words.files[shownFile]}`),
    } as const;
    const accountNames = Object.fromEntries(accounts.map((each) => [each.id, each.name]));
    void start((id, signal) => {
      if (shownFile === 'trades') {
        const columns = tradeSheet(isJoint, text);
        // Also orders that fit no position, which have no state.
        const filter = { closed: span };
        const sort = [{ field: 'closedAt', direction: 'ascending' } as const];
        const named = isJoint ? { accountNames } : {};
        return client.exportTrades({ ...own, id, filter, sort, columns, ...named }, signal);
      }
      const columns =
        shownFile === 'records'
          ? null
          : statementSheetFields.map((field) => ({ field, heading: words.sheetHeadings[field] }));
      return client.exportStatement(
        { ...own, ...span, basis: chosen, of: shownFile, columns, accountNames, id },
        signal,
      );
    });
  };

  return (
    <Dialog.Popup
      className="dialog statement-dialog"
      finalFocus={focusAfterDialog}
      onKeyDown={(event) => {
        if (!isPressed(printShortcut, event, isMac)) return;
        event.preventDefault();
        if (isReady) window.print();
      }}
    >
      <header className="statement-toolbar">
        <div className="statement-choices">
          <PeriodChoice period={period} today={today} onChange={setPeriod} />
          <ZonePicker value={zone} onChange={setZone} />
          {(basis !== undefined || bases.size > 1) && (
            <Segmented<StatementBasis | 'several'>
              label={words.basisChoice}
              options={statementBases.map((value) => ({ value, label: words.bases[value] }))}
              // Without a choice, each account has its own.
              value={basis ?? 'several'}
              onChange={(value) => value !== 'several' && setChosen(value)}
            />
          )}
          <AccountsChoice />
        </div>
        <div className="statement-actions">
          <span className="statement-file" aria-hidden="true">
            {words.file}
          </span>
          <Segmented
            label={words.file}
            options={files.map((value) => ({ value, label: words.files[value] }))}
            value={shownFile}
            onChange={setFile}
          />
          {statementFormats.map((format) => (
            <button
              key={format}
              type="button"
              className="button"
              disabled={!isReady || state.phase === 'running'}
              aria-label={words.save(text.export.formats[format])}
              title={words.save(text.export.formats[format])}
              onClick={() => save(format)}
            >
              <Download size={14} aria-hidden="true" />
              {text.export.formats[format]}
            </button>
          ))}
          <button type="button" className="button button-main" disabled={!isReady} onClick={() => window.print()}>
            <Printer size={14} aria-hidden="true" />
            {words.print}
          </button>
          <Dialog.Close className="button">{words.close}</Dialog.Close>
        </div>
        <SaveOutcome state={state} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the statement */}
      <article className="statement" tabIndex={0} aria-busy={!isReady}>
        <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
        {isJoint && <JointPage accounts={accounts} statements={statements} doubts={sameOrders} />}
        {accounts.map((each) => (
          <AccountStatement
            key={each.id}
            account={each}
            span={span}
            zone={zone}
            basis={chosen}
            isOneOfSeveral={isJoint}
            onRead={keep}
          />
        ))}
      </article>
    </Dialog.Popup>
  );
}

interface AccountStatementProps {
  account: AccountSummary;
  span: DaySpan | null;
  zone: string;
  basis: StatementBasis | undefined;
  isOneOfSeveral: boolean;
  /** Called with the statement once it is read; with `null` if it cannot be, or is being read again. */
  onRead: (account: string, statement: Statement | null) => void;
}

/** The statement of one account. */
function AccountStatement({ account, span, zone, basis, isOneOfSeveral, onRead }: AccountStatementProps) {
  const words = useText().statement;
  const { data: statement, error, refetch } = useStatement(account.id, span, zone, basis);
  const { from, to, basis: shownBasis } = statement ?? {};
  const turnover =
    from === undefined || to === undefined || shownBasis === undefined ? null : { from, to, basis: shownBasis };
  const fees = useStatementFees(account.id, statement?.zone ?? zone, turnover, statement?.version);
  const failure = failureOf(error);
  const read = statement !== undefined && failure === null ? statement : null;
  useEffect(() => onRead(account.id, read), [account.id, read, onRead]);
  return (
    <>
      {isOneOfSeveral && <h2 className="statement-account">{account.name}</h2>}
      {failure && (
        <FailureNotice
          failure={failure}
          form="strip"
          of={isOneOfSeveral ? account : undefined}
          isInDialog
          onRetry={() => void refetch()}
        />
      )}
      {read && <StatementPage statement={read} accountName={account.name} fees={fees} />}
      {!read && !failure && <p className="statement-hint">{span === null ? words.enterDays : words.reading}</p>}
    </>
  );
}

/** Returns the columns of the sheet with a row for each trade. */
function tradeSheet(isJoint: boolean, text: Text) {
  const { columns, trades, statement } = text;
  const headings = {
    symbol: columns.symbol,
    side: columns.side,
    marginMode: columns.marginMode,
    openedAt: columns.opened,
    closedAt: columns.closed,
    largestSize: columns.largestSize,
    entryPrice: columns.entryPrice,
    exitPrice: columns.exitPrice,
    pnl: statement.columns.net,
    orders: columns.orders,
    incomplete: trades.incomplete,
  } as const;
  const fields = Object.keys(headings) as (keyof typeof headings)[];
  return [
    ...(isJoint ? [{ field: 'account' as const, heading: statement.account }] : []),
    ...fields.map((field) => ({ field, heading: headings[field] })),
  ];
}

/** Gives the document a title while it is printed, because systems name the PDF after the title. */
function usePrintTitle(title: string): void {
  useEffect(() => {
    let usual = document.title;
    const set = (): void => {
      usual = document.title;
      document.title = title;
    };
    const restore = (): void => {
      document.title = usual;
    };
    window.addEventListener('beforeprint', set);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', set);
      window.removeEventListener('afterprint', restore);
    };
  }, [title]);
}

/** The location of the saved file, or the failure. */
function SaveOutcome({ state }: { state: ExportState }) {
  const text = useText();
  const words = text.statement;
  if (state.phase === 'failed') {
    const { what, next } = exportFailureText(state.failure, text);
    return (
      <p className="statement-outcome form-problem" role="alert">
        {text.sentences(what, next)}
      </p>
    );
  }
  const place = state.phase === 'done' ? state.file.place : null;
  return (
    <p className="statement-outcome" role="status">
      {place && (place.kind === 'file' ? words.saved(place.path) : words.downloaded(place.name))}
    </p>
  );
}

/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 2000;

/** The statement of an account for a span of days, made again when its orders change. Nothing is requested without a span. `basis`: `undefined` for the usual one. */
function useStatement(account: string, span: DaySpan | null, zone: string, basis: StatementBasis | undefined) {
  const state = useHistoryState(account, 'order-history');
  const version = useThrottled(state?.version, minIntervalMs);
  const subject = JSON.stringify([account, span, zone, basis]);
  return useQuery({
    queryKey: ['statement', subject, version],
    queryFn: ({ signal }) =>
      request('readStatement', { account, from: span?.from ?? '', to: span?.to ?? '', zone, basis }, signal),
    enabled: span !== null && version !== undefined,
    placeholderData: keepWhile(['statement', subject]),
    gcTime: 10_000,
  });
}

interface PeriodChoiceProps {
  period: Period;
  today: Day;
  onChange: (period: Period) => void;
}

/** The choice of a year, a quarter, a month, or any days. */
function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const text = useText();
  const words = text.statement;
  return (
    <>
      <Segmented
        label={words.kind}
        options={periodKinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={period.kind}
        onChange={(kind) => onChange(changeKind(period, kind, today))}
      />
      {period.kind === 'days' ? (
        <RangeField
          kind="days"
          label={words.days}
          from={period.from ?? ''}
          to={period.to ?? ''}
          onChange={(from, to) => onChange({ kind: 'days', from, to })}
        />
      ) : (
        <div className="statement-stepper">
          <Stepper
            before={text.periods.earlier}
            after={text.periods.later}
            // No period begins after today.
            isLast={(daysOf(period)?.to ?? today) >= today}
            onStep={(step) => onChange(stepPeriod(period, step))}
          >
            <output className="statement-period">{periodText(period, text)}</output>
          </Stepper>
        </div>
      )}
    </>
  );
}
