import type { ComponentType } from 'react';
import type { ResultsPart } from '../../../shared/contract/results.ts';
import type { ListFilters } from '../../../shared/contract/trades.ts';
import type { Rates } from '../../../shared/orders/fees.ts';
import type { ResultList } from '../../../shared/orders/trades.ts';
import type { ShownArchive } from '../../domain/accounts/shown-archive.ts';
import type { Compared } from '../../domain/orders/comparison.ts';

export interface ResultsQuery<Filter> {
  account: string;
  filter: Filter;
  /** IANA name. */
  zone: string;
  /** Missing, or a currency that no row has, stands for the one with the most rows. */
  quote?: string;
  /** With which fees are estimated. */
  rates?: Rates;
}

/** What the results of every list have. */
export interface AnyResults {
  version: number;
  quotes: string[];
  quote: string;
  days: ResultsPart[];
}

/** What a figure is chosen for: to show the rows behind it, or to show only their results. */
export type Goal = 'rows' | 'results';

/** Properties of a part of the screen. */
export interface ShownResults<Filter, Data> {
  /** The selected account, for what belongs to a symbol. */
  account: string;
  /** Whose results are shown. */
  archive: ShownArchive;
  results: Data;
  /** `null` if the results are not compared, or the earlier ones have not been read. */
  compared: Compared<Data> | null;
  /** Receives the filter of the rows behind the chosen figure. Default goal: the rows. */
  onChoose: (only: Filter, goal?: Goal) => void;
}

/** What differs between the results of orders and of trades. The object must stay the same between renders. */
export interface ResultsBasis<List extends ResultList, Data extends AnyResults> {
  list: List;
  read: (query: ResultsQuery<ListFilters[List]>, signal: AbortSignal) => Promise<Data>;
  /** True if there is something to show. */
  hasResults: (results: Data) => boolean;
  Figures: ComponentType<ShownResults<ListFilters[List], Data> & { filter: ListFilters[List] }>;
  /** Rendered again only for new results, and not for the progress of the sync. */
  Charts: ComponentType<ShownResults<ListFilters[List], Data>>;
}
