import { expect, test } from 'vitest';
import type { AccountSummary, ConnectionStatus } from '../../shared/contract/accounts.ts';
import { settingsSchema } from '../../shared/contract/settings.ts';
import { publicBaseUrl } from '../../shared/settings/account-input.ts';
import { readHostFacts, readLocale, versionNumber, writeDiagnostics } from './diagnostics.ts';
import { AccountNumbers } from './serializers.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const canary = 'CANARY7f3a9c51e8d24b60';

function account(id: string, changed: Partial<AccountSummary> = {}): AccountSummary {
  return {
    id: `${canary}-${id}`,
    name: canary,
    kind: 'live',
    baseUrl: publicBaseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    credentials: { keptIn: 'keychain', savedAt: 0, endsIn: 'NARY' },
    ...changed,
  };
}

const accounts = [
  account('demo', { id: 'demo', kind: 'demo', baseUrl: `http://127.0.0.1/${canary}`, credentials: null }),
  account('1'),
  account('2', {
    baseUrl: `https://${canary}.example`,
    credentials: { keptIn: 'session', savedAt: 0, endsIn: 'NARY' },
  }),
  account('3', { credentials: null, signingVariant: 'case-insensitive', requestsPerWindow: 20 }),
];

const connection = {
  pausedUntil: null,
  isDown: false,
  clockOffset: -1234.4,
  clockSkewed: false,
  offline: false,
  queued: 0,
};
const connections = new Map<string, ConnectionStatus>([
  ['demo', { account: 'demo', ...connection }],
  [
    `${canary}-1`,
    {
      account: `${canary}-1`,
      ...connection,
      pausedUntil: now + 4100,
      clockSkewed: true,
      offline: true,
      queued: 3,
    },
  ],
]);

const numbers = new AccountNumbers();
numbers.learn(accounts);

const sources = {
  about: { version: `1.2.3-${canary}`, host: 'browser', platform: canary } as const,
  accounts,
  settings: settingsSchema.parse({
    account: `${canary}-2`,
    tables: {
      'order-history': {
        columnOrder: [canary],
        columnVisibility: { [canary]: false, id: true },
        columnSizing: { [canary]: 100 },
        columnPinning: { start: ['symbol'], end: [canary] },
        sorting: [
          { id: canary, desc: false },
          { id: 'id', desc: true },
        ],
      },
    },
  }),
  connections,
  log: {
    accounts: numbers,
    recentLines: () => ['first line', 'last line'],
    lastKeychainFailure: { reason: 'locked', at: now - 90_000 } as const,
  },
  now,
};

test('the text names no account, address, symbol or key', () => {
  const text = writeDiagnostics(sources);
  const { node } = process.versions;
  expect(text.split('\n')).toEqual([
    'Orderglass diagnostics',
    'Made at 2026-11-21T12:00:00.000Z. No keys, names, addresses, symbols or orders are in it.',
    '',
    'Program: 1.2.3 (browser)',
    expect.stringMatching(/^System: (?:linux|darwin|win32) \w+, release \d+(?:\.\d+)*(?:-\d+)?$/),
    `Versions: node ${node}`,
    expect.stringMatching(/^Language and time zone: \S+, \S+ \(UTC[+-]\d\d:\d\d\)$/),
    expect.stringMatching(/^Running for: \d+ s, memory \d+ MiB$/),
    '',
    'Accounts: 1 demo, 3 live (1 in the keychain, 1 for this session only, 1 without credentials)',
    'Keychain: last failure locked, 90 s ago',
    '- demo: connection: online, not paused, clock off by -1234 ms, 0 waiting',
    '- account 1: usual address, keychain, signed bytewise, 100 requests per 10 s, connection: offline, paused for 5 s, clock off by -1234 ms (too much), 3 waiting',
    '- account 2: other address, session, signed bytewise, 100 requests per 10 s, connection: nothing to tell',
    '- account 3: usual address, no credentials, signed case-insensitive, 20 requests per 10 s, connection: nothing to tell',
    '',
    'Settings: theme system, price colors green-up, screen open-plans, margin mode all, account 2',
    '- table order-history: 1 placed, 1 hidden, 1 resized, 2 pinned, sorted by 2',
    '',
    'Log, last 2 lines:',
    'first line',
    'last line',
    '',
  ]);
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain('NARY');
});

test('the text of a program that has just started', () => {
  const text = writeDiagnostics({
    ...sources,
    accounts: accounts.slice(0, 1),
    settings: settingsSchema.parse({ account: canary }),
    connections: new Map(),
    log: { accounts: new AccountNumbers(), recentLines: () => [], lastKeychainFailure: null },
  });
  expect(text).toContain('Accounts: 1 demo, 0 live');
  expect(text).toContain('Keychain: no failure since the start\n- demo: connection: nothing to tell');
  expect(text).toContain('account not there\n');
  expect(text).toMatch(/\nLog: empty\n$/);
});

test.each([
  ['6.1.0-28-amd64', '6.1.0-28'],
  ['5.15.167.4-microsoft-standard-WSL2', '5.15.167.4'],
  ['10.0.26100', '10.0.26100'],
  ['24.21.0-nightly20261121', '24.21.0'],
  [`6.1.0-${canary}`, '6.1.0'],
  [canary, '0'],
  ['', '0'],
  ['1'.repeat(50), '0'],
])('of the version %j only the numbers are kept: %s', (text, number) => expect(versionNumber(text)).toBe(number));

test('the host facts are those of the process', () => {
  expect(readHostFacts()).toMatchObject({ node: process.versions.node, platform: process.platform });
  expect(readLocale().timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
