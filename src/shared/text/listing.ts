/** How software centers and menus of the desktop describe the program. Read by the packaging only. */
interface Listing {
  /** What kind of program this is, in title case as menus have it. */
  genericName: string;
  /** Without a period. */
  summary: string;
  description: string;
  keywords: readonly string[];
}

export const listing: Record<'en' | 'zh', Listing> = {
  en: {
    genericName: 'Futures Account Viewer',
    summary: 'Read-only viewer for a futures account',
    description:
      'Orders, plan orders, trades, PnL, and market tickers of a futures account. Orderglass is read-only: it can’t place, change, or cancel orders.',
    keywords: ['futures', 'orders', 'PnL', 'tickers'],
  },
  zh: {
    genericName: '合约账户查看器',
    summary: '只读查看合约账户',
    description: '查看合约账户的委托、计划委托、交易记录、盈亏和行情。Orderglass 为只读软件，不能下单、改单或撤单。',
    keywords: ['合约', '委托', '盈亏', '行情'],
  },
};
