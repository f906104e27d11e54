/**
 * A program that makes one change to the accounts of a folder and can kill itself at one of the change's steps. Prints the names of the
 * steps. Arguments: folder, change, number of the step at which it is killed (0: none).
 */
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { AccountStore } from '../accounts/account-store.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { type AccountChangeName, editedName, firstName, newKeys, oldKeys } from './account-change-names.ts';
import { FileErrors } from './file-errors.ts';
import { FileKeychain } from './file-keychain.ts';

const [folder = '', change = '', killAt = '0'] = process.argv.slice(2);
let steps = 0;

function step(name: string): void {
  steps++;
  writeSync(1, `${name}\n`);
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

const store = await AccountStore.open({
  directory: path.join(folder, 'data'),
  now: Date.now,
  log: () => {},
  fileErrors: new FileErrors(),
  keychain: new FileKeychain(path.join(folder, 'keychain.json'), step),
  session: createSessionCredentials(),
  reservedNames: [],
  onChange: () => {},
  async writeFile(file, text) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.tmp`, text.slice(0, text.length / 2));
    step('file: half written');
    await writeFileAtomically(file, text);
    step('file: written');
  },
});
const connection = { baseUrl: 'https://exchange.example', signingVariant: 'bytewise', requestsPerWindow: 100 } as const;
const [first] = store.profiles;

const changes: Record<AccountChangeName, () => Promise<unknown>> = {
  add: () => store.save({ ...connection, name: firstName, credentials: oldKeys, keptIn: 'keychain' }),
  replace: () =>
    store.save({ ...connection, id: first?.id, name: editedName, credentials: newKeys, keptIn: 'keychain' }),
  'to-session': () =>
    store.save({ ...connection, id: first?.id, name: editedName, credentials: newKeys, keptIn: 'session' }),
  remove: () => store.remove(first?.id ?? ''),
  // Joins the removal that runs since the start or a change.
  recover: () => store.removeOrphanedEntries(),
};
const isKnown = (name: string): name is AccountChangeName => Object.hasOwn(changes, name);
if (isKnown(change)) await changes[change]();
if (change !== 'recover') await changes.recover();
