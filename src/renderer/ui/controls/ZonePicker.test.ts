import { expect, test } from 'vitest';
import { zoneNames } from './ZonePicker.tsx';

test('every zone is listed once, by its current name', () => {
  const names = zoneNames();
  expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Berlin']));
  expect(names).not.toContain('Asia/Calcutta');
  expect(new Set(names).size).toBe(names.length);
  for (const timeZone of names) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});
