import { type Protection, priceProtection, readProtection } from '../protection.ts';

/** Returns what protects a position at a last price. */
export function protectionOf(
  ...[position, candidates, isOtherSideOpen, last]: Parameters<typeof readProtection>
): Protection {
  return priceProtection(position, readProtection(position, candidates, isOtherSideOpen, last), last);
}
