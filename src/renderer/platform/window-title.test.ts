import { expect, test } from 'vitest';
import { windowTitle } from './window-title.ts';

test('the title has what is unread and the screen or its fact before the product', () => {
  expect(windowTitle(0, 'Order history', 'Orderglass')).toBe('Order history – Orderglass');
  expect(windowTitle(3, 'AXS-USDT 0.03%', 'Orderglass')).toBe('(3) AXS-USDT 0.03% – Orderglass');
});
