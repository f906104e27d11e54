import { type CSSProperties, useMemo } from 'react';
import { accountNameIn } from '../../domain/accounts/shown-archive.ts';
import { sideAndKind } from '../../domain/orders/words.ts';
import { distanceText } from '../../domain/plans/distance-columns.ts';
import { planRowId } from '../../domain/plans/plan-row.ts';
import { useText } from '../../text/use-text.ts';
import { quantityText } from '../../ui/text/figures.ts';
import { radarPlace, radarRows, radarTicks } from './plan-radar.ts';
import type { PlansView } from './use-plans-view.ts';
import './plan-radar.css';

/** All plan orders in the table on one axis of distance, with the 24h range of each symbol. */
export function PlanRadar({ view }: { view: PlansView }) {
  const text = useText();
  const words = text.radar;
  const { parts, shown, rulesOf, isOfAll, accounts, openRow } = view;
  const days = useMemo(
    () =>
      new Map(
        parts.flatMap(({ account, tickers }) => tickers.rows.map((row) => [`${account} ${row.symbol}`, row] as const)),
      ),
    [parts],
  );
  const rows = radarRows(shown, ({ account, symbol }) => days.get(`${account} ${symbol}`));
  const at = (place: number): CSSProperties => ({ left: `${(place * 100).toFixed(2)}%` });
  return (
    <aside
      className="plan-radar"
      aria-label={words.title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') view.setOpenRow(null);
      }}
    >
      <div className="radar-row radar-axis" aria-hidden="true">
        <span />
        <div className="radar-track">
          {radarTicks.map((percent) => (
            <span key={percent} className="radar-tick" style={at(radarPlace(percent))}>
              {percent === 0 ? text.columns.last : words.tick(percent)}
            </span>
          ))}
        </div>
      </div>
      <ul className="radar-rows">
        {rows.map(({ account, symbol, day, marks }) => (
          <li key={`${account} ${symbol}`} className="radar-row">
            <span
              className="radar-symbol"
              title={isOfAll ? text.clauses(symbol, accountNameIn({ accounts }, account)) : symbol}
            >
              {symbol}
            </span>
            <div className="radar-track">
              {day && (
                <span
                  className="radar-day"
                  title={words.day}
                  style={{ ...at(day.from), right: `${((1 - day.to) * 100).toFixed(2)}%` }}
                />
              )}
              <span className="radar-last" />
              {marks.map(({ plan, place }) => {
                const size = `${quantityText(plan.quantity, rulesOf(plan), text)} ${text.units.contracts}`;
                const name = [symbol, sideAndKind(plan, text), size, distanceText(plan, text)].reduce(text.clauses);
                return (
                  <button
                    key={planRowId(plan)}
                    type="button"
                    className="radar-mark"
                    data-side={plan.side}
                    data-stale={!plan.isLive || undefined}
                    aria-label={name}
                    title={name}
                    style={at(place)}
                    aria-pressed={plan === openRow}
                    onClick={() => view.setOpenRow(plan === openRow ? null : plan)}
                  />
                );
              })}
            </div>
          </li>
        ))}
      </ul>
      <p className="radar-note">{rows.length === 0 ? text.plans.noPrices : words.explained}</p>
    </aside>
  );
}
