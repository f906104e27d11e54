import { expect, test } from 'vitest';
import { windowTitle } from './window-title.ts';

test('the title has what is unread and the fact of the screen before the product', () => {
  expect(windowTitle(0, null, 'Orderglass')).toBe('Orderglass');
  expect(windowTitle(3, null, 'Orderglass')).toBe('(3) Orderglass');
  expect(windowTitle(3, 'AXS-USDT 0.03%', 'Orderglass')).toBe('(3) AXS-USDT 0.03% – Orderglass');
});
