import { expect, it } from 'vitest';
import { bestFirst } from './best-first.ts';

const names = ['1MBABYDOGE-USDT', 'DOGE-USDC', 'DOGE-USDT', 'ETH-USDT', '币安人生-USDT'];

it('has the name itself first, then what begins with it, and leaves the order otherwise', () => {
  expect(bestFirst(names, ' doge-usdt ')).toEqual([
    'DOGE-USDT',
    '1MBABYDOGE-USDT',
    'DOGE-USDC',
    'ETH-USDT',
    '币安人生-USDT',
  ]);
  expect(bestFirst(names, 'doge').slice(0, 3)).toEqual(['DOGE-USDC', 'DOGE-USDT', '1MBABYDOGE-USDT']);
  expect(bestFirst(names, '币')[0]).toBe('币安人生-USDT');
});

it('changes nothing where nothing is typed', () => {
  expect(bestFirst(names, ' ')).toEqual(names);
});
