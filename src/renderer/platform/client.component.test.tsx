import { expect, it } from 'vitest';
import { succeed } from '../../shared/values/result.ts';
import { render } from '../testing/render.tsx';
import { client, holdReads, request } from './client.ts';
import { reportRows } from './timer.ts';

it('holds reads but no changes until rows are shown, and without rows not for long', async () => {
  const { host } = render(<p />, { answers: { readUnwatched: () => succeed([]) } });
  for (const ends of [() => {}, reportRows]) {
    const before = host.callsOf('readUnwatched').length;
    holdReads();
    const read = request('readUnwatched', {});
    await client.changeSettings({ sound: true });
    expect(host.callsOf('readUnwatched')).toHaveLength(before);
    ends();
    await read;
    expect(host.callsOf('readUnwatched')).toHaveLength(before + 1);
  }
});
