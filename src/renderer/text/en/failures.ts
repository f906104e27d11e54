import type { ArchiveProblem } from '../../../shared/contract/history.ts';
import type { ErrorCode, KeychainReason, ProxyReason } from '../../../shared/values/error-codes.ts';
import { countText as count } from '../number-form.ts';

interface ErrorText {
  /** The cause. */
  what: string;
  /** One action for the user. */
  next: string;
}

/** Errors and notices: the cause, then one action. */
export const failures = {
  failure: {
    retry: 'Try again',
    retryIn: (seconds: number) =>
      seconds < 90 ? `Retrying in ${count(seconds)} sec.` : `Retrying in ${count(Math.round(seconds / 60))} min.`,
    retrying: 'Retrying…',
    retriesAutomatically: 'Orderglass retries automatically.',
    screenFailed: 'Orderglass can’t draw this screen.',
    resetScreenNext: 'Reset its filter and layout, or copy the diagnostics for a report.',
    resetScreen: 'Reset this screen',
    pageFailed: 'Orderglass can’t draw this part of the page.',
    partNotLoaded: 'This part of Orderglass couldn’t be loaded.',
    reloadPage: 'Reload the page.',
    reload: 'Reload',
    replaceKeys: 'Replace the keys…',
    showing: (time: string) => `Showing data from ${time}.`,
    proxyStatus: (status: string) => `Proxy status: ${status}`,
    service: (errno: string, errmsg: string) => `Exchange message: ${errmsg || 'none'} (error ${errno})`,
  },

  errors: {
    offline: {
      what: 'Can’t reach the exchange.',
      next: 'Check your network connection.',
    },
    timeout: { what: 'The exchange didn’t respond in time.', next: 'Try again in a moment.' },
    'untrusted-certificate': {
      what: 'The connection isn’t secure: this computer doesn’t trust the server’s certificate.',
      next: 'Nothing was sent. Check the base URL, and check for a proxy or a Wi-Fi sign-in page.',
    },
    'no-tls': {
      what: 'The server at this address doesn’t use HTTPS (TLS).',
      next: 'Nothing was sent. Check the base URL and its port.',
    },
    throttled: { what: 'Too many requests.', next: 'Wait a few seconds, then try again.' },
    'service-busy': { what: 'The exchange is busy or under maintenance.', next: 'Try again in a moment.' },
    'rejected-signature': {
      what: 'The exchange rejected the signature.',
      next: 'Check that the secret key belongs to this access token.',
    },
    'clock-skew': {
      what: 'This computer’s clock differs too much from the exchange’s.',
      next: 'Turn on automatic time, then try again.',
    },
    'nonce-used': { what: 'The exchange rejected a repeated request number (nonce).', next: 'Try again.' },
    'not-authenticated': {
      what: 'The exchange doesn’t recognize this access token.',
      next: 'Check the account’s access token and secret key.',
    },
    'account-locked': { what: 'The exchange has locked this account.', next: 'Contact the exchange’s support.' },
    'no-permission': {
      what: 'This API key isn’t allowed to read this data.',
      next: 'On the exchange’s website, allow the key to read futures orders.',
    },
    'key-expired': { what: 'This API key has expired.', next: 'Create a new read-only key on the exchange’s website.' },
    'wrong-address': {
      what: 'The exchange’s API wasn’t found at this address.',
      next: 'Check the account’s base URL.',
    },
    'not-this-service': {
      what: 'The server at this address isn’t the exchange.',
      next: 'Check the base URL. On hotel or company Wi-Fi, sign in to the network first.',
    },
    'redirect-refused': {
      what: 'The server redirected the request to another address. Orderglass doesn’t follow redirects.',
      next: 'Check the account’s base URL.',
    },
    'cached-response': {
      what: 'A cache answered instead of the exchange.',
      next: 'Use a base URL that leads to the exchange without a cache.',
    },
    'invalid-request': { what: 'The exchange rejected this request.', next: 'Select another symbol or all symbols.' },
    'bad-answer': {
      what: 'The exchange’s response couldn’t be read.',
      next: 'Try again. If this keeps happening, a proxy may be interfering or the API may have changed.',
    },
    'service-error': { what: 'The exchange reported an internal error.', next: 'Try again in a moment.' },
    'keychain-unavailable': {
      what: 'The keychain is unavailable.',
      next: 'Unlock the keychain, then try again.',
    },
    'invalid-input': { what: 'This request isn’t valid.', next: 'Clear the filters, then try again.' },
    'unknown-account': { what: 'This account no longer exists.', next: 'Select another account.' },
    'storage-failed': {
      what: 'Orderglass can’t write to its data folder.',
      next: 'Check free disk space and folder permissions. Until then, changes last for this session only.',
    },
    canceled: { what: 'The request was canceled.', next: 'Try again.' },
    'host-gone': { what: 'Orderglass has stopped.', next: 'Start Orderglass again.' },
    'no-session': {
      what: 'Orderglass was restarted, and this tab isn’t connected to it.',
      next: 'Open the new link from the terminal in this browser.',
    },
    internal: {
      what: 'Something went wrong inside Orderglass.',
      next: 'Try again. If this keeps happening, restart Orderglass.',
    },
  } satisfies Record<ErrorCode, ErrorText>,

  problems: {
    quarantined: {
      what: 'This account’s local archive was damaged.',
      next: 'The damaged file was renamed, and a new archive is being downloaded from the exchange. Damaged file:',
    },
    'disk-full': {
      what: 'The disk is full. New orders aren’t saved.',
      next: 'Free up disk space, then try again. Archive file:',
    },
    'read-only': {
      what: 'The local archive is read-only. Saved orders are shown, but new ones aren’t downloaded.',
      next: 'Give your user write access to this file and its folder, then try again:',
    },
    locked: {
      what: 'Another program holds the local archive.',
      next: 'Close that program. Orderglass then continues automatically. Archive file:',
    },
    'newer-version': {
      what: 'The local archive was written by a newer version of Orderglass.',
      next: 'The file was left unchanged. Update Orderglass to use it:',
    },
    'older-version': {
      what: 'The local archive was written by an early version of Orderglass that was never released.',
      next: 'The file was left unchanged. Move it away, then try again to download the history:',
    },
    'unknown-schema': {
      what: 'The local archive is intact, but this version of Orderglass doesn’t know its tables.',
      next: 'The file was left unchanged. Move it away, then try again to download the history:',
    },
    other: {
      what: 'The local archive can’t be opened.',
      next: 'Restart Orderglass. If this keeps happening, move this file away; Orderglass then downloads the history again:',
    },
  } satisfies Record<ArchiveProblem['kind'], ErrorText>,

  keychain: {
    'no-service': {
      what: 'No keychain service is running on this computer.',
      next: 'Start a Secret Service such as GNOME Keyring or KeePassXC, then try again, or keep the keys for this session only.',
    },
    locked: {
      what: 'The keychain is locked.',
      next: 'Unlock the keychain, then try again; if it is unlocked, restart Orderglass and allow access.',
    },
    denied: { what: 'Access to the keychain was denied.', next: 'Allow access when the system asks, then try again.' },
    'no-answer': {
      what: 'The keychain isn’t responding.',
      next: 'Look for a system prompt behind this window, answer it, then try again.',
    },
    'call-pending': {
      what: 'The keychain still hasn’t answered an earlier request.',
      next: 'Answer its prompt. If no prompt is open, restart Orderglass.',
    },
    'no-database': {
      what: 'KeePassXC has no open database that it shares through the Secret Service.',
      next: 'Open one and share a group of it, then try again, or keep the keys for this session only.',
    },
    'module-missing': {
      what: 'The keychain module isn’t installed.',
      next: 'Install Orderglass with its optional packages, or keep the keys for this session only.',
    },
    'library-missing': {
      what: 'A library that the keychain needs isn’t installed.',
      next: 'Install libsecret, or for KWallet the OpenSSL plugin of QCA, then restart Orderglass.',
    },
    'system-unsupported': {
      what: 'The keychain module doesn’t support this system.',
      next: 'Keep the keys for this session only.',
    },
    'damaged-entry': {
      what: 'This account’s keychain entry can’t be read.',
      next: 'Enter the keys again.',
    },
    'entry-missing': {
      what: 'The keychain gave no keys for this account.',
      next: 'If you denied access, restart Orderglass and allow it; otherwise enter the keys again.',
    },
    'session-ended': {
      what: 'The keys aren’t stored on this computer.',
      next: 'Enter them again.',
    },
    'service-restarted': {
      what: 'The keychain stopped or was restarted while Orderglass was running.',
      next: 'Restart Orderglass to reconnect.',
    },
    other: { what: 'The keychain reported an error.', next: 'Try again, or keep the keys for this session only.' },
  } satisfies Record<KeychainReason, ErrorText>,
  /** `words`: the system's own text, in its language. */
  keychainSays: (words: string) => `The keychain reported an error: “${words}”`,

  proxy: {
    unreachable: {
      what: 'Can’t reach the proxy.',
      next: 'Check your network connection, and the proxy in the system’s settings or in HTTPS_PROXY.',
    },
    ended: {
      what: 'The proxy ended the connection without a response.',
      next: 'Check the proxy’s port, and whether its address needs https:// instead of http://.',
    },
    untrusted: {
      what: 'This computer doesn’t trust the proxy’s certificate.',
      next: 'Ask the proxy’s administrator for an address with a trusted certificate or with http://.',
    },
    'no-tls': {
      what: 'The proxy doesn’t use HTTPS (TLS).',
      next: 'Write the proxy’s address with http:// instead of https://, then restart Orderglass.',
    },
    'no-proxy': {
      what: 'The server at the proxy’s address isn’t a proxy for HTTPS.',
      next: 'Check host and port of the proxy in the system’s settings or in HTTPS_PROXY.',
    },
    authentication: {
      what: 'The proxy asks for a user name and password.',
      next: 'Quit Orderglass and start it with HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT.',
    },
    'wrong-password': {
      what: 'The proxy didn’t accept the user name or password.',
      next: 'Correct them in HTTPS_PROXY, with special characters percent-encoded, then restart Orderglass.',
    },
    'other-sign-in': {
      what: 'The proxy asks for a sign-in that Orderglass doesn’t support.',
      next: 'Ask the proxy’s administrator for one with a user name and password (Basic).',
    },
    refused: {
      what: 'The proxy refused to connect to the exchange.',
      next: 'Check the base URL, or ask the proxy’s administrator to allow this address.',
    },
    'exchange-unreachable': {
      what: 'The proxy couldn’t reach the exchange.',
      next: 'Check the base URL; the exchange may be down.',
    },
    unusable: {
      what: 'Orderglass can’t use this kind of proxy.',
      next: 'Set an HTTP proxy in the system’s settings or in HTTPS_PROXY, then restart Orderglass.',
    },
    'not-encoded': {
      what: 'The proxy’s user name or password has a % that isn’t percent-encoded.',
      next: 'Write it as %25 in HTTPS_PROXY, then restart Orderglass.',
    },
  } satisfies Record<ProxyReason, ErrorText>,

  connection: {
    limited: {
      counted: (seconds: number) => `Rate limit reached. Requests resume in ${count(seconds)} sec.`,
      uncounted: 'Rate limit reached. Requests resume automatically.',
    },
    down: {
      counted: (seconds: number) => `The exchange is busy or under maintenance. Next attempt in ${count(seconds)} sec.`,
      uncounted: 'The exchange is busy or under maintenance. Retrying automatically.',
    },
    offline: 'Can’t reach the exchange. Retrying automatically.',
    clockSkewed: (seconds: number) =>
      seconds > 0
        ? `This computer’s clock is ${count(seconds)} sec behind the exchange. Turn on automatic time.`
        : `This computer’s clock is ${count(-seconds)} sec ahead of the exchange. Turn on automatic time.`,
  },

  fileNotices: {
    damaged: {
      settings: (backupName: string | null) =>
        backupName === null
          ? 'settings.json in the data folder couldn’t be read and was left unchanged. Default settings are in use, and changes last for this session only.'
          : `settings.json couldn’t be read, so the settings were reset. The old file is in the data folder as ${backupName}.`,
      accounts: (backupName: string | null) =>
        backupName === null
          ? 'accounts.json in the data folder couldn’t be read and was left unchanged. Accounts can’t be saved. Repair or move the file, then restart Orderglass.'
          : `accounts.json couldn’t be read completely. The old file is in the data folder as ${backupName}. Add any missing account again; it finds its local archive.`,
      alerts: (backupName: string | null) =>
        backupName === null
          ? 'A file with alerts and activity couldn’t be read and was left unchanged. Alerts last for this session only. Check the folder “alerts” in the data folder, then restart Orderglass.'
          : `A file with alerts and activity couldn’t be read completely. The old file is in the folder “alerts” of the data folder as ${backupName}. Check that all your alerts are there.`,
    },
    damagedNotes: (backupName: string) =>
      `A file with notes couldn’t be read completely. The old file is in the folder “notes” of the data folder as ${backupName}. Check that all your notes are there.`,
    laterVersion: {
      settings:
        'A newer version of Orderglass wrote settings.json, and the file was left unchanged. Default settings are in use, and changes last for this session only. Install the latest version to use your settings.',
      accounts:
        'A newer version of Orderglass wrote accounts.json, and the file was left unchanged. Your accounts aren’t shown, and none can be saved. Install the latest version to use them.',
      alerts:
        'A newer version of Orderglass wrote a file with alerts and activity, and the file was left unchanged. Its alerts don’t run, and new ones last for this session only. Install the latest version to use them.',
      window:
        'A newer version of Orderglass saved the window’s size and position, and the file was left unchanged. Changes of size and position aren’t saved.',
    },
    /** Of a development version. */
    earlierVersion: {
      settings:
        'An early version of Orderglass that was never released wrote settings.json, and the file was left unchanged. Default settings are in use, and changes last for this session only. To save settings, move the file away, then restart Orderglass.',
      accounts:
        'An early version of Orderglass that was never released wrote accounts.json, and the file was left unchanged. Your accounts aren’t shown, and none can be saved. To add accounts, move the file away, then restart Orderglass.',
      alerts:
        'An early version of Orderglass that was never released wrote a file with alerts and activity, and the file was left unchanged. Its alerts don’t run, and new ones last for this session only. To save alerts, move the folder alerts away, then restart Orderglass.',
    },
    settingValues: (paths: string, more: number) =>
      `settings.json has values that Orderglass can’t use, so their defaults apply: ${paths}${more === 0 ? '' : `, and ${count(more)} more`}. Set them again, or correct the file.`,
    notRemoved:
      'Orderglass was ended while it removed all data, and files are left in the data folder. Choose “Remove all data…” in the settings again.',
    noBackup: (folder: string) =>
      `The weekly backup couldn’t be written into ${folder}. Check that its disk is connected and has room. Orderglass tries again every hour.`,
    understood: 'Got it',
  },
};
