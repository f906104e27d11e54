import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { createSecretServiceObserver } from './observer.ts';

/** Sockets with a path are what the session bus of Linux is; the observer is used nowhere else. */
const linux = process.platform === 'linux';

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** A bus that answers the first words and then every chunk with what `reply` gives. */
async function observerOf(reply: (chunk: Buffer, count: number) => Buffer | string | null, timeoutMs = 60_000) {
  const folder = mkdtempSync(join(tmpdir(), 'orderglass-bus-'));
  const path = join(folder, 'bus');
  const server = createServer((socket) => {
    open.add(socket);
    let count = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const answer = reply(chunk, count);
      count += 1;
      if (answer === null) socket.end();
      else socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return createSecretServiceObserver({ environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }, timeoutMs });
}

const admitted = 'OK 63f51cd3f637e320091847236b0188cd\r\n';
/** A method return to serial 2 with the given body, as the D-Bus specification lays it out. */
function methodReturn(body: Buffer, { type = 2, fields = replyToTwo } = {}): Buffer {
  const header = Buffer.alloc(16);
  header.set([0x6c, type, 1, 1]);
  header.writeUInt32LE(body.length, 4);
  header.writeUInt32LE(9, 8);
  header.writeUInt32LE(fields.length, 12);
  const padding = Buffer.alloc((8 - (fields.length % 8)) % 8);
  return Buffer.concat([header, fields, padding, body]);
}
const replyToTwo = Buffer.from([5, 1, 0x75, 0, 2, 0, 0, 0]);
const lockedVariant = Buffer.from([1, 0x62, 0, 0, 1, 0, 0, 0]);
const unlockedVariant = Buffer.from([1, 0x62, 0, 0, 0, 0, 0, 0]);
const path = Buffer.from([2, 0, 0, 0, 0x2f, 0x61, 0]);
const length = (bytes: number) => Buffer.from([bytes, 0, 0, 0]);

describe.skipIf(!linux)('the observer of the Secret Service', () => {
  it('says that the default keyring is locked, or nothing', async () => {
    const locked = await observerOf((_, count) => (count === 0 ? admitted : methodReturn(lockedVariant)));
    expect(await locked.diagnose()).toBe('locked');
    const unlocked = await observerOf((_, count) => (count === 0 ? admitted : methodReturn(unlockedVariant)));
    expect(await unlocked.diagnose()).toBeNull();
  });

  it('finds a locked entry in the second list only', async () => {
    const found = Buffer.concat([length(7), path]);
    const inFirst = await observerOf((_, count) =>
      count === 0 ? admitted : methodReturn(Buffer.concat([found, Buffer.from([0]), length(0)])),
    );
    expect(await inFirst.hasLockedEntry('Orderglass', 'one')).toBe(false);
    const inSecond = await observerOf((_, count) =>
      count === 0 ? admitted : methodReturn(Buffer.concat([length(0), found])),
    );
    expect(await inSecond.hasLockedEntry('Orderglass', 'one')).toBe(true);
  });

  it('reads an answer that arrives byte by byte, after signals', async () => {
    const signal = methodReturn(Buffer.alloc(3), { type: 4, fields: Buffer.alloc(0) });
    const answer = Buffer.concat([signal, methodReturn(lockedVariant)]);
    const observer = await observerOf((_, count) => (count === 0 ? admitted : answer.subarray(0, 5)));
    const connected = observer.diagnose();
    await expect.poll(() => open.size).toBe(1);
    const [socket] = open;
    await expect.poll(() => socket?.bytesWritten).toBe(admitted.length + 5);
    for (const byte of answer.subarray(5)) socket?.write(Buffer.from([byte]));
    expect(await connected).toBe('locked');
  });

  it.each([
    ['refuses us', () => 'REJECTED EXTERNAL\r\n', 'no-service'],
    ['ends the connection', () => null, 'no-service'],
    ['answers in another byte order', (count: number) => (count === 0 ? admitted : `B${'\0'.repeat(40)}`), null],
    ['answers nonsense', (count: number) => (count === 0 ? admitted : `l${'\xff'.repeat(60)}`), null],
    [
      'answers a header field of an unknown type',
      (count: number) =>
        count === 0 ? admitted : methodReturn(lockedVariant, { fields: Buffer.from([5, 1, 0x79, 0, 2, 0, 0, 0]) }),
      null,
    ],
    ['answers half a value', (count: number) => (count === 0 ? admitted : methodReturn(Buffer.from([1, 0x62]))), null],
    ['answers another type', (count: number) => (count === 0 ? admitted : methodReturn(length(1))), null],
  ])('makes no more of a bus that %s than it says', async (_, reply, reason) => {
    const observer = await observerOf((_chunk, count) => reply(count));
    expect(await observer.diagnose()).toBe(reason);
    expect(await observer.hasLockedEntry('Orderglass', 'one')).toBe(false);
  });

  it('gives a bus that never answers up, and does not then say that nothing is locked', async () => {
    const observer = await observerOf(() => '', 20);
    expect(await observer.diagnose()).toBe('no-answer');
    expect(await thrownBy(() => observer.hasLockedEntry('Orderglass', 'one'))).toMatchObject({ reason: 'no-answer' });
  });

  it('reports that there is no bus', async () => {
    const absent = createSecretServiceObserver({ environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } });
    expect(await absent.diagnose()).toBe('no-service');
    expect(await absent.hasLockedEntry('Orderglass', 'one')).toBe(false);
    expect(await createSecretServiceObserver({ environment: {} }).diagnose()).toBe('no-service');
  });
});
