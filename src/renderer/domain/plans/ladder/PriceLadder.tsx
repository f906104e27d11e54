import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import type { FuturesTicker, SymbolRules } from '../../../../shared/contract/market.ts';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { movePercent, moveTo } from '../../../../shared/plans/plan-distance.ts';
import { placesOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { useSameItems } from '../../../platform/same-items.ts';
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
import { type PositionRow, positionRowId } from '../positions/position-row.ts';
import { steppedPrice } from '../what-if/what-if-of.ts';
import {
  type LadderContents,
  type LadderJoin,
  type LadderMark,
  type LadderView,
  ladderJoins,
  ladderMarks,
  ladderView,
  type MarkKind,
  markParts,
  placeOn,
  priceAt,
  spreadLabels,
} from './price-ladder.ts';
import './price-ladder.css';

/** CSS pixels between the centers of two labels. */
const labelGap = 22;
/** Width (CSS pixels) of the lines between the axis and the labels, the place of the axis in it, and the width of a lane of joined marks. */
const linesWidth = 26;
const axis = 5;
const laneWidth = 5;
const lanes = 4;
/** Room (CSS pixels) at an end for the button that stands for the marks beyond it. */
const clusterRoom = 24;

const none: readonly never[] = [];

interface PriceLadderProps {
  account: string;
  symbol: string;
  /** The open plan orders of the symbol. */
  plans: readonly PlanRow[];
  /** The positions of the symbol. */
  positions?: readonly PositionRow[];
  /** Levels of price alerts on the symbol. */
  alerts?: LadderContents['alerts'];
  ticker: Pick<FuturesTicker, 'last' | 'high' | 'low'> | undefined;
  rules: Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'> | undefined;
  /** False if the figures are too old to be live. */
  isLive: boolean;
  /** Row IDs of the plan orders and positions that are emphasized; `null` if none is selected. */
  selected?: ReadonlySet<string> | null;
  /** See `SymbolItems`. */
  tickersOf?: TickerMarket;
  onOpen: (plan: PlanRow) => void;
  onPosition?: (position: PositionRow) => void;
  /** A price that the user tries; `null` for none. Only with `onTarget`. */
  target?: Decimal | null;
  /** The user drags the price, or moves it with the arrow keys. */
  onTarget?: (price: Decimal | null) => void;
}

/** A vertical scale around the last price of a symbol, with the prices of its open plan orders, positions and alerts, and the range of the day. */
export function PriceLadder(props: PriceLadderProps) {
  const { symbol, plans, positions = none, alerts = none, ticker, rules, isLive, selected = null } = props;
  const { target = null, onTarget } = props;
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const { height: areaHeight } = useSize(area);
  const [isAll, setAll] = useState(false);
  const last = ticker?.last ?? null;
  const day = { high: ticker?.high ?? null, low: ticker?.low ?? null };
  // A tick moves no label. The last prices in the rows of the marks may be older.
  const marks = useSameItems(ladderMarks({ plans, positions, alerts, day }), markParts);
  const capacity = Math.max(2, Math.floor((areaHeight / 2 - clusterRoom) / labelGap));
  const view = useView(marks, last, { symbol, selected, capacity, isAll, target });
  const height = Math.max(areaHeight, isAll ? (marks.length + 1) * labelGap : 0);
  const drawn = useMemo(() => layOut(view, height), [view, height]);
  /** ID of the plan order whose marks are emphasized while the user points at one. */
  const [related, setRelated] = useState<string | null>(null);
  const strengthOf = useCallback((mark: LadderMark) => strengthIn(mark, related, selected), [related, selected]);
  const menuOf = (id: string) => {
    const mark = marks.find((each) => each.id === id);
    if (!mark) return null;
    const price = narrowPriceFigure(mark.price, rules, text).shown;
    return { label: text.labeled(text.ladder.kinds[mark.kind], price), items: <MarkItems {...props} mark={mark} /> };
  };
  const firstButton = drawn.marks.find(({ plan }) => plan !== null);
  const placeOf = (price: Decimal): number => (view ? placeOn(view.scale, price) * height : 0);
  return (
    <section
      className="ladder"
      aria-label={text.ladder.label(symbol)}
      data-stale={!isLive || undefined}
      data-testid="ladder"
    >
      <div className="ladder-area" ref={area}>
        <LadderLines drawn={drawn} height={height} strengthOf={strengthOf} />
        <RowMenu by="row" menuOf={menuOf}>
          <ol className="ladder-list" style={{ height }} onKeyDown={moveAmongButtons}>
            {view !== null && last !== null && (
              <li className="ladder-last" style={{ transform: `translateY(${placeOf(last).toFixed(1)}px)` }}>
                <span className="visually-hidden">{text.ladder.kinds.last} </span>
                <span className="ladder-last-price">
                  <FigureText figure={narrowPriceFigure(last, rules, text)} />
                </span>
              </li>
            )}
            {view !== null && last !== null && onTarget && (
              <li
                className="ladder-target"
                data-tried={target !== null || undefined}
                style={{ transform: `translateY(${inside(placeOf(target ?? last), height).toFixed(1)}px)` }}
              >
                <TargetHandle
                  symbol={symbol}
                  price={target ?? last}
                  isTried={target !== null}
                  percent={percentOf(last, target ?? last, text)}
                  rules={rules}
                  priceAtY={(y) => {
                    const box = area.current?.getBoundingClientRect();
                    const place = (y - (box?.top ?? 0) + (area.current?.scrollTop ?? 0)) / height;
                    return priceAt(view.scale, Math.min(1, Math.max(0, place)), pricePlaces(rules, last));
                  }}
                  onTarget={onTarget}
                />
              </li>
            )}
            {drawn.marks.map((mark, number) => (
              <li
                key={mark.id}
                className="ladder-mark"
                data-row={mark.id}
                data-kind={mark.kind}
                style={{ transform: `translateY(${(drawn.labels[number] ?? 0).toFixed(1)}px)` }}
              >
                <MarkLabel
                  {...props}
                  mark={mark}
                  price={narrowPriceFigure(mark.price, rules, text)}
                  percent={percentOf(last, mark.price, text)}
                  strength={strengthOf(mark)}
                  isFirst={mark === firstButton}
                  onRelate={setRelated}
                />
              </li>
            ))}
          </ol>
        </RowMenu>
        {!isAll && <Cluster marks={view?.above ?? none} end="above" last={last} onShow={() => setAll(true)} />}
        {!isAll && <Cluster marks={view?.below ?? none} end="below" last={last} onShow={() => setAll(true)} />}
        {isAll && (
          <button type="button" className="ladder-cluster" data-end="below" onClick={() => setAll(false)}>
            {text.ladder.nearest}
          </button>
        )}
      </div>
    </section>
  );
}

/** Keeps a label within the ladder. */
function inside(place: number, height: number): number {
  return Math.max(labelGap / 2, Math.min(height - labelGap / 2, place));
}

interface TargetHandleProps {
  symbol: string;
  price: Decimal;
  /** False while it rests at the last price. */
  isTried: boolean;
  percent: string;
  rules: PriceLadderProps['rules'];
  /** Returns the price at a distance (CSS pixels) from the top of the window. */
  priceAtY: (y: number) => Decimal;
  onTarget: (price: Decimal | null) => void;
}

/** The price that the user tries. It starts at the last price. */
function TargetHandle({ symbol, price, isTried, percent, rules, priceAtY, onTarget }: TargetHandleProps) {
  const text = useText();
  const { shown, full } = narrowPriceFigure(price, rules, text);
  const onKeyDown = (event: KeyboardEvent): void => {
    const tenths = keySteps[event.key];
    if (tenths === undefined && !(isTried && (event.key === 'Escape' || event.key === 'Delete'))) return;
    event.preventDefault();
    event.stopPropagation();
    onTarget(tenths === undefined ? null : steppedPrice(price, tenths, pricePlaces(rules, price)));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      className="ladder-handle"
      aria-label={text.whatIf.handle(symbol)}
      aria-orientation="vertical"
      aria-valuenow={Number(price)}
      aria-valuetext={text.clauses(full ?? shown, percent)}
      title={text.whatIf.handle(symbol)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onTarget(priceAtY(event.clientY));
      }}
      onKeyDown={onKeyDown}
    >
      {isTried ? `${shown} ${percent}` : ''}
    </span>
  );
}

