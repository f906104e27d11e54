import { Fragment, type ReactNode, useMemo } from 'react';
import type { Estimate } from '../../../../shared/risk/estimate.ts';
import { type PartialSum, type RiskSums, sumRisk } from '../../../../shared/risk/risk-sums.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { CurrencySums } from '../../../ui/screen/CurrencySums.tsx';
import { amountEstimate, estimateTone, moneyEstimate } from '../../../ui/text/estimates.ts';
import type { PositionRow } from './position-row.ts';
import { areAllKnown } from './position-words.ts';
import type { AccountPositions } from './positions.ts';
import './account-risk.css';

interface AccountRiskProps {
  positions: readonly AccountPositions[];
  rows: readonly PositionRow[];
  /** True if no plan orders with live prices are. */
  isStale: boolean;
  /** Shows the positions without a stop alone, on request. Default: their number leads nowhere. */
  bare?: BarePositions;
  /** A further item of the line. */
  children?: ReactNode;
}

export interface BarePositions {
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** The account in one line: what its open positions bring, and what they bring if every stop is hit (docs/risk.md 4). */
export function AccountRisk({ positions, rows, isStale, bare, children }: AccountRiskProps) {
  const text = useText();
  const words = text.risk;
  const areRead = positions.every(({ book, hasFailed }) => book.isRead || hasFailed);
  const areWhole = areAllKnown(positions, text);
  const sums = useMemo(() => sumRisk(rows), [rows]);
  return (
    <section className="account-risk" aria-label={words.title} data-more={children !== undefined || undefined}>
      {!areRead ? (
        <div className="account-risk-note">{text.openPositions.reading}</div>
      ) : sums.length === 0 ? (
        <div className="account-risk-note">
          {positions.some(({ hasFailed }) => hasFailed)
            ? text.openPositions.failed
            : areWhole
              ? words.noPositions
              : words.noneYet}
        </div>
      ) : (
        <CurrencySums sums={sums}>
          {(sum) => <QuoteRisk sum={sum} areWhole={areWhole} isStale={isStale} bare={bare} />}
        </CurrencySums>
      )}
      {children}
    </section>
  );
}

interface QuoteRiskProps {
  sum: RiskSums;
  /** False if positions may be missing. */
  areWhole: boolean;
  isStale: boolean;
  bare: BarePositions | undefined;
}

function QuoteRisk({ sum, areWhole, isStale, bare }: QuoteRiskProps) {
  const text = useText();
  const words = text.risk;
  const { quote, positions, pnl, atStops, withoutStop, unknownStops, exposureLong, exposureShort } = sum;
  return (
    <>
      <AccountItem
        label={`${words.openPnl} ${quote}`}
        title={words.openPnlExplained}
        of={isStale ? words.notLive : shareText(pnl, positions, text)}
      >
        <Money estimate={pnl.sum} isLarge />
      </AccountItem>
      <AccountItem
        label={words.stops}
        title={words.noStopExplained}
        of={unknownStops > 0 && withoutStop > 0 ? words.unknownStops(unknownStops) : null}
      >
        {withoutStop > 0 && bare ? (
          <button
            type="button"
            className="account-risk-button"
            data-tone={isStale ? 'muted' : undefined}
            aria-pressed={bare.isShown}
            onClick={() => bare.onShow(!bare.isShown)}
          >
            {words.withoutStop(withoutStop)}
          </button>
        ) : (
          <span data-tone={isStale ? 'muted' : undefined}>
            {withoutStop > 0
              ? words.withoutStop(withoutStop)
              : unknownStops > 0
                ? words.unknownStops(unknownStops)
                : areWhole
                  ? words.allHaveStop
                  : words.allKnownHaveStop}
          </span>
        )}
      </AccountItem>
      <AccountItem label={words.atStops} title={words.atStopsExplained} of={shareText(atStops, positions, text)}>
        <Money estimate={atStops.sum} />
      </AccountItem>
      <Exposure label={words.long} sum={exposureLong} />
      <Exposure label={words.short} sum={exposureShort} />
    </>
  );
}

interface AccountItemProps {
  label: ReactNode;
  title: string;
  /** What the figure is of; `null` if that is clear. */
  of?: ReactNode;
  isExposure?: boolean;
  children: ReactNode;
}

/** A figure of the account with its label above it. */
export function AccountItem({ label, title, of = null, isExposure = false, children }: AccountItemProps) {
  return (
    <div className="account-risk-item" title={title} data-exposure={isExposure || undefined}>
      <div className="account-risk-label">
        {label}
        {of !== null && <small> {of}</small>}
      </div>
      <div className="account-risk-figure">{children}</div>
    </div>
  );
}

function Exposure({ label, sum }: { label: string; sum: PartialSum }) {
  const text = useText();
  return (
    <AccountItem label={label} title={text.risk.exposureExplained} isExposure>
      <FigureText figure={amountEstimate(sum.sum, text)} />
    </AccountItem>
  );
}

/** Says of how many positions a sum is; `null` if it is of all. Where room lacks, the word for positions is left out. */
function shareText({ positions }: PartialSum, all: number, { risk }: Text): ReactNode {
  if (positions === all) return null;
  return (
    <>
      {risk.share(positions, all)}
      <span className="account-risk-word">{risk.shareOf(all)}</span>
    </>
  );
}

function Money({ estimate, isLarge = false }: { estimate: Estimate | null; isLarge?: boolean }) {
  const text = useText();
  const Tag = isLarge ? 'strong' : Fragment;
  return (
    <span data-tone={estimateTone(estimate)}>
      <Tag>
        <FigureText figure={moneyEstimate(estimate, text)} />
      </Tag>
    </span>
  );
}
