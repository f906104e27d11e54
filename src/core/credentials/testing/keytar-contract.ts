import { expect } from 'vitest';
import type { KeytarModule } from '../keytar-module.ts';

/** Checks the behavior that Orderglass relies on, of keytar itself and of its fake alike. `lock`: locks the keyring. */
export async function checkKeytarContract(keytar: KeytarModule, lock: () => unknown): Promise<void> {
  const entry = ['Orderglass', 'contract'] as const;
  expect(await keytar.getPassword(...entry)).toBeNull();
  expect(await keytar.deletePassword(...entry)).toBe(false);
  await keytar.setPassword(...entry, 'first');
  await keytar.setPassword(...entry, 'second');
  expect(await keytar.getPassword(...entry)).toBe('second');
  expect(await keytar.deletePassword(...entry)).toBe(true);
  expect(await keytar.getPassword(...entry)).toBeNull();
  await keytar.setPassword(...entry, 'third');
  await lock();
  expect(await keytar.getPassword(...entry)).toBeNull();
  expect(await keytar.deletePassword(...entry)).toBe(false);
  await expect(keytar.setPassword(...entry, 'fourth')).rejects.toMatchObject({
    message: expect.stringContaining('Cannot create an item in a locked collection'),
  });
}
