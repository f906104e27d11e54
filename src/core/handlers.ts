import type { OrderList, OrderListQuery, RequestOptions } from '../exchange/index.ts';
import type { PageQuery } from '../shared/contract.ts';
import type { About, Page } from '../shared/domain.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { MarketClient, Operation, OrdersClient } from './accounts/exchange-line.ts';
import type { CallContext, Handlers } from './dispatcher.ts';
import { ListPager } from './paging/list-pager.ts';
import type { TimedRow } from './paging/list-reader.ts';
import type { SettingsStore } from './settings-store.ts';

export interface Services {
  readonly about: About;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly writeDiagnostics: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

type ListOperation<Row> = (
  client: OrdersClient,
  query: OrderListQuery,
  options: RequestOptions,
) => Promise<OrderList<Row>>;

/** Answers every call of the contract from the program's services. */
export function createHandlers({ about, accounts, settings, writeDiagnostics, now }: Services): Handlers {
  function pagesOf<Row extends TimedRow>(list: string, operation: ListOperation<Row>) {
    const pager = new ListPager<Row>({ list, now });
    return async (query: PageQuery, { signal }: CallContext): Promise<Page<Row>> => {
      const account = accounts.find(query.account);
      const ofSymbol = query.symbol === undefined ? {} : { symbol: query.symbol };
      return pager.read(
        (request) =>
          account.askOrders((client, options) => operation(client, { ...request, ...ofSymbol }, options), signal),
        // A cursor is of no use, and nothing is kept, beyond an edit that makes the account another one.
        { ...query, account: account.scope },
      );
    };
  }

  function wholeOf<Answer>(operation: Operation<MarketClient, Answer>) {
    return async (query: { account: string }, { signal }: CallContext): Promise<Answer> =>
      accounts.find(query.account).askMarket(operation, signal);
  }

  return {
    readAbout: () => about,
    readDiagnostics: () => ({ text: writeDiagnostics() }),
    listAccounts: () => accounts.list(),
    saveAccount: (change) => accounts.save(change),
    removeAccount: ({ id }) => accounts.remove(id),
    testConnection: (test, { signal }) => accounts.testConnection(test, signal),
    readConnection: ({ account }) => accounts.connection(account),
    readSettings: () => settings.current,
    changeSettings: (change) => settings.change(change),
    readOpenPlans: pagesOf('open-plans', (client, query, options) => client.readOpenPlans(query, options)),
    readOrderHistory: pagesOf('order-history', (client, query, options) => client.readOrderHistory(query, options)),
    readPlanHistory: pagesOf('plan-history', (client, query, options) => client.readPlanHistory(query, options)),
    readFuturesTickers: wholeOf((client, options) => client.readFuturesTickers({}, options)),
    readSpotTickers: wholeOf((client, options) => client.readSpotTickers({}, options)),
    readSymbolRules: wholeOf((client, options) => client.readSymbolRules({}, options)),
  };
}