/** Tenths of a percent by which a key moves the tried price. */
const keySteps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

function pricePlaces(rules: PriceLadderProps['rules'], price: Decimal): number {
  return rules?.pricePrecision ?? placesOf(price);
}

interface ClusterProps {
  /** The highest price first. */
  marks: readonly LadderMark[];
  end: 'above' | 'below';
  last: Decimal | null;
  onShow: () => void;
}

/** The marks beyond an end of the ladder. A click shows them. */
function Cluster({ marks, end, last, onShow }: ClusterProps) {
  const text = useText();
  const farthest = end === 'above' ? marks[0] : marks.at(-1);
  if (!farthest) return null;
  const percent = percentOf(last, farthest.price, text);
  return (
    <button type="button" className="ladder-cluster" data-end={end} title={text.ladder.showAll} onClick={onShow}>
      {text.ladder.beyond[end](marks.length, percent)}
    </button>
  );
}

/** `faint`: not of what is selected. */
type Strength = 'solid' | 'usual' | 'faint';

function strengthIn(
  { plan, position }: LadderMark,
  related: string | null,
  selected: ReadonlySet<string> | null,
): Strength {
  const id = plan ? planRowId(plan) : position ? positionRowId(position) : null;
  if (id === null) return 'usual';
  if (id === related || selected?.has(id)) return 'solid';
  return selected === null ? 'usual' : 'faint';
}

