import { Menu } from '@base-ui/react/menu';
import { type CSSProperties, memo, useMemo, useRef, useState } from 'react';
import type { FuturesTicker, SymbolRules } from '../../../../shared/contract/market.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import type { TickerMarket } from '../../../../shared/market.ts';
import { movePercent, moveTo } from '../../../../shared/plan-distance.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { CopyItem } from '../../../ui/controls/CopyItem.tsx';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { moveAmongButtons } from '../../../ui/controls/move-among-buttons.ts';
import { RowMenu } from '../../../ui/controls/RowMenu.tsx';
import { useSize } from '../../../ui/controls/use-size.ts';
import { type Figure, narrowPriceFigure, percentText, quantityText } from '../../../ui/text/figures.ts';
import { PriceItems } from '../../market/PriceItems.tsx';
import { OrderItems } from '../../orders/OrderItems.tsx';
import { sideAndKind } from '../../orders/words.ts';
import { type PlanRow, planRowId } from '../plan-row.ts';
import {
  type LadderMark,
  type LadderScale,
  ladderMarks,
  ladderScale,
  type MarkKind,
  marksKey,
  placeOn,
  spreadLabels,
} from './price-ladder.ts';
import './price-ladder.css';

/** CSS pixels between the centers of two labels. */
const labelGap = 22;
/** Width (CSS pixels) of the lines between the axis and the labels, and the place of the axis in it. */
const linesWidth = 26;
const axis = 5;

interface PriceLadderProps {
  account: string;
  symbol: string;
  /** The open plan orders of the symbol. */
  plans: readonly PlanRow[];
  ticker: Pick<FuturesTicker, 'last' | 'high' | 'low'> | undefined;
  rules: Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'> | undefined;
  /** False if the figures are too old to be live. */
  isLive: boolean;
  /** See `SymbolItems`. */
  tickersOf?: TickerMarket;
  onOpen: (plan: PlanRow) => void;
}

