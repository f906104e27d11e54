import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Trade, TradeFilter } from '../../../shared/contract/trades.ts';
import { ownRow } from '../../../shared/orders/joint.ts';
import { lacksPnl } from '../../../shared/orders/trades.ts';
import { addDays, endOfDay, startOfDay } from '../../../shared/time/days.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { FailureNotice, useNameOfSeveral } from '../../domain/accounts/FailureNotice.tsx';
import { accountNameIn, isJointArchive, type ShownArchive } from '../../domain/accounts/shown-archive.ts';
import { useShownArchive } from '../../domain/accounts/use-shown-archive.ts';
import { useMayBeUnwatched } from '../../domain/alerts/unwatched.ts';
import { useArchiveRules } from '../../domain/market/symbol-rules.ts';
import { NoteField } from '../../domain/notes/NoteField.tsx';
import { isReadUpTo, isWholeSince, missingOfAccounts } from '../../domain/orders/coverage/coverage.ts';
import { AfterFees, averageAfter } from '../../domain/orders/fees/AfterFees.tsx';
import { useRates } from '../../domain/orders/fees/use-fees.ts';
import { useArchiveState } from '../../domain/orders/history-state.ts';
import { TradePicture } from '../../domain/orders/picture/TradePicture.tsx';
import { sameOrdersText, useSameOrders } from '../../domain/orders/same-orders.ts';
import { tradeDuration } from '../../domain/orders/trade-duration.ts';
import { hasClosed, tradePnlFigure, tradePnlTone } from '../../domain/orders/trade-pnl.ts';
import { failureOf, request } from '../../platform/client.ts';
import { closeDialog, dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { CurrencySums, PnlFigures } from '../../ui/screen/CurrencySums.tsx';
import { percentText, signTone } from '../../ui/text/figures.ts';
import { DayPlans } from './DayPlans.tsx';
import { StopsNow } from './StopsNow.tsx';
import './review.css';

/** Most trades that are listed, because all of them are drawn. */
const maxTrades = 200;

/** The dialog with the review of a day: yesterday at first. */
export function ReviewDialog({ account }: { account: AccountSummary }) {
  const open = useSelector(dialog) === 'review';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog('review')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <ReviewPopup account={account} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ReviewPopup({ account }: { account: AccountSummary }) {
  const text = useText();
  const words = text.review;
  const zone = useTimeZone();
  const goTo = useGoTo();
  const archive = useShownArchive(account);
  const isNamed = useNameOfSeveral() !== null;
  const today = useToday();
  const [day, setDay] = useState(() => addDays(today, -1));
  // Also orders that fit no position, such as a liquidation of an unknown side, which have no state.
  const filter = useMemo((): TradeFilter => ({ closed: { from: day, to: day } }), [day]);
  const { parts, state } = useArchiveState(archive, 'order-history');
  const { data, error, isPlaceholderData, refetch } = useTradesOfDay(archive.id, day, filter, zone, state?.version);
  const failure = failureOf(error);
  const start = startOfDay(day, zone);
  const isOver = day < today;
  const end = isOver ? endOfDay(day, zone) : null;
  const isJoint = isJointArchive(archive);
  const missing = state ? missingOfAccounts(parts, zone, text) : [];
  if (!isJoint && state && state.checkedAt !== null && !isReadUpTo(state, end))
    missing.push(text.absence.asOf(formatTimestamp(state.checkedAt, zone)));
  missing.push(...useSameOrders(account).map((names) => sameOrdersText(names, text)));
  const mayBeUnwatched = useMayBeUnwatched();
  // A sum of all accounts that lacks what one of them has is the sum of nothing.
  const lacking = isJoint
    ? parts.filter(
        ({ account: { id }, state: each }) => (!isOver && mayBeUnwatched(id)) || !isWholeSince(each, start, end),
      )
    : [];
  // Orders that are not known may have closed trades.
  const isWhole = parts.every(({ state: each }) => isWholeSince(each, start, end));
  const trades = data?.trades.rows ?? [];
  const without = trades.filter(({ note }) => !note).length;
  const hadFocus = useRef(false);
  const showTrades = (): void => {
    closeDialog('review');
    goTo({ kind: 'list', account: account.id, list: 'trades', filter, from: words.from(day) });
  };
  return (
    <Dialog.Popup
      className="dialog review-dialog"
      finalFocus={focusAfterDialog}
      onKeyDown={(event) => moveBetweenNotes(event, event.currentTarget)}
    >
      <header className="review-head">
        <Dialog.Title className="dialog-title">
          {isNamed ? text.labeled(words.title, archive.name) : words.title}
        </Dialog.Title>
        <div className="review-day">
          <Stepper
            before={words.earlier}
            after={words.later}
            isLast={day >= today}
            onStep={(step) => setDay(addDays(day, step))}
          >
            <output>{text.periods.day(day)}</output>
          </Stepper>
        </div>
        <Dialog.Close className="button">{words.close}</Dialog.Close>
      </header>
      {failure && (
        <FailureNotice
          failure={failure}
          form="strip"
          of={isJoint ? null : undefined}
          isInDialog
          onRetry={() => void refetch()}
        />
      )}
      {missing.length > 0 && (
        <p className="review-missing">
          <TriangleAlert size={14} aria-hidden="true" />
          {missing.reduce(text.sentences)}
        </p>
      )}
      <div className="review-facts" data-old={isPlaceholderData || undefined}>
        <section className="review-fact review-pnl" aria-label={words.pnl} title={text.results.ordersAndTrades}>
          <h2>{words.pnl}</h2>
          {lacking.length > 0 && <p>{text.absence.noSum(text.enumerated(lacking.map((part) => part.account.name)))}</p>}
          {data?.summary.trades === 0 && lacking.length === 0 && <p>{isWhole ? words.noTrades : text.none}</p>}
          {data && data.summary.trades > 0 && (
            <>
              <div className="review-sums">
                <CurrencySums sums={lacking.length > 0 ? [] : data.summary.quotes.filter(hasClosed)}>
                  {({ closed }) => (
                    <PnlFigures
                      pnl={closed}
                      label={text.columns.pnl}
                      after={<AfterFees pnl={closed.sum} fees={closed.fees} isShort />}
                      ofAverage={averageAfter(closed, text)}
                    />
                  )}
                </CurrencySums>
              </div>
              <p>
                <button type="button" className="status-button" onClick={showTrades}>
                  {text.trades.number(data.summary.trades)}
                </button>
                {data.summary.incomplete > 0 && ` · ${text.trades.left(data.summary.incomplete)}`}
              </p>
            </>
          )}
        </section>
        <DayPlans account={account.id} archive={archive.id} day={day} />
        <StopsNow account={account} archive={archive} pastDay={day < today ? day : null} />
        <section className="review-fact" aria-label={words.notes}>
          <h2>{words.notes}</h2>
          {trades.length > 0 && <p>{without === 0 ? words.allNoted : words.withoutNote(without)}</p>}
        </section>
      </div>
      {trades.length > 0 ? (
        <TradeNotes
          key={data?.day}
          archive={archive}
          trades={trades}
          day={data?.day ?? day}
          // Later the focus stays on the button that steps from day to day.
          hadFocus={hadFocus}
        />
      ) : (
        <p className="review-empty">{data ? isWhole && words.noTrades : !failure && words.reading}</p>
      )}
      {data && data.trades.total > trades.length && <p className="review-empty">{words.more(trades.length)}</p>}
    </Dialog.Popup>
  );
}

/** The trades that were closed on a day, and their sums. They are read again when the history has a newer version. */
function useTradesOfDay(account: string, day: Day, filter: TradeFilter, zone: string, version: number | undefined) {
  const rates = useRates(account);
  return useQuery({
    queryKey: ['review', account, filter, zone, version, rates],
    queryFn: async ({ signal }) => {
      const query = { account, filter, zone, ...(rates && { rates }) };
      const [trades, summary] = await Promise.all([
        request(
          'readTrades',
          {
            ...query,
            sort: [{ field: 'closedAt', direction: 'ascending' }],
            from: 0,
            count: maxTrades,
          },
          signal,
        ),
        request('summarizeTrades', query, signal),
      ]);
      return { day, trades, summary };
    },
    placeholderData: keepWhile(['review', account]),
    gcTime: 10_000,
  });
}

interface TradeNotesProps {
  archive: ShownArchive;
  trades: readonly Trade[];
  day: Day;
  /** True once the notes have had the focus. */
  hadFocus: { current: boolean };
}

/** The trades with their note fields. When the dialog opens, the first field without a note has the focus. */
function TradeNotes({ archive, trades, day, hadFocus }: TradeNotesProps) {
  const text = useText();
  const words = text.review;
  const { rulesOf } = useArchiveRules(archive);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (hadFocus.current) return;
    // After the dialog has moved the focus into itself.
    const frame = requestAnimationFrame(() => {
      hadFocus.current = true;
      if (list.current) focusFirstNote(list.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [hadFocus]);
  return (
    <>
      <p className="review-keys">{words.keys}</p>
      <ul ref={list} className="review-trades" aria-label={words.list}>
        {trades.map((shown) => {
          const { account, row: trade } = ownRow(shown, archive.id);
          return (
            <li key={shown.key} className="review-trade">
              <TradeFacts
                trade={trade}
                day={day}
                accountName={isJointArchive(archive) ? accountNameIn(archive, account) : null}
              />
              <NoteField account={account} kind="trade" rowKey={trade.key} note={trade.note ?? ''} />
              <PictureInSight account={account} trade={trade} rules={rulesOf(trade.symbol)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Draws the picture of a trade once it is in sight, because each one is read. */
function PictureInSight({ account, trade, rules }: { account: string; trade: Trade; rules: SymbolRules | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInSight(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="review-picture">
      {isInSight && <TradePicture account={account} trade={trade} version={undefined} rules={rules} />}
    </div>
  );
}

/** `accountName`: `null` if only one account is shown. */
function TradeFacts({ trade, day, accountName }: { trade: Trade; day: Day; accountName: string | null }) {
  const text = useText();
  const zone = useTimeZone();
  const closed = trade.closedAt === null ? '' : formatTimestamp(trade.closedAt, zone);
  const side = trade.side === null ? text.trades.incomplete : text.trades.sides[trade.side];
  return (
    <div className="review-trade-facts">
      <span className="review-trade-name">{text.review.trade(trade.symbol, side)}</span>
      <span className="review-trade-figures">
        <strong data-tone={tradePnlTone(trade)}>
          <FigureText figure={tradePnlFigure(trade, text)} />
        </strong>
        {trade.returnPercent !== null && (
          <span data-tone={signTone(trade.returnPercent)}>{percentText(trade.returnPercent, text)}</span>
        )}
        {trade.fees?.unpriced === 0 && trade.pnl !== null && !lacksPnl(trade) && (
          <AfterFees pnl={trade.pnl} fees={trade.fees} />
        )}
      </span>
      <span className="review-trade-time">
        {accountName !== null && `${accountName} · `}
        {text.review.closedAt(
          closed.startsWith(day) ? closed.slice(day.length + 1) : closed,
          tradeDuration(trade, text),
        )}
      </span>
    </div>
  );
}

/**
 * Moves the focus to the next or the previous note field if the caret is in the last or the first line of the one that has it. From
 * elsewhere, the key down leads to the first field without a note. `area`: the element with the fields.
 */
function moveBetweenNotes(event: KeyboardEvent, area: HTMLElement): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement)) {
    if (step > 0 && focusFirstNote(area)) event.preventDefault();
    return;
  }
  const { value, selectionStart, selectionEnd } = field;
  const beyond = step > 0 ? value.slice(selectionEnd) : value.slice(0, selectionStart);
  const fields = fieldsIn(area);
  const next = fields[fields.indexOf(field) + step];
  if (beyond.includes('\n') || next === undefined) return;
  event.preventDefault();
  focusField(next);
}

/** Focuses the first field without a note, or the first one. Returns false if there is none. */
function focusFirstNote(area: HTMLElement): boolean {
  const fields = fieldsIn(area);
  const field = fields.find(({ value }) => value === '') ?? fields[0];
  if (field) focusField(field);
  return field !== undefined;
}

function fieldsIn(area: HTMLElement): HTMLTextAreaElement[] {
  return [...area.querySelectorAll('textarea')];
}

function focusField(field: HTMLTextAreaElement): void {
  field.focus();
  field.closest('li')?.scrollIntoView({ block: 'nearest' });
}