interface Drawn {
  /** The highest price first. */
  marks: readonly LadderMark[];
  /** Distances (CSS pixels) of prices and of label centers from the top, by mark. */
  centers: readonly number[];
  labels: readonly number[];
  joins: readonly LadderJoin[];
}

function layOut(view: LadderView | null, height: number): Drawn {
  if (view === null) return { marks: none, centers: none, labels: none, joins: none };
  const { shown, above, below, scale } = view;
  const centers = shown.map(({ price }) => placeOn(scale, price) * height);
  const [top, bottom] = [above, below].map(({ length }) => (length > 0 ? clusterRoom : 0)) as [number, number];
  const spread = spreadLabels(
    centers.map((center) => center - top),
    labelGap,
    height - top - bottom,
  );
  return { marks: shown, centers, labels: spread.map((center) => center + top), joins: ladderJoins(shown, lanes) };
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

interface MarkLabelProps extends Pick<PriceLadderProps, 'rules' | 'onOpen' | 'onPosition'> {
  mark: LadderMark;
  price: Figure;
  percent: string;
  strength: Strength;
  /** True for the mark that the Tab key reaches. The arrow keys reach the others. */
  isFirst: boolean;
  onRelate: (plan: string | null) => void;
}

function MarkLabel({ mark, price, percent, strength, isFirst, rules, onRelate, onOpen, onPosition }: MarkLabelProps) {
  const text = useText();
  const { kind, plan, position, number } = mark;
  const label = (
    <>
      <span className="ladder-number">{number}</span>
      <MarkShape kind={kind} />
      <span className="ladder-kind">{kindText(mark, rules, text)}</span>{' '}
      <span className="ladder-price">
        <FigureText figure={price} />
      </span>{' '}
      <span className="ladder-percent">{percent}</span>
    </>
  );
  if (position && onPosition) {
    return (
      <button
        type="button"
        className="ladder-label"
        title={text.ladder.entryOf}
        tabIndex={-1}
        data-strength={strength}
        onClick={() => onPosition(position)}
      >
        {label}
      </button>
    );
  }
  if (plan === null) {
    return (
      <span className="ladder-label" data-strength={strength}>
        {label}
      </span>
    );
  }
  const about = aboutMark(mark, plan, rules, text);
  const relate = (): void => onRelate(planRowId(plan));
  const part = (): void => onRelate(null);
  return (
    <button
      type="button"
      className="ladder-label"
      title={about}
      tabIndex={isFirst ? 0 : -1}
      data-strength={strength}
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

/** Returns what a mark is: the side and size of a trigger and of an entry, otherwise its kind. */
function kindText({ kind, plan, position }: LadderMark, rules: PriceLadderProps['rules'], text: Text): string {
  if (position) {
    return text.openPositions.held(text.trades.sides[position.side], quantityText(position.quantity, rules, text));
  }
  if (kind === 'trigger' && plan?.side) return `${text.side[plan.side]} ${quantityText(plan.quantity, rules, text)}`;
  return text.ladder.kinds[kind];
}

interface LadderLinesProps {
  drawn: Drawn;
  height: number;
  strengthOf: (mark: LadderMark) => Strength;
}

/** The axis with the range of the day, a line from each price to its label, and the lines that join the marks of a plan order. */
const LadderLines = memo(function LadderLines({ drawn, height, strengthOf }: LadderLinesProps) {
  const { marks, centers, labels, joins } = drawn;
  const centerOf = (kind: 'high' | 'low') => centers[marks.findIndex((mark) => mark.kind === kind)];
  const [high, low] = [centerOf('high'), centerOf('low')];
  return (
    <svg className="ladder-lines" width={linesWidth + lanes * laneWidth} height={height} aria-hidden="true">
      <line className="ladder-axis" x1={axis} x2={axis} y1={0} y2={height} />
      {(high !== undefined || low !== undefined) && (
        <line className="ladder-day" x1={axis} x2={axis} y1={high ?? 0} y2={low ?? height} />
      )}
      {marks.map((mark, number) => {
        const [from, to] = [centers[number] ?? 0, labels[number] ?? 0];
        const path = `M${axis - 4} ${from}H${axis + 4}C${axis + 12} ${from} ${axis + 9} ${to} ${linesWidth} ${to}`;
        return (
          <path
            key={mark.id}
            className="ladder-line"
            data-kind={mark.kind}
            data-strength={strengthOf(mark)}
            d={`${path}H${linesWidth + lanes * laneWidth}`}
          />
        );
      })}
      {joins.map(({ plan, lane, from, to }) => {
        const x = linesWidth + lane * laneWidth + 2;
        const mark = marks[from];
        return (
          <g key={planRowId(plan)} className="ladder-join" data-strength={mark && strengthOf(mark)}>
            <line x1={x} x2={x} y1={labels[from] ?? 0} y2={labels[to] ?? 0} />
            {marks.map(
              (each, number) => each.plan === plan && <circle key={each.id} cx={x} cy={labels[number] ?? 0} r={2} />,
            )}
          </g>
        );
      })}
    </svg>
  );
});

interface ViewFor {
  symbol: string;
  selected: ReadonlySet<string> | null;
  capacity: number;
  isAll: boolean;
  target: Decimal | null;
}

/** The part of the ladder in sight, which changes with its marks and when the last price leaves the middle. */
function useView(
  marks: readonly LadderMark[],
  last: Decimal | null,
  { symbol, selected, capacity, isAll, target }: ViewFor,
): LadderView | null {
  const view = useRef<LadderView | null>(null);
  const places = marks.filter(({ kind }) => kind !== 'high' && kind !== 'low').map(({ id, price }) => `${id} ${price}`);
  view.current = ladderView(view.current, marks, {
    last,
    capacity,
    isWanted: (mark) => mark.kind === 'entry' || strengthIn(mark, null, selected) === 'solid',
    isAll,
    target,
    key: [symbol, capacity, isAll, [...(selected ?? [])].join(), ...places].join('\n'),
  });
  return view.current;
}

function percentOf(last: Decimal | null, price: Decimal, text: Text): string {
  return percentText(last === null ? null : movePercent(last, moveTo(last, price)), text);
}

/** Returns the plan order of a mark in words. The exits of a plan order are of what it would open. */
function aboutMark({ kind }: LadderMark, plan: PlanRow, rules: PriceLadderProps['rules'], text: Text): string {
  const about = text.clauses(
    sideAndKind(plan, text),
    `${quantityText(plan.quantity, rules, text)} ${text.units.contracts}`,
  );
  const isExit = kind === 'take-profit' || kind === 'stop-loss';
  return isExit ? text.ladder.exitOf(text.ladder.kinds[kind], about) : text.clauses(text.ladder.kinds[kind], about);
}

/** The shape of each kind, in a square of 10, so that color is not the only difference. */
const paths: Readonly<Record<MarkKind, string>> = {
  trigger: 'M5 0.5 9.5 5 5 9.5 0.5 5Z',
  limit: 'M1.5 1.5H8.5V8.5H1.5Z',
  'take-profit': 'M5 1 9.5 9H0.5Z',
  'stop-loss': 'M0.5 1H9.5L5 9Z',
  entry: 'M0.5 3.5H9.5V6.5H0.5Z',
  alert: 'M5 1A4 4 0 1 0 5.01 1Z',
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
