import type { UnreachableReason } from '../../../shared/values/error-codes.ts';
import { countText as count } from '../number-form.ts';

/** The dialog with accounts and their keys. */
export const accounts = {
  accounts: {
    title: 'Accounts',
    close: 'Close',
    list: 'Accounts',
    add: 'Add account',
    newAccount: 'New account',
    demoDetail:
      'The demo account is always available. It runs on a simulated exchange inside Orderglass: prices and orders are made up, and no API key is needed.',
    name: 'Account name',
    namePlaceholder: 'e.g. Main futures account',
    exchange: 'Exchange',
    publicHost: 'Websea',
    customHost: 'Custom',
    baseUrl: 'Base URL',
    token: 'Access token',
    secretKey: 'Secret key',
    keysExplained:
      'Create a read-only API key on the exchange’s website. The token and the secret key are stored in this computer’s keychain and never shown again.',
    stored: (date: string, endsIn: string) =>
      endsIn === ''
        ? `Saved on ${date}. Leave blank to keep it.`
        : `Saved on ${date}, ends in …${endsIn}. Leave blank to keep it.`,
    storedSecret: 'Leave blank to keep it.',
    keysForAnotherHost:
      'The saved keys belong to another address and won’t be sent to this one. Enter the token and the secret key again.',
    keysMissing: 'The keys aren’t stored on this computer. Enter the token and the secret key again.',
    advanced: 'Advanced',
    signingVariant: 'Signature sort order',
    signingVariants: { bytewise: 'By byte', 'case-insensitive': 'Case-insensitive' },
    signingExplained: 'Change this only if the exchange rejects the signature although both keys are correct.',
    requests: 'Requests per 10 sec',
    requestsExplained: 'The exchange allows 100 for each key, and rejects more.',
    test: 'Test connection',
    testing: 'Testing…',
    testPublic: 'Public data',
    testSigned: 'Your orders',
    testProxy: (name: string) => `Through the proxy ${name}.`,
    testNotDone: 'Not checked, so the keys may be correct.',
    testWorks: (milliseconds: number) => `OK (${count(milliseconds)} ms)`,
    unreachable: {
      'unknown-host': (host: string) => `No server is known as ${host}. Check the base URL.`,
      refused: (host: string) => `${host} refuses connections. Check the base URL and its port.`,
      timeout: (host: string) => `${host} didn’t respond in time. Check the base URL, then test again.`,
    } satisfies Record<UnreachableReason | 'timeout', (host: string) => string>,
    clockOff: (seconds: number) =>
      seconds > 0
        ? `This computer’s clock is ${count(seconds)} sec behind the exchange.`
        : `This computer’s clock is ${count(-seconds)} sec ahead of the exchange.`,
    save: 'Save',
    saved: (name: string) => `${name} saved`,
    saveAgain: 'Try the keychain again',
    waiting: 'Waiting for your keychain. Look for its window.',
    savedForSession: (name: string) => `${name} saved. Its keys are kept for this session only.`,
    sessionOnly: 'Keep for this session only',
    remove: 'Remove account',
    removeQuestion: (name: string) => `Remove ${name}? Orderglass deletes its keys. Nothing changes on the exchange.`,
    removeArchive: 'Also delete its local archive',
    removeArchiveExplained:
      'If you keep the archive, its orders and notes reappear when you add the same keys for the same address again.',
    removeYes: 'Remove',
    removeNo: 'Cancel',
    removed: (name: string) => `${name} removed`,
    /** `entries`: names in the keychain. */
    entriesLeft: (entries: readonly string[]) =>
      `The keychain didn’t delete ${entries.map((entry) => `“Orderglass/${entry}”`).join(', ')}. Orderglass tries again when it next uses the keychain.`,
    keptForSession: 'This account’s keys are kept for this session only and are deleted when you quit Orderglass.',
    sameOrders: (one: string, other: string) =>
      `${one} and ${other} have the same orders, so all accounts together count them more than once. Keep one of these accounts.`,
    keysGone: 'The keys aren’t stored on this computer. Enter them again.',
    enterKeys: 'Enter keys',
    nameProblems: {
      missing: 'Enter an account name.',
      'too-long': 'Use at most 60 characters.',
      'control-character': 'The name contains an invisible character. Type it again.',
      taken: 'Another account already has this name.',
    },
    baseUrlProblems: {
      missing: 'Enter the exchange’s API address.',
      'no-url': 'Enter a valid URL, e.g. https://oapi.example.com.',
      'not-https': 'Start the URL with https://. http:// works only for this computer.',
      'has-user': 'Remove the user name from the URL.',
      'has-query': 'Remove the ? or # and everything after it.',
      'has-space': 'Remove the space from the URL.',
    },
    credentialProblems: {
      missing: 'Paste it from the exchange’s website.',
      'too-long': 'Too long for a key. Paste it again.',
      'control-character': 'Contains an invisible character. Paste it again.',
      'has-space': 'Contains a space or a line break. Paste it again.',
      'not-ascii': 'Contains an invalid character. Paste it again.',
    },
    requestsProblems: {
      'not-a-number': 'Enter a whole number.',
      'out-of-range': 'Enter a number from 1 to 1,000.',
    },
  },
};
