import type { ReactNode } from 'react';
import type { Drawdown, SampleFigure, TradeResults, TradeStreak } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import { dayOf } from '../../../shared/days.ts';
import type { Decimal } from '../../../shared/domain.ts';
import { certainSample } from '../../../shared/trades.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { decimalText, type Figure, moneyFigure, plainFigure, signTone } from '../../ui/text/figures.ts';
import { amountEnd, intervalText } from './figures/trade-groups.ts';
import type { ShownResults } from './results-basis.ts';
import { apartFilter, uncertainFilter } from './trade-filters.ts';

/** The figures of all closed and complete trades, each average with its sample; open and incomplete trades apart. */
export function TradeFigures({ results, onChoose }: ShownResults<TradeFilter, TradeResults>) {
  const text = useText();
  const zone = useTimeZone();
  const words = text.tradeResults;
  const { quote, expectancy, longestWins, longestLosses, drawdown, uncertain } = results;
  const total = results.days.at(-1)?.total ?? '0';
  const money = (value: Decimal): Figure => moneyFigure(value, text);
  const plain = (value: Decimal): Figure => plainFigure(decimalText(value));
  const percent = (value: Decimal): Figure => plainFigure(words.percent(decimalText(value)));
  const daysOf = (streak: TradeStreak): ReactNode => (
    <>
      {text.results.span(dayOf(streak.from, zone), dayOf(streak.to, zone))}
      <UncertainPart trades={streak.uncertain} />
    </>
  );
  const averages = [results.winRate, results.averageWin, results.averageLoss, results.profitFactor, expectancy];
  return (
    <>
      <dl className="results-totals trade-figures">
        <TradeFigure name={words.pnl}>
          <strong data-tone={signTone(total)}>
            <FigureText figure={money(total)} within={(figure) => text.results.amount(figure, quote)} />
          </strong>
        </TradeFigure>
        <TradeFigure
          name={words.trades}
          explained={uncertain > 0 ? text.trades.uncertainExplained : undefined}
          more={
            uncertain > 0 && (
              <button type="button" className="status-button" onClick={() => onChoose(uncertainFilter(results))}>
                {words.uncertainOrder(uncertain)}
              </button>
            )
          }
        >
          {decimalText(String(expectancy.sample))}
        </TradeFigure>
        <Average name={words.winRate} figure={results.winRate} show={percent} />
        <Average name={words.averageWin} figure={results.averageWin} show={money} isMoney />
        <Average name={words.averageLoss} figure={results.averageLoss} show={money} isMoney />
        <Average
          name={words.profitFactor}
          explained={words.explained.profitFactor}
          figure={results.profitFactor}
          show={plain}
        />
        <Average
          name={words.expectancy}
          explained={words.explained.expectancy}
          figure={expectancy}
          show={money}
          isMoney
        />
        <TradeFigure name={words.longestWins} more={longestWins && daysOf(longestWins)}>
          {decimalText(String(longestWins?.trades ?? 0))}
        </TradeFigure>
        <TradeFigure name={words.longestLosses} more={longestLosses && daysOf(longestLosses)}>
          {decimalText(String(longestLosses?.trades ?? 0))}
        </TradeFigure>
        <TradeFigure
          name={words.drawdown}
          explained={words.explained.drawdown}
          more={<DrawdownDays drawdown={drawdown} />}
        >
          {drawdown === null ? (
            text.none
          ) : (
            <span data-tone="down">
              <FigureText figure={money(`-${drawdown.amount}`)} />
            </span>
          )}
        </TradeFigure>
        {(['open', 'incomplete'] as const).map((part) => (
          <TradeFigure
            key={part}
            name={words[part]}
            more={
              results[part].trades === 0 ? (
                text.trades.number(0)
              ) : (
                <button type="button" className="status-button" onClick={() => onChoose(apartFilter(part, results))}>
                  {text.trades.number(results[part].trades)}
                </button>
              )
            }
          >
            <span data-tone={signTone(results[part].sum)}>
              <FigureText figure={money(results[part].sum)} />
            </span>
          </TradeFigure>
        ))}
      </dl>
      {averages.some(isUncertain) && <p className="trade-uncertain">{words.uncertain}</p>}
    </>
  );
}

/** How many trades of a figure have an uncertain order of executions. */
function UncertainPart({ trades }: { trades: number }) {
  const { tradeResults: words } = useText();
  return trades > 0 && <span className="trade-interval">{words.uncertainOrder(trades)}</span>;
}

function isUncertain({ value, sample }: SampleFigure): boolean {
  return value !== null && sample < certainSample;
}

interface TradeFigureProps {
  name: string;
  explained?: string | undefined;
  /** Shown below the figure. */
  more?: ReactNode;
  isUncertain?: boolean;
  children: ReactNode;
}

function TradeFigure({ name, explained, more, isUncertain: isMarked, children }: TradeFigureProps) {
  return (
    <div className="results-total" title={explained}>
      <dt>{name}</dt>
      <dd data-uncertain={isMarked || undefined}>{children}</dd>
      {more && <dd className="trade-figure-more">{more}</dd>}
    </div>
  );
}

interface AverageProps {
  name: string;
  explained?: string;
  figure: SampleFigure;
  show: (value: Decimal) => Figure;
  isMoney?: boolean;
}

/** An average with its sample and its interval. A small sample makes it uncertain. */
function Average({ name, explained, figure, show, isMoney = false }: AverageProps) {
  const text = useText();
  const { value, sample } = figure;
  const interval = intervalText(figure, isMoney ? amountEnd : (end) => show(end).shown, text);
  return (
    <TradeFigure
      name={name}
      {...(explained === undefined ? {} : { explained })}
      isUncertain={isUncertain(figure)}
      more={
        <>
          {text.tradeResults.sample(sample)}
          {interval !== null && <span className="trade-interval">{interval}</span>}
        </>
      }
    >
      {value === null ? (
        text.none
      ) : (
        <span data-tone={isMoney ? signTone(value) : undefined}>
          <FigureText figure={show(value)} />
        </span>
      )}
    </TradeFigure>
  );
}

function DrawdownDays({ drawdown }: { drawdown: Drawdown | null }) {
  const { results, tradeResults: words } = useText();
  const zone = useTimeZone();
  if (drawdown === null) return null;
  const { from, to, recoveredAt, uncertain } = drawdown;
  const end = dayOf(to, zone);
  return (
    <>
      {from === null ? words.fromStart(end) : results.span(dayOf(from, zone), end)}
      <span className="trade-interval">
        {recoveredAt === null ? words.notRecovered : words.recovered(dayOf(recoveredAt, zone))}
      </span>
      <UncertainPart trades={uncertain} />
    </>
  );
}
