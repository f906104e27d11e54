import { describe, expect, it } from 'vitest';
import { quotable, reasonOf } from './native-failure.ts';

describe('reasonOf', () => {
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-service'],
    ['Failed to execute child process “dbus-launch” (No such file or directory)', 'no-service'],
    ['Could not connect: No such file or directory', 'no-service'],
    ['Could not connect: Connection refused', 'no-service'],
    ['Could not connect to 127.0.0.1: Connection refused', 'no-service'],
    ['The given address is empty', 'no-service'],
    ['Address element “garbage” does not contain a colon (:)', 'no-service'],
    ['Unknown or unsupported transport “foo” for address “foo:bar=1”', 'no-service'],
    ['The connection is closed', 'service-restarted'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
    ['The name is not activatable', 'no-service'],
    ['Process org.freedesktop.secrets exited with status 1', 'no-service'],
    ["Failed to activate service 'org.freedesktop.secrets': timed out (service_start_timeout=120000ms)", 'no-answer'],
    ['The name :1.1 was not provided by any .service files', 'service-restarted'],
    ['The session wrapping the secret does not exist', 'service-restarted'],
    ['Timeout was reached', 'no-answer'],
    ['Message recipient disconnected from message bus without replying', 'no-answer'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['Cannot get secret of a locked object', 'locked'],
    ['Collection /org/freedesktop/secrets/collection/Default_20keyring is locked', 'locked'],
    ["No such object path '/org/freedesktop/secrets/aliases/default'", 'no-database'],
    ['createDLGroup failed: maybe libqca-ossl is missing', 'library-missing'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
    ['Prompt was dismissed', 'denied'],
    ['Rejected send message, 2 matched rules; type="method_call", sender=":1.1" (uid=0 pid=16613)', 'denied'],
    ['An AppArmor policy prevents this sender from sending this message to this recipient', 'denied'],
    ['User canceled the operation.', 'denied'],
    ['The user name or passphrase you entered is not correct.', 'denied'],
    ['User interaction is not allowed.', 'locked'],
    ['No keychain is available. You may need to restart your computer.', 'no-service'],
    ['The specified keychain could not be found.', 'no-service'],
    ['A default keychain could not be found.', 'no-service'],
    ["A required entitlement isn't present.", 'denied'],
    ['A specified logon session does not exist. It may already have been terminated.\r\n', 'no-service'],
    ['The RPC server is unavailable.\r\n', 'no-service'],
    ['Access is denied.\r\n', 'denied'],
  ])('%j: %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it.each([
    'Not enough memory resources are available to process this command.\r\n',
    'An unknown error occurred.',
    'Eine angegebene Anmeldesitzung ist nicht vorhanden.',
    '',
  ])('%j: unknown', (text) => {
    expect(reasonOf(text)).toBeNull();
  });
});

describe('quotable', () => {
  it('returns the system’s text as one line', () => {
    expect(quotable('Not enough\r\nmemory\u0000resources.\r\n', [])).toBe('Not enough memory resources.');
  });

  it('keeps D-Bus names and long words', () => {
    const text = 'Schlüsselbundzugriffsfehler: /org/freedesktop/secrets/collection/login (-25308)';
    expect(quotable(text, [])).toBe(text);
  });

  it('returns nothing of a text that contains a secret or a part of it', () => {
    expect(quotable('bad value "tok-4711"', ['tok-4711'])).toBe('');
    expect(quotable('bad value "abcdefghij…', ['abcdefghijklmnop'])).toBe('');
    expect(quotable('bad value "…hijklmnop"', ['abcdefghijklmnop'])).toBe('');
  });

  it('omits texts that look like a key', () => {
    expect(quotable('cannot parse 3f9a1c77b2e04d5f8a6b9c0d1e2f3a4b here', [])).toBe('cannot parse … here');
  });

  it('cuts the text at 200 characters', () => {
    expect(quotable('no '.repeat(100), [])).toHaveLength(200);
  });
});
