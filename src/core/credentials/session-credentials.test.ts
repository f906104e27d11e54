import { expect, it } from 'vitest';
import { createSessionCredentials } from './session-credentials.ts';
import { thrownBy } from './testing/thrown-by.ts';

const credentials = { token: 'token-of-the-account', secretKey: 'secret-key-of-the-account' };

it('stores and removes the credentials of each account, for the session', async () => {
  const store = createSessionCredentials({ now: () => 1_700_000_000_000 });
  expect(await store.read('one')).toBeNull();
  expect(await store.save('one', credentials)).toEqual({
    keptIn: 'session',
    savedAt: 1_700_000_000_000,
    endsIn: 'ount',
  });
  await store.save('two', { token: 'b', secretKey: 'c' });
  expect(await store.read('one')).toEqual(credentials);
  await store.remove('one');
  await store.remove('one');
  expect(await store.read('one')).toBeNull();
  expect(await store.read('two')).toEqual({ token: 'b', secretKey: 'c' });
});

it('keeps its credentials if a caller changes its own objects', async () => {
  const store = createSessionCredentials();
  const mine = { ...credentials };
  await store.save('one', mine);
  mine.token = 'changed';
  const read = await store.read('one');
  Object.assign(read ?? {}, { secretKey: 'changed' });
  expect(await store.read('one')).toEqual(credentials);
});

it('rejects what the keychain rejects', async () => {
  const store = createSessionCredentials();
  const refused = { code: 'invalid-input' };
  expect(await thrownBy(() => store.save('one', { token: '', secretKey: 'b' }))).toMatchObject(refused);
  expect(await thrownBy(() => store.save('one', { token: 'a'.repeat(3000), secretKey: 'b' }))).toMatchObject(refused);
  expect(await thrownBy(() => store.save('', credentials))).toMatchObject(refused);
  expect(await thrownBy(() => store.read('a\0b'))).toMatchObject(refused);
  expect(await thrownBy(() => store.remove('\ud800'))).toMatchObject(refused);
  expect(await store.read('one')).toBeNull();
});
