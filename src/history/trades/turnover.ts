import Big from 'big.js';
import type { Turnover, TurnoverOf } from '../../shared/contract/fees.ts';
import { endOfDay, startOfDay } from '../../shared/days.ts';
import type { Decimal, Timestamp } from '../../shared/domain.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { quoteOf } from '../../shared/symbols.ts';
import { type TurnoverPart, turnoverParts } from '../../shared/trades.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Trades } from './trades.ts';

const takerKinds: readonly string[] = ['market', 'ioc', 'fok'];
const makerKinds: readonly string[] = ['post_only'];

const roles = ['maker', 'taker', 'either'] as const;
type Role = (typeof roles)[number];

/** Significant digits of a turnover, which is a sum of floats. */
const turnoverDigits = 10;

/** Returns the turnover of orders by part and symbol (docs/trades.md 13). Throws a RangeError if this machine does not know the zone. */
export function turnoverOf(trades: Trades, of: TurnoverOf, zone: string, now: Timestamp): Turnover[] {
  const { orders } = trades;
  const derivation = trades.derived();
  const { symbol, kind, filledQuantity, averagePrice } = orders.columns;
  const partOf = partsOf(trades, derivation, of, zone, now);
  const roleOf = rolesOf(derivation, kind);
  const sizes = new Float64Array(symbol.codeCount).fill(Number.NaN);
  for (const code of sizes.keys()) {
    const { size } = trades.contractSize(symbol.valueOf(code) ?? '');
    if (size !== null) sizes[code] = Number(size);
  }
  const sums = new Float64Array(turnoverParts.length * symbol.codeCount * roles.length);
  const unpriced = new Uint32Array(turnoverParts.length * symbol.codeCount);
  const isUsed = new Uint8Array(unpriced.length);
  for (let row = 1; row <= orders.size; row++) {
    const quantity = filledQuantity.keys[row] as number;
    if (!(quantity > 0)) continue;
    const part = partOf(row);
    if (part === null) continue;
    const code = symbol.codes[row] as number;
    const group = turnoverParts.indexOf(part) * symbol.codeCount + code;
    isUsed[group] = 1;
    const price = averagePrice.keys[row] as number;
    const turnover = price > 0 ? quantity * price * (sizes[code] as number) : Number.NaN;
    if (Number.isNaN(turnover)) unpriced[group] = (unpriced[group] as number) + 1;
    else {
      const place = group * roles.length + roles.indexOf(roleOf(row));
      sums[place] = (sums[place] as number) + turnover;
    }
  }
  return turnoverParts
    .flatMap((part, place) =>
      Array.from({ length: symbol.codeCount }, (_, code): Turnover[] => {
        const group = place * symbol.codeCount + code;
        if (isUsed[group] === 0) return [];
        const name = symbol.valueOf(code) ?? '';
        const sumOf = (role: Role) => roundedText(sums[group * roles.length + roles.indexOf(role)] as number);
        const [maker, taker, either] = [sumOf('maker'), sumOf('taker'), sumOf('either')];
        return [
          { part, symbol: name, quote: quoteOf(name), maker, taker, either, unpriced: unpriced[group] as number },
        ];
      }).flat(),
    )
    .sort((a, b) => turnoverParts.indexOf(a.part) - turnoverParts.indexOf(b.part) || compareTexts(a.symbol, b.symbol));
}

/** Returns the part to which an order belongs; `null` if it is not asked for. */
function partsOf(
  trades: Trades,
  derivation: TradeDerivation,
  of: TurnoverOf,
  zone: string,
  now: Timestamp,
): (row: number) => TurnoverPart | null {
  if (of.kind === 'orders') {
    const { bytes } = trades.orders.mask(of.filter, zone, now);
    return (row) => (bytes && bytes[row] !== 1 ? null : 'all');
  }
  if (of.kind === 'statement') {
    const { fromOf } = trades.ofStatements(of.basis).intervals();
    const [start, end] = [startOfDay(of.from, zone), endOfDay(of.to, zone)];
    return (row) => (fromOf(row) >= start && fromOf(row) < end ? 'all' : null);
  }
  const { table } = derivation;
  const { bytes } = table.mask(of.filter, zone, now);
  return (row) => {
    const trade = derivation.tradeOf(row);
    if (trade === 0 || (bytes && bytes[trade] !== 1)) return null;
    if (table.reasons[trade] !== 0) return 'incomplete';
    return Number.isNaN(table.columns.closedAt.keys[trade]) ? 'open' : 'closed';
  };
}

/** Returns which rate an order has paid. */
function rolesOf(derivation: TradeDerivation, kind: CodeColumn): (row: number) => Role {
  const namesIn = (kinds: readonly string[]) => (name: string | null) => kinds.includes(normalized(name));
  const isTaker = kind.codesWhere(namesIn(takerKinds));
  const isMaker = kind.codesWhere(namesIn(makerKinds));
  return (row) => {
    const code = kind.codes[row] as number;
    if (isTaker[code] === 1) return 'taker';
    return isMaker[code] === 1 || derivation.hasWaited(row) ? 'maker' : 'either';
  };
}

function normalized(kind: string | null): string {
  return (kind ?? '').toLowerCase().replaceAll('-', '_');
}

function roundedText(sum: number): Decimal {
  return sum === 0 ? '0' : new Big(sum.toPrecision(turnoverDigits)).toFixed();
}
