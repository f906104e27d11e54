import { fraction, hash32, hashText, RandomStream } from '../numbers/random.ts';
import { baseCurrencies, inventedName } from './base-currencies.ts';
import { NoiseWalk, PricePath } from './price-path.ts';

const FUTURES_ON_USDT = 236;
const FUTURES_ON_USDC = 14;
const SPOT_ON_USDC = 24;
const SPOT_TOTAL = 420;

type MarketKind = 'futures' | 'spot';

export interface Instrument {
  readonly kind: MarketKind;
  /** Index in its market's list, most traded first. */
  readonly position: number;
  /** `<BASE>-<QUOTE>` */
  readonly symbol: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** A contract is 10^exponent of the base currency. 0 on spot. */
  readonly contractExponent: number;
  /** Smallest and largest order in steps of the quantity's precision. */
  readonly minQuantity: number;
  readonly maxQuantity: number;
  /** Lowest and highest order price in ticks. */
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly path: PricePath;
  /** Usual turnover per day in the quote currency. */
  readonly dailyTurnover: number;
  readonly seed: number;
}

/** Returns all futures, most traded first. The seed changes their prices only. */
export function listFutures(seed: number): Instrument[] {
  const bases = listBases();
  return listPairs('futures', seed, [
    ...bases.slice(0, FUTURES_ON_USDT).map((base) => ({ base, quote: 'USDT' })),
    ...bases.slice(0, FUTURES_ON_USDC).map((base) => ({ base, quote: 'USDC' })),
  ]);
}

/** Returns all spot pairs, most traded first. */
export function listSpot(seed: number): Instrument[] {
  // Every 16th base has no spot pair.
  const bases = listBases().filter((_, position) => position % 16 !== 14);
  return listPairs('spot', seed, [
    ...bases.slice(0, SPOT_TOTAL - SPOT_ON_USDC).map((base) => ({ base, quote: 'USDT' })),
    ...bases.slice(0, SPOT_ON_USDC).map((base) => ({ base, quote: 'USDC' })),
  ]);
}

interface Pair {
  readonly base: Base;
  readonly quote: string;
}

function listPairs(kind: MarketKind, seed: number, pairs: readonly Pair[]): Instrument[] {
  const market = new NoiseWalk({ commonSeed: hash32(seed, 1), ownSeed: hash32(seed, 2), dailyVolatility: 0.014 });
  return pairs.map((pair, position) => createInstrument(seed, market, kind, position, pair));
}

interface Base {
  readonly name: string;
  readonly price: number;
}

function listBases(): readonly Base[] {
  const bases = new Map(baseCurrencies);
  for (let number = 0; bases.size < SPOT_TOTAL + 40; number++) {
    const name = inventedName(number);
    if (!bases.has(name)) bases.set(name, 10 ** (fraction(hashText(name)) * 5 - 4));
  }
  return [...bases].map(([name, price]) => ({ name, price }));
}

function createInstrument(
  seed: number,
  market: NoiseWalk,
  kind: MarketKind,
  position: number,
  { base, quote }: Pair,
): Instrument {
  const symbol = `${base.name}-${quote}`;
  const baseSeed = hash32(seed, hashText(base.name.replace(/^10+(?=[A-Z])/, '')));
  const ownSeed = hash32(seed, hashText(`${kind} ${symbol}`));
  const baseTraits = new RandomStream(baseSeed);
  const dailyVolatility = base.name === 'BTC' ? 0.016 : baseTraits.between(0.02, 0.045);
  const marketShare = baseTraits.between(0.5, 1.2);
  const traits = new RandomStream(ownSeed);
  const anchorPrice = base.price * (1 + traits.between(-0.0006, 0.0006));
  const magnitude = Math.log10(base.price);
  const priceDecimals = Math.max(1, 5 - Math.ceil(magnitude) + (hashText(base.name) % 2));
  const scale = 10 ** priceDecimals;
  const liquidity = (position + 2) ** -1.15 * traits.between(0.5, 1.5);
  const beatsPerTrade = position < 12 ? 1 : traits.pick([1, 1, 2, 2, 3, 5, 8]);

  const quantityDecimals = traits.pick([0, 0, 0, 0, 0, 0, 1, 1, 2, 3]);
  // A future's smallest step is worth 1 to 10 dollars.
  const contractExponent = kind === 'spot' ? 0 : quantityDecimals - Math.floor(magnitude);

  return {
    kind,
    position,
    symbol,
    priceDecimals,
    quantityDecimals,
    contractExponent,
    minQuantity: traits.pick([1, 1, 1, 2]),
    maxQuantity: traits.pick([100_000, 250_000, 1_000_000]),
    minPrice: Math.max(1, Math.round((base.price * scale) / 100)),
    maxPrice: Math.round(base.price * scale * 20),
    path: new PricePath({
      market,
      marketShare: base.name.startsWith('XAU') || base.name === 'PAXG' ? 0.05 : marketShare,
      own: new NoiseWalk({ commonSeed: baseSeed, ownSeed, dailyVolatility }),
      anchorPrice,
      priceDecimals,
      beatsPerTrade,
      shapeSeed: ownSeed,
    }),
    dailyTurnover: (kind === 'futures' ? 4e9 : 9e8) * liquidity,
    seed: ownSeed,
  };
}
