import type { KeytarModule } from '../keytar-module.ts';

/** keytar with a keychain in memory that counts what reaches it; single functions can be replaced. */
export function createFakeKeytar(replaced: Partial<KeytarModule> = {}) {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let loads = 0;
  let underWay = 0;
  let mostAtOnce = 0;

  function counted<Parameters extends string[], Answer>(
    name: string,
    call: (...parameters: Parameters) => Promise<Answer>,
  ): (...parameters: Parameters) => Promise<Answer> {
    return async (...parameters) => {
      calls.push(`${name} ${parameters[1]}`);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      try {
        return await call(...parameters);
      } finally {
        underWay -= 1;
      }
    };
  }

  const inMemory: KeytarModule = {
    async getPassword(service, account) {
      return entries.get(`${service}/${account}`) ?? null;
    },
    async setPassword(service, account, password) {
      entries.set(`${service}/${account}`, password);
    },
    async deletePassword(service, account) {
      return entries.delete(`${service}/${account}`);
    },
  };
  const module = {
    getPassword: counted('get', replaced.getPassword ?? inMemory.getPassword),
    setPassword: counted('set', replaced.setPassword ?? inMemory.setPassword),
    deletePassword: counted('delete', replaced.deletePassword ?? inMemory.deletePassword),
  } satisfies KeytarModule;

  return {
    inMemory,
    entries,
    calls,
    get loads() {
      return loads;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    async load(): Promise<KeytarModule> {
      loads += 1;
      return module;
    },
  };
}