/** A vertical scale with the prices of a symbol: the last one, those of its open plan orders, and the range of the day. */
export function PriceLadder(props: PriceLadderProps) {
  const { symbol, plans, ticker, rules, isLive, onOpen } = props;
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const { height: areaHeight } = useSize(area);
  const last = ticker?.last ?? null;
  const marks = useSameMarks(ladderMarks(plans, { high: ticker?.high ?? null, low: ticker?.low ?? null }));
  const labelsHeight = (marks.length + 1) * labelGap;
  const height = Math.max(areaHeight, labelsHeight);
  const scale = useScale(symbol, marks, last);
  const places = useMemo(() => {
    const centers = scale === null ? [] : marks.map(({ price }) => placeOn(scale, price) * height);
    return { centers, labels: spreadLabels(centers, labelGap, height) };
  }, [scale, marks, height]);
  /** ID of the plan order whose marks are emphasized. */
  const [related, setRelated] = useState<string | null>(null);

  const menuOf = (id: string) => {
    const mark = marks.find((each) => each.id === id);
    if (!mark) return null;
    const price = narrowPriceFigure(mark.price, rules, text).shown;
    return { label: text.labeled(text.ladder.kinds[mark.kind], price), items: <MarkItems {...props} mark={mark} /> };
  };
  const firstOfPlan = marks.find(({ plan }) => plan !== null);
  return (
    <section
      className="ladder"
      aria-label={text.ladder.label(symbol)}
      data-stale={!isLive || undefined}
      data-testid="ladder"
      style={{ '--labels-height': `${labelsHeight}px` } as CSSProperties}
    >
      <div className="ladder-area" ref={area}>
        <LadderLines marks={marks} places={places} height={height} related={related} />
        <RowMenu by="row" menuOf={menuOf}>
          <ol className="ladder-list" style={{ height }} onKeyDown={moveAmongButtons}>
            {scale !== null && last !== null && (
              <li
                className="ladder-last"
                style={{ transform: `translateY(${(placeOn(scale, last) * height).toFixed(1)}px)` }}
              >
                <span className="visually-hidden">{text.ladder.kinds.last} </span>
                <span className="ladder-last-price">
                  <FigureText figure={narrowPriceFigure(last, rules, text)} />
                </span>
              </li>
            )}
            {marks.map((mark, number) => (
              <li
                key={mark.id}
                className="ladder-mark"
                data-row={mark.id}
                data-kind={mark.kind}
                style={{ transform: `translateY(${(places.labels[number] ?? 0).toFixed(1)}px)` }}
              >
                <MarkLabel
                  mark={mark}
                  price={narrowPriceFigure(mark.price, rules, text)}
                  percent={percentOf(last, mark.price, text)}
                  about={aboutPlan(mark, rules, text)}
                  isRelated={mark.plan !== null && planRowId(mark.plan) === related}
                  isFirst={mark === firstOfPlan}
                  onRelate={setRelated}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ol>
        </RowMenu>
      </div>
    </section>
  );
}

/** Menu items of a mark: its price and, of a mark of a plan order, what belongs to the plan order. */
function MarkItems({ account, symbol, tickersOf, onOpen, mark }: PriceLadderProps & { mark: LadderMark }) {
  const words = useText().symbolMenu;
  const { plan, price } = mark;
  const priced = { symbol, price };
  if (plan === null) return <PriceItems account={account} market="futures" row={priced} />;
  return (
    <>
      <Menu.Item className="popup-item" onClick={() => onOpen(plan)}>
        {words.plan}
      </Menu.Item>
      <CopyItem label={words.copyPrice} value={price} />
      <OrderItems account={account} row={{ ...plan, ...priced }} priceColumn="price" tickersOf={tickersOf} />
    </>
  );
}

interface MarkLabelProps {
  mark: LadderMark;
  price: Figure;
  percent: string;
  about: string;
  isRelated: boolean;
  /** True for the mark that the Tab key reaches. The arrow keys reach the others. */
  isFirst: boolean;
  onRelate: (plan: string | null) => void;
  onOpen: (plan: PlanRow) => void;
}

function MarkLabel({ mark, price, percent, about, isRelated, isFirst, onRelate, onOpen }: MarkLabelProps) {
  const words = useText().ladder;
  const { kind, plan } = mark;
  const label = (
    <>
      <MarkShape kind={kind} />
      <span className="ladder-kind">{words.kinds[kind]}</span>{' '}
      <span className="ladder-price">
        <FigureText figure={price} />
      </span>{' '}
      <span className="ladder-percent">{percent}</span>
    </>
  );
  if (plan === null) return <span className="ladder-label">{label}</span>;
  const relate = (): void => onRelate(planRowId(plan));
  const part = (): void => onRelate(null);
  return (
    <button
      type="button"
      className="ladder-label"
      title={about}
      tabIndex={isFirst ? 0 : -1}
      data-related={isRelated || undefined}
      onClick={() => onOpen(plan)}
      onMouseEnter={relate}
      onMouseLeave={part}
      onFocus={relate}
      onBlur={part}
    >
      {label}
      <span className="visually-hidden">, {about}</span>
    </button>
  );
}

interface LadderLinesProps {
  marks: readonly LadderMark[];
  places: { centers: readonly number[]; labels: readonly number[] };
  height: number;
  related: string | null;
}

/** The axis with the range of the day, and a line from each price to its label. */
const LadderLines = memo(function LadderLines({ marks, places, height, related }: LadderLinesProps) {
  const centerOf = (kind: 'high' | 'low') => places.centers[marks.findIndex((mark) => mark.kind === kind)];
  const [high, low] = [centerOf('high'), centerOf('low')];
  return (
    <svg className="ladder-lines" width={linesWidth} height={height} aria-hidden="true">
      <line className="ladder-axis" x1={axis} x2={axis} y1={0} y2={height} />
      {high !== undefined && low !== undefined && (
        <line className="ladder-day" x1={axis} x2={axis} y1={high} y2={low} />
      )}
      {marks.map(({ id, kind, plan }, number) => {
        const [from, to] = [places.centers[number] ?? 0, places.labels[number] ?? 0];
        const isRelated = plan !== null && planRowId(plan) === related;
        const path = `M${axis - 4} ${from}H${axis + 4}C${axis + 12} ${from} ${axis + 9} ${to} ${linesWidth} ${to}`;
        return (
          <path key={id} className="ladder-line" data-kind={kind} data-related={isRelated || undefined} d={path} />
        );
      })}
    </svg>
  );
});

/** Returns the same array for the same marks, so that a tick moves no label. The last prices in their rows may be older. */
function useSameMarks(marks: LadderMark[]): LadderMark[] {
  const held = useRef(marks);
  if (marksKey(held.current) !== marksKey(marks)) held.current = marks;
  return held.current;
}

/** The scale of a symbol, which changes only with its plan orders and for a price beyond it. */
function useScale(symbol: string, marks: readonly LadderMark[], last: Decimal | null): LadderScale | null {
  const scale = useRef<LadderScale | null>(null);
  const ofPlans = marks.filter(({ plan }) => plan !== null).map(({ id, price }) => `${id} ${price}`);
  const prices = [...marks.map(({ price }) => price), ...(last === null || Number(last) <= 0 ? [] : [last])];
  scale.current = ladderScale(scale.current, prices, [symbol, ...ofPlans].join('\n'));
  return scale.current;
}

function percentOf(last: Decimal | null, price: Decimal, text: Text): string {
  return percentText(last === null ? null : movePercent(last, moveTo(last, price)), text);
}

/** Returns the plan order of a mark in words. */
function aboutPlan({ plan }: LadderMark, rules: PriceLadderProps['rules'], text: Text): string {
  if (plan === null) return '';
  return text.clauses(sideAndKind(plan, text), `${quantityText(plan.quantity, rules, text)} ${text.units.contracts}`);
}

/** The shape of each kind, in a square of 10, so that color is not the only difference. */
const paths: Readonly<Record<MarkKind, string>> = {
  trigger: 'M5 0.5 9.5 5 5 9.5 0.5 5Z',
  limit: 'M1.5 1.5H8.5V8.5H1.5Z',
  'take-profit': 'M5 1 9.5 9H0.5Z',
  'stop-loss': 'M0.5 1H9.5L5 9Z',
  high: 'M0.5 1.5H9.5',
  low: 'M0.5 8.5H9.5',
};

function MarkShape({ kind }: { kind: MarkKind }) {
  return (
    <svg className="ladder-shape" data-kind={kind} width={10} height={10} aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}
