import type { ErrorCode, KeychainReason } from '../../../shared/errors.ts';
import type { ArchiveProblem } from '../../../shared/history.ts';
import { countText as count } from '../number-groups.ts';

interface ErrorText {
  /** What happened. */
  what: string;
  /** What to do next. */
  next: string;
}

/** What went wrong, and what to do next. */
export const failures = {
  failure: {
    retry: 'Try again',
    showing: (time: string) => `The rows shown are of ${time}.`,
    service: (errno: string, errmsg: string) => `The exchange said: ${errmsg || 'nothing'} (${errno})`,
  },

  errors: {
    offline: {
      what: 'The exchange cannot be reached.',
      next: 'Check the network connection; the rows come back when it does.',
    },
    timeout: { what: 'The exchange did not answer in time.', next: 'Try again in a moment.' },
    'untrusted-certificate': {
      what: 'The connection to the exchange is not secure: this computer does not trust its certificate.',
      next: 'Nothing was sent. Check the base URL and whether a proxy or hotel network is in the way.',
    },
    throttled: { what: 'The exchange asks for fewer requests.', next: 'Wait a few seconds, then try again.' },
    'service-busy': { what: 'The exchange is busy.', next: 'Try again in a moment.' },
    'rejected-signature': {
      what: 'The exchange does not accept the signature.',
      next: 'Check that the secret key belongs to the access token.',
    },
    'clock-skew': {
      what: 'The clock of this computer is too far from the exchange’s.',
      next: 'Set the clock to update itself, then try again.',
    },
    'nonce-used': { what: 'The exchange had seen this request number before.', next: 'Try again.' },
    'not-authenticated': {
      what: 'The exchange does not know this access token.',
      next: 'Check the account’s access token and secret key.',
    },
    'account-locked': { what: 'The exchange has locked this account.', next: 'Ask the exchange’s support.' },
    'no-permission': {
      what: 'The key may not read this.',
      next: 'Give the key the permission to query futures orders on the exchange’s site.',
    },
    'key-expired': { what: 'The key has expired.', next: 'Make a new read-only key on the exchange’s site.' },
    'wrong-address': {
      what: 'The exchange’s address answers, but this service is not there.',
      next: 'Check the account’s base URL.',
    },
    'not-this-service': {
      what: 'Something else than the exchange answers at this address.',
      next: 'Check the base URL. In a hotel or company network, sign in to the network first.',
    },
    'redirect-refused': {
      what: 'The exchange’s address points to another one, which Orderglass does not follow.',
      next: 'Check the account’s base URL.',
    },
    'invalid-request': { what: 'The exchange does not accept this question.', next: 'Choose another symbol, or all.' },
    'bad-answer': {
      what: 'The answer of the exchange could not be read.',
      next: 'Try again. If it stays so, a proxy may be in the way, or the service has changed.',
    },
    'service-error': { what: 'The exchange reports an error of its own.', next: 'Try again in a moment.' },
    'keychain-unavailable': {
      what: 'The keychain of this computer cannot be used.',
      next: 'Unlock it, then try again.',
    },
    'invalid-input': { what: 'This cannot be asked in this way.', next: 'Reset the filters and try again.' },
    'unknown-account': { what: 'This account does not exist any more.', next: 'Choose another account.' },
    'storage-failed': {
      what: 'The program cannot write to its data folder.',
      next: 'Check that the disk is not full and that the folder may be written. Until then changes last for this session only.',
    },
    cancelled: { what: 'The request was stopped.', next: 'Try again.' },
    'host-gone': { what: 'Orderglass itself has stopped.', next: 'Start it again with npm start.' },
    internal: {
      what: 'Something went wrong inside Orderglass.',
      next: 'Try again. If it stays so, restart the program.',
    },
  } satisfies Record<ErrorCode, ErrorText>,

  problems: {
    'set-aside': {
      what: 'The archive of this account was damaged.',
      next: 'It was set aside, and a new one is being filled from the exchange. The damaged file:',
    },
    'disk-full': {
      what: 'The disk is full: what is read is not kept.',
      next: 'Make room on the disk, then try again. The archive:',
    },
    'read-only': {
      what: 'The archive cannot be written. What is in it is shown; nothing new is read.',
      next: 'Let your user write this file and its folder, then try again:',
    },
    locked: {
      what: 'Another program has the archive open.',
      next: 'Close the other Orderglass, then try again. The archive:',
    },
    'newer-version': {
      what: 'A newer Orderglass has written the archive.',
      next: 'It is left untouched. Update Orderglass to use it:',
    },
    other: {
      what: 'The archive cannot be used.',
      next: 'Restart Orderglass. If it stays so, move this file away; it is then filled again:',
    },
  } satisfies Record<ArchiveProblem['kind'], ErrorText>,

  keychain: {
    'no-service': {
      what: 'No keychain runs on this computer.',
      next: 'Start a Secret Service such as GNOME Keyring or KeePassXC and try again, or keep the keys for this session only.',
    },
    locked: { what: 'The keychain is locked.', next: 'Unlock it and try again.' },
    denied: { what: 'The keychain refused access.', next: 'Allow Orderglass when the system asks, and try again.' },
    'no-answer': {
      what: 'The keychain does not answer.',
      next: 'Look for a question of the system behind this window, answer it, and try again.',
    },
    'module-missing': {
      what: 'The part of Orderglass that talks to the keychain is not installed.',
      next: 'Install libsecret and start again, or keep the keys for this session only.',
    },
    'damaged-entry': {
      what: 'What the keychain holds for this account cannot be read.',
      next: 'Enter the keys again.',
    },
    'entry-missing': {
      what: 'The keychain has no keys for this account any more.',
      next: 'Enter the keys again.',
    },
    'service-restarted': {
      what: 'The keychain was restarted while Orderglass was running.',
      next: 'Restart Orderglass to reach it again.',
    },
    other: { what: 'The keychain reports an error.', next: 'Try again, or keep the keys for this session only.' },
  } satisfies Record<KeychainReason, ErrorText>,

  connection: {
    paused: (seconds: number) => `The exchange asked to slow down. Requests go on in ${count(seconds)} s.`,
    pausedAWhile: 'The exchange asked to slow down. Requests go on by themselves in a while.',
    offline: 'The exchange cannot be reached. Orderglass tries again by itself.',
    clockSkewed: (seconds: number) =>
      seconds > 0
        ? `The clock of this computer is ${count(seconds)} s behind the exchange’s. Let it update itself.`
        : `The clock of this computer is ${count(-seconds)} s ahead of the exchange’s. Let it update itself.`,
  },

  fileNotices: {
    settings: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of your settings cannot be read, and stays as it is: the settings are the usual ones, and changes last until Orderglass ends. Look at settings.json in the data folder.'
        : `The file of your settings could not be read. It is kept as ${keptAs} in the data folder; the settings begin anew.`,
    accounts: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of your accounts cannot be read, and stays as it is: accounts cannot be saved. Look at accounts.json in the data folder, then start again.'
        : `The file of your accounts could not be read, or only in part. It is kept as ${keptAs} in the data folder; an account that is missing can be added again, and finds its archive.`,
    desk: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of an account\'s alerts and activities cannot be read, and stays as it is: alerts last until Orderglass ends. Look into the folder "desk" in the data folder, then start again.'
        : `The file of an account's alerts and activities could not be read, or only in part. It is kept as ${keptAs} in the folder "desk" of the data folder; look whether your alerts are all there.`,
    understood: 'Understood',
  },
};
