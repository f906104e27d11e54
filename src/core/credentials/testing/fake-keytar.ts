import type { KeytarModule } from '../keytar-module.ts';

/** keytar with a keyring in memory. Records its calls; single functions can be replaced. */
export function createFakeKeytar(replaced: Partial<KeytarModule> = {}) {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let loads = 0;
  let pending = 0;

  function recorded<Parameters extends string[], Result>(
    name: string,
    call: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return async (...parameters) => {
      calls.push(`${name} ${parameters[1]}`);
      pending += 1;
      fake.maxPending = Math.max(fake.maxPending, pending);
      try {
        return await call(...parameters);
      } finally {
        pending -= 1;
      }
    };
  }

  /** As on Linux: a locked keyring looks empty, and only a write fails. */
  const inMemory: KeytarModule = {
    async getPassword(service, account) {
      return fake.isLocked ? null : (entries.get(`${service}/${account}`) ?? null);
    },
    async setPassword(service, account, password) {
      fake.isLocked &&= !fake.isUnlockedAtPrompt;
      if (fake.isLocked) throw new Error('Cannot create an item in a locked collection');
      entries.set(`${service}/${account}`, password);
    },
    async deletePassword(service, account) {
      return !fake.isLocked && entries.delete(`${service}/${account}`);
    },
  };
  const module: KeytarModule = {
    getPassword: recorded('get', replaced.getPassword ?? inMemory.getPassword),
    setPassword: recorded('set', replaced.setPassword ?? inMemory.setPassword),
    deletePassword: recorded('delete', replaced.deletePassword ?? inMemory.deletePassword),
  };

  const fake = {
    inMemory,
    module,
    entries,
    calls,
    isLocked: false,
    /** True if the user types the password when a write asks for it. */
    isUnlockedAtPrompt: false,
    /** Most calls that were pending at the same time. */
    maxPending: 0,
    get loads() {
      return loads;
    },
    async load(): Promise<KeytarModule> {
      loads += 1;
      return module;
    },
  };
  return fake;
}
