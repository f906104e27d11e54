import type { KeychainReason } from './keychain-error.ts';

/**
 * Reasons by the operating system's text, which is all that keytar passes on: no code, no name. The first match counts. macOS, Windows
 * and GLib may translate their texts; a translated text has the reason `other` and is quoted.
 */
const knownTexts: readonly (readonly [RegExp, KeychainReason])[] = [
  // Linux, GLib: the service does not answer a D-Bus call within 25 s.
  [/^Timeout was reached/, 'no-answer'],
  [/\btimed out\b/i, 'no-answer'],
  [/Message recipient disconnected from message bus without replying/, 'no-answer'],
  // Linux, GLib: there is no session bus.
  [/Cannot autolaunch D-Bus without X11/, 'no-service'],
  [/Failed to execute child process .*dbus-launch/, 'no-service'],
  [/Cannot spawn a message bus/, 'no-service'],
  [/^Could not connect\b/, 'no-service'],
  [/^The given address is empty/, 'no-service'],
  [/^Address element .* does not contain a colon/, 'no-service'],
  [/^Unknown or unsupported transport/, 'no-service'],
  // Linux, the bus (dbus-daemon, dbus-broker): no program provides the Secret Service.
  [/The name org\.freedesktop\.secrets was not provided by any \.service files/, 'no-service'],
  [/The name is not activatable/, 'no-service'],
  [/Could not activate remote peer/, 'no-service'],
  [/(?:Process|Failed to (?:activate service|execute program)) ['"]?org\.freedesktop\.secrets/, 'no-service'],
  // Linux, GLib: the session bus has ended, perhaps during a call.
  [/^The connection is closed/, 'service-restarted'],
  // Linux: libsecret only talks to the process that it found first, and that process has ended.
  [/The name :[\d.]+ was not provided by any \.service files/, 'service-restarted'],
  [/The session wrapping the secret does not exist/, 'service-restarted'],
  [/\bSecret\.Error\.NoSession\b/, 'service-restarted'],
  // Linux, gnome-keyring and others.
  [/\blocked (?:collection|object|item)\b/i, 'locked'],
  // KWallet names the collection by its path.
  [/\bcollection (?:\S+ )?is locked\b/i, 'locked'],
  // No keyring exists yet, and the prompt for the password of a new one was not answered.
  [/^Object does not exist at path/, 'locked'],
  // KeePassXC: no database is open, or none has a group that it gives to the Secret Service.
  [/^No such object path '\/org\/freedesktop\/secrets\/aliases\/default'/, 'no-database'],
  // KWallet without QCA's plugin for OpenSSL.
  [/\bcreateDLGroup failed\b/, 'library-missing'],
  [/\bprompt (?:was )?dismissed\b/i, 'denied'],
  [/^Rejected send message/, 'denied'],
  [/AppArmor policy prevents/, 'denied'],
  // macOS, SecCopyErrorMessageString.
  [/\buser cancell?ed\b/i, 'denied'], // -128
  [/The user name or passphrase you entered is not correct/, 'denied'], // -25293 errSecAuthFailed
  [/A required entitlement isn.t present/, 'denied'], // -34018 errSecMissingEntitlement
  [/User interaction is not allowed/, 'locked'], // -25308: locked, and no screen for a prompt (a session over SSH)
  [/No keychain is available/, 'no-service'], // -25291 errSecNotAvailable
  [/The specified keychain could not be found/, 'no-service'], // -25294 errSecNoSuchKeychain
  [/A default keychain could not be found/, 'no-service'], // -25307 errSecNoDefaultKeychain
  // Windows, FormatMessage.
  [/A specified logon session does not exist/, 'no-service'], // 1312: also where a policy forbids storing
  [/The RPC server is unavailable/, 'no-service'], // 1722: the credential manager's service is stopped
  [/The service cannot be started, either because it is disabled/, 'no-service'], // 1058
  [/\bAccess is denied\b/i, 'denied'], // 5
];

/** Returns the reason for a text of the operating system; `null` for an unknown text. */
export function reasonOf(nativeText: string): KeychainReason | null {
  return knownTexts.find(([pattern]) => pattern.test(nativeText))?.[1] ?? null;
}

/** Matches keys and tokens, but not words and D-Bus names. */
const longCode = /[\w+=-]*\d[\w+=-]*/g;

/**
 * Returns a text of the operating system in a form for an error message: at most 200 characters, without control characters and without
 * anything that looks like a key. Returns '' if the text contains a part of one of the `secrets`.
 */
export function quotable(nativeText: string, secrets: readonly string[]): string {
  if (secrets.some((secret) => showsPartOf(secret, nativeText))) return '';
  const clean = nativeText
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(longCode, (code) => (code.length < 16 ? code : '…'))
    .trim();
  return clean.length <= 200 ? clean : `${clean.slice(0, 199)}…`;
}

/** True if the text contains 8 consecutive characters of the secret. The text may be cut off or contain escapes, so more may be missing. */
function showsPartOf(secret: string, text: string): boolean {
  const length = Math.min(8, secret.length);
  for (let start = 0; start + length <= secret.length; start += 1) {
    if (text.includes(secret.slice(start, start + length))) return true;
  }
  return false;
}
