import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepWhile, queryClient } from './query-client.ts';

test('earlier data stand in only for the same account and row', async () => {
  const life = (account: string, row: string, version: number) => ({
    queryKey: ['life', account, row, version],
    queryFn: async () => `${account} ${row} ${version}`,
    placeholderData: keepWhile(['life', account, row]),
  });
  const observer = new QueryObserver(queryClient, life('a', '1', 1));
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe('a 1 1');
  observer.setOptions(life('a', '1', 2));
  expect(observer.getCurrentResult().data).toBe('a 1 1');
  await expect.poll(() => observer.getCurrentResult().data).toBe('a 1 2');
  observer.setOptions(life('b', '1', 2));
  expect(observer.getCurrentResult().data).toBeUndefined();
  await expect.poll(() => observer.getCurrentResult().data).toBe('b 1 2');
  observer.setOptions(life('b', '2', 2));
  expect(observer.getCurrentResult().data).toBeUndefined();
  stop();
});
