import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type MarginModeChoice, marginModeChoices, type Screen } from '../../../shared/choices.ts';
import type { AccountSummary, OrderCommon, Page } from '../../../shared/domain.ts';
import type { Result } from '../../../shared/result.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import type { PrecisionOf } from '../../format/figures.ts';
import type { PageQuestion } from '../../rows/paged-rows.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { usePrecisionOf, useSymbols } from '../../state/queries.ts';
import { useChangeSettings, useSettings, useTableLayout } from '../../state/settings.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import { useCommand } from '../../state/use-command.ts';
import { useRowIndex } from '../../state/use-row-index.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Segmented } from '../controls/Segmented.tsx';
import { SymbolPicker } from '../controls/SymbolPicker.tsx';
import { noticeCopied } from '../copy-text.ts';
import type { TableColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { EmptyNotice } from './EmptyNotice.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { Skeleton } from './Skeleton.tsx';
import { StatusLine } from './StatusLine.tsx';
import { UnreadableRows } from './UnreadableRows.tsx';
import { usePagedRows } from './use-paged-rows.ts';

export type OrderQuestion = PageQuestion & {
  account: string;
  symbol?: string;
  marginMode: MarginModeChoice;
  direction: 'older';
};

interface OrderScreenProps<Row extends OrderCommon> {
  screen: Screen;
  account: AccountSummary;
  read: (question: OrderQuestion, signal?: AbortSignal) => Promise<Result<Page<Row>>>;
  /** Stable: a function of the feature's module, not of a render. */
  makeColumns: (text: Text, precisionOf: PrecisionOf, zone: string) => TableColumn<Row>[];
  empty: { what: string; next: string };
  /** Rows also leave the list, so that it is read anew this often, in milliseconds. */
  rereadEvery: number;
}

/** An endless list of the exchange with a symbol, a margin mode and details, held in memory as far as it was read. */
export function OrderScreen<Row extends OrderCommon>(props: OrderScreenProps<Row>) {
  const { screen, account, read, makeColumns, rereadEvery } = props;
  const text = useText();
  const zone = useTimeZone();
  const settings = useSettings();
  const changeSettings = useChangeSettings();
  const [layout, setLayout] = useTableLayout(screen);
  const [symbol, setSymbol] = useState<string | null>(null);
  const [openRow, setOpenRow] = useState<Row | null>(null);
  const symbols = useSymbols(account.id);
  const precisionOf = usePrecisionOf(account.id);
  const columns = useMemo(() => makeColumns(text, precisionOf, zone), [makeColumns, text, precisionOf, zone]);

  const { marginMode } = settings;
  const listKey = `${account.id}\n${marginMode}\n${symbol ?? ''}`;
  const { list, state } = usePagedRows<Row>(listKey, (question, signal) =>
    read(
      { ...question, direction: 'older', account: account.id, marginMode, ...(symbol === null ? {} : { symbol }) },
      signal,
    ),
  );
  const index = useRowIndex(state.rows, state.version, columns, layout.sort);

  const refresh = useCallback((): void => void list.replaceAll(), [list]);
  useCommand('refresh', refresh);
  // A keychain that is locked asks for its password each time: that is for the reader to start.
  const needsReader = state.failure?.keychain !== undefined;
  useEffect(() => {
    if (needsReader) return;
    const timer = window.setInterval(() => {
      if (!document.hidden) refresh();
    }, rereadEvery);
    return () => window.clearInterval(timer);
  }, [refresh, rereadEvery, needsReader]);

  const failed = state.failure !== null;
  useReportFreshness(state.fetchedAt, rereadEvery * 3, failed);

  const loadOlder = useCallback((): void => {
    if (state.older === 'idle') void list.loadOlder();
  }, [list, state.older]);

  const empty = state.rows.length === 0;
  const oldest = state.rows.at(-1);
  const filtered = symbol !== null || marginMode !== 'all';
  const busy = state.older === 'loading' || state.again === 'loading';

  const placeholder = state.failure ? (
    <FailureNotice failure={state.failure} form="panel" onRetry={refresh} />
  ) : state.older === 'complete' ? (
    <EmptyNotice
      {...props.empty}
      action={
        filtered
          ? {
              label: text.empty.showAll,
              run: () => {
                setSymbol(null);
                changeSettings({ marginMode: 'all' });
              },
            }
          : undefined
      }
    />
  ) : (
    <Skeleton />
  );

  return (
    <section className="screen" aria-label={text.screens[screen]}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <SymbolPicker symbols={symbols} value={symbol} onChange={setSymbol} />
        <Segmented
          label={text.toolbar.marginMode}
          options={marginModeChoices.map((value) => ({ value, label: text.marginModes[value] }))}
          value={marginMode}
          onChange={(value) => changeSettings({ marginMode: value })}
        />
        <span className="toolbar-space" />
        <button type="button" className="button" onClick={refresh} aria-busy={busy}>
          <RefreshCw size={14} aria-hidden="true" />
          {text.toolbar.refresh}
        </button>
        <ColumnsMenu columns={columns} layout={layout} onLayoutChange={setLayout} />
      </div>
      {state.failure && !empty && (
        <FailureNotice
          failure={state.failure}
          form="strip"
          showing={state.fetchedAt ? text.failure.showing(formatTimestamp(state.fetchedAt, zone)) : ''}
          onRetry={() => {
            if (state.older === 'failed') void list.loadOlder();
            else refresh();
          }}
        />
      )}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[screen], account.name)}
          columns={columns}
          index={index}
          rowKey={keyOf}
          layout={layout}
          onLayoutChange={setLayout}
          listKey={`${listKey}\n${JSON.stringify(layout.sort)}`}
          addedAtTop={layout.sort.length > 0 ? 0 : state.addedAtTop}
          keepPlace="by-key"
          complete={state.older === 'complete'}
          onNearEnd={layout.sort.length > 0 ? undefined : loadOlder}
          openKey={openRow?.key ?? null}
          onOpen={setOpenRow}
          onCopied={(copied) => noticeCopied(copied, text)}
          placeholder={placeholder}
        />
        {openRow && (
          <DetailPanel row={openRow} title={openRow.symbol} columns={columns} onClose={() => setOpenRow(null)} />
        )}
      </div>
      <StatusLine>
        <span>{text.status.rows(state.rows.length)}</span>
        {oldest && <span>{text.status.oldest(formatTimestamp(oldest.createdAt, zone).slice(0, 10))}</span>}
        {!empty && (
          <span>
            {state.older === 'complete'
              ? text.status.complete
              : state.older === 'loading'
                ? text.status.loadingOlder
                : text.status.more}
          </span>
        )}
        {layout.sort.length > 0 && state.older !== 'complete' && !empty && (
          <>
            <span className="status-warning">{text.status.sortCovers(state.rows.length)}</span>
            <button
              type="button"
              className="status-button"
              onClick={() => (state.loadingAll ? list.stopLoadingAll() : void list.loadAll())}
            >
              {state.loadingAll ? text.status.stop : text.status.loadAll}
            </button>
          </>
        )}
        <UnreadableRows count={state.unreadable.length} rows={state.unreadable} />
      </StatusLine>
    </section>
  );
}

function keyOf(row: OrderCommon): string {
  return row.key;
}
