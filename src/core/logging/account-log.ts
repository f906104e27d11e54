import type { ConnectionCheck } from '../../shared/domain.ts';
import type { Handlers } from '../dispatcher.ts';
import type { Observations } from './observations.ts';
import type { ProgramLog } from './program-log.ts';

type AccountHandlers = Pick<Handlers, 'saveAccount' | 'removeAccount' | 'testConnection'>;

/** Takes note of what is done with accounts, and protects the credentials that come in before anything is done with them. */
export function logAccountChanges(
  handlers: AccountHandlers,
  { write, protect }: Pick<ProgramLog, 'write' | 'protect'>,
  { accounts, connections }: Observations,
): AccountHandlers {
  function protectCredentials({ token, secretKey }: { token: string; secretKey: string }): void {
    protect([token, secretKey]);
  }

  return {
    async saveAccount(change, context) {
      if (change.credentials) protectCredentials(change.credentials);
      const saved = await handlers.saveAccount(change, context);
      accounts.learn([saved]);
      const account = accounts.of(saved.id);
      if (account === undefined) return saved;
      write(
        change.id === undefined
          ? { event: 'account-added', account, place: saved.credentials?.place ?? change.place }
          : { event: 'account-changed', account, withCredentials: change.credentials !== undefined },
      );
      return saved;
    },
    async removeAccount(input, context) {
      const left = await handlers.removeAccount(input, context);
      const account = accounts.of(input.id);
      connections.delete(input.id);
      if (account !== undefined) write({ event: 'account-removed', account });
      return left;
    },
    async testConnection(test, context) {
      if ('credentials' in test) protectCredentials(test.credentials);
      const report = await handlers.testConnection(test, context);
      const account = 'id' in test ? accounts.of(test.id) : undefined;
      write({
        event: 'connection-tested',
        account,
        public: outcomeOf(report.public),
        signed: outcomeOf(report.signed),
      });
      return report;
    },
  };
}

function outcomeOf(check: ConnectionCheck) {
  return check.ok ? ('ok' as const) : check.error.code;
}
