import { KeychainError, type KeychainReason } from '../keychain-error.ts';
import type { KeychainObserver } from '../keychain-observer.ts';
import { sessionBusPaths } from './bus-address.ts';
import { BusError, callBus } from './bus-connection.ts';
import { BodyReader, BodyWriter, type BusCall } from './bus-message.ts';

const secretService = 'org.freedesktop.secrets';

interface SecretServiceObserverOptions {
  environment?: NodeJS.ProcessEnv;
  /** Milliseconds for one question. */
  timeoutMs?: number;
}

/**
 * Looks at the locks of the Secret Service (freedesktop.org, Secret Service API draft 0.2) without unlocking anything
 * and without seeing a secret: two questions over the session bus.
 */
export function createSecretServiceObserver(options: SecretServiceObserverOptions = {}): KeychainObserver {
  const { environment = process.env, timeoutMs = 3000 } = options;

  async function ask(question: BusCall): Promise<BodyReader> {
    let failure = new BusError('unreachable');
    for (const path of sessionBusPaths(environment)) {
      try {
        return new BodyReader(await callBus(path, question, timeoutMs));
      } catch (error) {
        failure = error instanceof BusError ? error : new BusError('unreadable');
        if (failure.kind !== 'unreachable') break;
      }
    }
    throw failure;
  }

  return {
    async hasLockedEntry(service, account) {
      try {
        const answer = await ask(searchItems({ service, account }));
        answer.strings();
        return answer.strings().length > 0;
      } catch (error) {
        if (error instanceof BusError && error.kind === 'unanswered') throw new KeychainError('no-answer');
        return false;
      }
    },
    async diagnose() {
      try {
        const answer = await ask(defaultCollectionIsLocked);
        return answer.signature() === 'b' && answer.unsigned() === 1 ? 'locked' : null;
      } catch (error) {
        return error instanceof BusError ? reasonOf(error) : null;
      }
    },
  };
}

/** Answers two lists of items that have these attributes: the unlocked ones, then the locked ones. */
function searchItems(attributes: Record<string, string>): BusCall {
  const writer = new BodyWriter();
  const entries = Object.entries(attributes).map(
    ([name, value]) =>
      () =>
        writer.string(name).string(value),
  );
  return {
    destination: secretService,
    path: '/org/freedesktop/secrets',
    interfaceName: 'org.freedesktop.Secret.Service',
    member: 'SearchItems',
    arguments: { signature: 'a{ss}', body: writer.structs(entries).finish() },
  };
}

/** Answers one boolean in a variant. */
const defaultCollectionIsLocked: BusCall = {
  destination: secretService,
  path: '/org/freedesktop/secrets/aliases/default',
  interfaceName: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  arguments: {
    signature: 'ss',
    body: new BodyWriter().string('org.freedesktop.Secret.Collection').string('Locked').finish(),
  },
};

function reasonOf({ kind, errorName }: BusError): KeychainReason | null {
  if (kind === 'unreachable') return 'no-service';
  if (kind === 'unanswered') return 'no-answer';
  if (errorName === 'org.freedesktop.DBus.Error.AccessDenied') return 'denied';
  if (errorName === 'org.freedesktop.DBus.Error.ServiceUnknown') return 'no-service';
  return errorName?.startsWith('org.freedesktop.DBus.Error.Spawn.') ? 'no-service' : null;
}
