import type { Instrument } from '../market/instruments.ts';
import { plainText } from '../numbers/decimal-text.ts';
import type { World } from '../world.ts';
import { PLAN_CANCELED, type PlanDescription } from './plan-description.ts';
import type { Position } from './positions.ts';

/** Distances of the stops of the first positions from the price, as shares of it, and of the targets of the first of them. */
const stopDistances = [0.011, 0.016, 0.022, 0.03, 0.04];
const targetDistances = [0.025, 0.045];
/** Distance of the plan order that is about to trigger. */
const nextDistance = 0.0003;

/**
 * Adds plan orders that show what the program is for: five positions have a stop, two of them a target, the stop of another one was canceled,
 * and a plan order is about to trigger.
 */
export function tellStory(world: World, nowSeconds: number): void {
  const beat = world.catchUp();
  const place = (position: Pick<Position, 'instrument' | 'marginMode'>, description: PlanDescription): string =>
    world.plans.place({ ...position, created: nowSeconds, beat, description });
  const instrumentOf = ({ instrument }: Pick<Position, 'instrument'>) => world.futures[instrument];
  const held = world.orders.positionsAtStart().filter(({ until, size }) => until === null && size > 0);
  /** A plan order at market that closes a position; `distance` is toward its loss. */
  const closing = (position: Position, distance: number): string | undefined => {
    const instrument = instrumentOf(position);
    if (instrument === undefined) return undefined;
    const { isLong, size, instrument: index, marginMode } = position;
    const ticks = instrument.path.ticksAt(beat);
    const moved = atDistance(ticks, isLong ? -distance : distance);
    return place({ instrument: index, marginMode }, describe(instrument, !isLong, moved, moved > ticks, size));
  };
  for (const [index, distance] of stopDistances.entries()) {
    const position = held[index];
    if (position) closing(position, distance);
  }
  for (const [index, distance] of targetDistances.entries()) {
    const position = held[index];
    if (position) closing(position, -distance);
  }
  const bare = held[stopDistances.length];
  if (bare && closing(bare, 0.02) !== undefined) {
    const vanished = [...world.plans.openPlans()].at(-1);
    if (vanished) world.plans.close(vanished, { implementStatus: PLAN_CANCELED, executed: 0 }, beat);
  }
  const [first] = world.futures;
  if (!first) return;
  const ticks = first.path.ticksAt(beat);
  const size = Math.max(first.minQuantity, 10);
  const trigger = atDistance(ticks, nextDistance);
  place({ instrument: first.position, marginMode: 1 }, describe(first, true, trigger, true, size));
}

/** Returns a price that is away by a share of another one, at least one tick. */
function atDistance(ticks: number, share: number): number {
  const moved = Math.round(ticks * (1 + share));
  return Math.max(1, moved === ticks ? ticks + Math.sign(share) : moved);
}

function describe(
  { priceDecimals, quantityDecimals }: Instrument,
  buys: boolean,
  triggerTicks: number,
  rises: boolean,
  amount: number,
): PlanDescription {
  return {
    amount,
    triggerTicks,
    rises,
    terms: {
      price: '0',
      lever_rate: 10,
      amount: plainText(amount, quantityDecimals),
      type: buys ? 'buy-market' : 'sell-market',
      trigger_sign: rises ? '1' : '2',
      trigger_price: plainText(triggerTicks, priceDecimals),
      stop_profit_price: '',
      stop_loss_price: '',
    },
  };
}
