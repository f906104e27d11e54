import { hostTextZh } from '../../../shared/text/host-zh.ts';
import type { shell as shellEn } from '../en/shell.ts';
import { countText as count } from '../number-groups.ts';

export const shell: typeof shellEn = {
  navigation: {
    label: '页面',
    orders: '委托',
    market: '行情',
    settings: '设置',
    search: '搜索',
    skip: '跳到表格',
  },

  palette: {
    title: '命令面板',
    placeholder: '前往页面、交易对、设置…',
    recent: '最近使用',
    kinds: {
      screen: '页面',
      command: '命令',
      setting: '设置',
      account: '账户',
      symbol: '交易对',
    },
    groups: { screen: '页面', command: '命令', setting: '设置', account: '账户' },
    inForce: '使用中',
    shown: '显示中',
    nothing: (query) => `没有名为“${query}”的项目`,
    nothingNext: '每个词都必须出现。请减少几个字再试。',
    more: (number) => `还有 ${count(number)} 项：继续输入以查找`,
    results: (number) => `${count(number)} 个结果`,
    symbols: (number) => `输入以查找 ${count(number)} 个交易对`,
    noTicker: (symbol) => `交易所没有 ${symbol} 的合约行情`,
    choose: '选择',
    move: '移动',
    close: '关闭',
  },

  shortcuts: {
    title: '键盘快捷键',
    close: '关闭',
    or: '或',
    explained: '在输入框中打字时，除命令面板外的快捷键均不生效。',
    groups: {
      general: '通用',
      screens: '页面',
      screen: '当前页面',
      alerts: '提醒与观察',
      accounts: '账户',
      appearance: '外观',
      settings: '设置与帮助',
    },
    table: '表格',
    tableKeys: {
      move: '按单元格移动',
      ends: '第一列或最后一列',
      corners: '第一行或最后一行',
      page: '翻页',
      open: '打开详情，或按该列排序',
      select: '选择多行',
      selectAll: '选择全部行',
      copy: '复制单元格或所选的行',
      close: '关闭详情',
    },
  },

  account: {
    label: '账户',
    manage: '管理账户…',
    demo: '演示',
    demoName: hostTextZh.demoAccount,
    demoExplained: '演示账户：在本程序内部运行的虚构交易所。所有数字均非真实数据。',
  },

  age: {
    justNow: '刚刚更新',
    seconds: (seconds) => `${count(seconds)} 秒前更新`,
    minutes: (minutes) => `${count(minutes)} 分钟前更新`,
    hours: (hours) => `${count(hours)} 小时前更新`,
    stale: '非实时',
    staleExplained: (time) => `交易所最近一次应答的时间为 ${time}。此后数据可能已有变化。`,
    never: '尚未获取数据',
  },

  toolbar: {
    label: '工具栏',
    symbol: '交易对',
    allSymbols: '全部交易对',
    noSymbolFound: '没有该名称的交易对',
    clearSymbol: '显示全部交易对',
    openSymbols: '交易对列表',
    marginMode: '保证金模式',
    search: '按交易对筛选',
    clearSearch: '清除筛选',
    refresh: '刷新',
    columns: '列',
    columnsExplained: '显示的列及其顺序',
    moveColumnUp: (column) => `将“${column}”前移`,
    moveColumnDown: (column) => `将“${column}”后移`,
    resetColumns: '重置列',
  },

  timeZone: {
    label: '时区',
    choices: { local: '本地', utc: 'UTC', other: '其他' },
    zone: '按名称选择时区',
    find: '查找时区',
    none: '没有该名称的时区',
    open: '时区列表',
    shown: (zone, offset) => (zone === 'UTC' ? 'UTC' : `${zone} ${offset}`),
    explained: (zone, offset) => `时间按 ${zone}（目前为 ${offset}）显示，每天从该时区的零点开始。可在设置中更改。`,
  },
};
