import { X } from 'lucide-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import { addDays, dayOf, startOfDay } from '../../../../shared/time/days.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import type { Timestamp } from '../../../../shared/values/domain.ts';
import { useNameOfSeveral } from '../../../domain/accounts/FailureNotice.tsx';
import { accountNameIn, type ShownArchive } from '../../../domain/accounts/shown-archive.ts';
import { useShownArchive } from '../../../domain/accounts/use-shown-archive.ts';
import { type Absence, useCatchUp } from '../../../domain/alerts/presence.ts';
import { AfterFees } from '../../../domain/orders/fees/AfterFees.tsx';
import { openDialog } from '../../../platform/dialogs.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useNow } from '../../../platform/timer.ts';
import { useText } from '../../../text/use-text.ts';
import { SumText } from '../../../ui/screen/CurrencySums.tsx';
import { useNews } from './use-news.ts';
import './since.css';

const dayMs = 86_400_000;
/** Milliseconds after which the end of the summary moves to the current time. */
const updateIntervalMs = 30_000;

interface SinceSectionProps {
  account: AccountSummary;
  /** Called when a click leads to rows. */
  onShown: () => void;
}

/** What happened in the shown accounts since a moment that the user can choose, with links to exactly these rows. */
export function SinceSection({ account, onShown }: SinceSectionProps) {
  const text = useText();
  const words = text.absence;
  const zone = useTimeZone();
  const archive = useShownArchive(account);
  const { since, lastLook, withoutLook, keep, dismiss } = useCatchUp(archive.id);
  // The list of activities below is of every account.
  const isNamed = useNameOfSeveral() !== null;
  const now = useNow(updateIntervalMs);
  // The moments stay, so that the chosen one stays marked.
  const [openedAt] = useState(now);
  const title = since === null ? words.choose : words.since(formatTimestamp(since, zone).slice(0, 16));
  const unknown = withoutLook.map((id) => accountNameIn(archive, id));
  const moments: { name: string; at: Timestamp | null; explained?: string | undefined }[] = [
    {
      name: words.moments.lastLook,
      at: lastLook,
      explained: unknown.length > 0 ? words.unknownLook(text.enumerated(unknown)) : undefined,
    },
    { name: words.moments.yesterday, at: startOfDay(addDays(dayOf(openedAt, zone), -1), zone) },
    { name: words.moments.day, at: Math.floor((openedAt - dayMs) / 1000) * 1000 },
  ];
  return (
    <section className="since" aria-label={words.label}>
      <div className="since-head">
        <h2 className="since-title">{isNamed ? text.labeled(archive.name, title) : title}</h2>
        <div className="since-choices">
          <div className="since-moments">
            {moments.map(
              ({ name: moment, at, explained }) =>
                at !== null && (
                  <button
                    key={moment}
                    type="button"
                    className="choice"
                    aria-pressed={at === since}
                    title={explained}
                    onClick={() => keep(at)}
                  >
                    {moment}
                  </button>
                ),
            )}
          </div>
          <button type="button" className="status-button" onClick={() => openDialog('review')}>
            {text.review.open}
          </button>
          {since !== null && (
            <button
              type="button"
              className="icon-button"
              aria-label={words.dismiss}
              title={words.dismiss}
              onClick={dismiss}
            >
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      {since !== null && <News account={account} archive={archive} span={{ since, before: now }} onShown={onShown} />}
    </section>
  );
}

function News({ account, archive, span, onShown }: SinceSectionProps & { archive: ShownArchive; span: Absence }) {
  const { absence: words } = useText();
  const { parts, notes, isNothing } = useNews(account, archive, span);
  return (
    <>
      <div className="since-parts">
        {isNothing && <span className="since-none">{words.nothing}</span>}
        {parts.map(({ id, label, explained, show, sums = [] }) => (
          <span key={id} className="since-part">
            <button
              type="button"
              className="status-button"
              title={explained}
              onClick={() => {
                onShown();
                show();
              }}
            >
              {label}
            </button>
            {sums.map(({ quote, pnl, fees }) => (
              <span key={quote} className="since-sum">
                <SumText value={pnl} /> {quote} <AfterFees pnl={pnl} fees={fees} isShort />
              </span>
            ))}
          </span>
        ))}
      </div>
      {notes.length > 0 && (
        <p className="since-notes">
          {notes.map(({ note, explained }) => (
            <span key={note} title={explained}>
              {note}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
