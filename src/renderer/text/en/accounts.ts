import { countText as count } from '../number-groups.ts';

/** The accounts and their keys. */
export const accounts = {
  accounts: {
    title: 'Accounts',
    close: 'Close',
    list: 'Accounts',
    add: 'Add account',
    newAccount: 'New account',
    demoDetail:
      'The demo account is always here. Its exchange runs inside this program, its prices and orders are made up, and it needs no keys.',
    name: 'Account name',
    namePlaceholder: 'For example: Main futures account',
    exchange: 'Exchange',
    publicHost: 'Websea',
    customHost: 'Custom',
    baseUrl: 'Base URL',
    token: 'Access token',
    secretKey: 'Secret key',
    keysExplained:
      'A key that may only read is enough, and safer. Both go to the keychain of this computer and are never shown again.',
    stored: (date: string, endsIn: string) =>
      endsIn === ''
        ? `Stored on ${date}. Leave empty to keep it.`
        : `Stored on ${date}, ends in …${endsIn}. Leave empty to keep it.`,
    storedSecret: 'Leave empty to keep it.',
    keysForAnotherHost: 'The stored keys are for another address and are not sent to this one. Enter both again.',
    keysMissing: 'Not here any more. Enter both again.',
    advanced: 'Advanced',
    signingVariant: 'Signing variant',
    signingVariants: { bytewise: 'Bytewise', 'case-insensitive': 'Case-insensitive' },
    signingExplained: 'Change it only if the exchange refuses a signature with keys that are right.',
    requests: 'Requests per 10 s',
    requestsExplained: 'The exchange bans keys that ask more often than it allows (100).',
    test: 'Test connection',
    testing: 'Testing …',
    testPublic: 'Public data',
    testSigned: 'Your orders',
    testWorks: (milliseconds: number) => `works (${count(milliseconds)} ms)`,
    clockOff: (seconds: number) =>
      seconds > 0
        ? `The clock of this computer is ${count(seconds)} s behind the exchange’s.`
        : `The clock of this computer is ${count(-seconds)} s ahead of the exchange’s.`,
    save: 'Save',
    saved: (name: string) => `${name} is saved`,
    sessionOnly: 'Keep for this session only',
    remove: 'Remove account',
    removeQuestion: (name: string) =>
      `Remove ${name}? Its keys are removed from the keychain. Nothing changes on the exchange.`,
    removeArchive: 'Delete its archive from this computer, too',
    removeArchiveExplained:
      'If it stays, its orders are there again once the same keys are entered for the same address.',
    removeYes: 'Remove',
    removeNo: 'Keep',
    removed: (name: string) => `${name} is removed`,
    placeSession: 'The keys of this account are kept for this session only: they are gone when Orderglass ends.',
    placeMissing: 'The keys of this account are not here any more.',
    enterKeys: 'Enter the keys',
    nameProblems: {
      missing: 'Give the account a name.',
      'too-long': 'At most 60 characters.',
      'control-character': 'The name contains a character that cannot be shown.',
      taken: 'Another account has this name.',
    },
    baseUrlProblems: {
      missing: 'Enter the address of the exchange.',
      'no-url': 'This is no address. It looks like https://oapi.example.com.',
      'not-https': 'It must begin with https://. Plain http:// is for this computer only.',
      'has-user': 'Leave the user name out of the address.',
      'has-query': 'Leave out what follows ? or #.',
      'has-space': 'The address contains a space.',
    },
    credentialProblems: {
      missing: 'Paste it from the exchange’s site.',
      'too-long': 'This is longer than any key.',
      'control-character': 'It contains a character that cannot be seen. Paste it again.',
      'has-space': 'It contains a space or a line break. Paste it again.',
      'not-ascii': 'It contains a character that no token has. Paste it again.',
    },
    requestsProblems: {
      'not-a-number': 'A whole number.',
      'out-of-range': 'From 1 to 1,000.',
    },
  },
};
