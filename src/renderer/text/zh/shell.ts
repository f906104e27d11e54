import { hostTextZh } from '../../../shared/text/host-zh.ts';
import type { shell as shellEn } from '../en/shell.ts';
import { countText as count } from '../number-form.ts';
import { zoneName } from './zone-name.ts';

export const shell: typeof shellEn = {
  navigation: {
    label: '页面',
    orders: '委托',
    market: '行情',
    settings: '设置',
    search: '搜索',
    skip: '跳到表格',
    openPlans: '等待触发的条件单',
  },

  palette: {
    createAlert: (condition) => `创建提醒：${condition}`,
    newAlert: (symbol) => `新建提醒：${symbol}…`,
    title: '命令面板',
    placeholder: '搜索页面、合约、设置…',
    recent: '最近使用',
    kinds: {
      screen: '页面',
      command: '命令',
      setting: '设置',
      account: '账户',
      symbol: '合约',
      search: '搜索',
    },
    groups: { screen: '页面', command: '命令', setting: '设置', account: '账户' },
    inForce: '当前',
    shown: '当前',
    more: (number) => `还有 ${count(number)} 项，继续输入可缩小范围`,
    results: (number) => `${count(number)} 个结果`,
    symbols: (number) => `输入名称，可在 ${count(number)} 个合约中查找`,
    choose: '选择',
    move: '移动',
    close: '关闭',
  },

  shortcuts: {
    title: '键盘快捷键',
    close: '关闭',
    or: '或',
    explained: '在输入框中输入时，仅命令面板和切换页面的快捷键生效。',
    groups: {
      general: '通用',
      screens: '页面',
      screen: '当前页面',
      alerts: '提醒与盯盘',
      accounts: '账户',
      appearance: '外观',
      settings: '设置与帮助',
    },
    table: '表格',
    tableKeys: {
      move: '在单元格间移动',
      ends: '第一列或最后一列',
      corners: '第一行或最后一行',
      page: '翻页',
      open: '打开详情，或按该列排序',
      sortFurther: '同时按该列排序',
      width: '调整列宽（在表头中）',
      order: '移动该列（在表头中）',
      menu: '打开单元格或列的菜单',
      select: '选择多行',
      selectAll: '选择全部行',
      copy: '复制单元格或所选的行',
      close: '关闭详情',
    },
  },

  demoStrip: {
    label: '关于模拟账户',
    explained: '数据均为虚构。Orderglass 只读，无法下单、改单或撤单。',
    connect: '连接您的账户…',
    dismiss: '不再显示',
  },

  account: {
    label: '账户',
    add: '添加账户…',
    manage: '管理账户…',
    whose: '账户范围',
    whoseNames: { this: '当前账户', all: '全部账户' },
    demo: '模拟',
    demoName: hostTextZh.demoAccount,
    demoExplained: '模拟账户：连接程序内置的模拟交易所，所有数据均为虚构。',
  },

  age: {
    justNow: '刚刚更新',
    seconds: (seconds) => `${count(seconds)} 秒前更新`,
    minutes: (minutes) => `${count(minutes)} 分钟前更新`,
    hours: (hours) => `${count(hours)} 小时前更新`,
    unknown: '更新时间未知：系统时间曾被往回调',
    stale: '非实时',
    staleExplained: (time) => `交易所数据最近更新于 ${time}，此后可能已有变化。`,
    never: '暂无数据',
  },

  toolbar: {
    label: '工具栏',
    symbol: '合约',
    allSymbols: '全部合约',
    noSymbolFound: '没有匹配的名称',
    clearSymbol: '显示全部合约',
    openSymbols: '合约列表',
    marginMode: '保证金模式',
    search: '按名称筛选',
    clearSearch: '清除筛选',
    refresh: '刷新',
    columns: '列设置',
    columnsExplained: '显示的列及其顺序',
    pinStart: (column) => `将“${column}”固定在左侧`,
    pinEnd: (column) => `将“${column}”固定在右侧`,
    moveColumnUp: (column) => `上移“${column}”`,
    moveColumnDown: (column) => `下移“${column}”`,
    resetColumns: '重置列',
  },

  timeZone: {
    label: '时区',
    choices: { local: '本地', utc: 'UTC', other: '其他' },
    zone: '按名称选择时区',
    find: '查找时区',
    none: '没有匹配的时区',
    open: '时区列表',
    shown: (zone, offset) => (zone === 'UTC' ? 'UTC' : `${zoneName(zone)} ${offset}`),
    explained: (zone, offset) =>
      `时间按${zoneName(zone)}（${zone}，当前 ${offset}）显示，每天从该时区零点开始。可在设置中更改。`,
  },
};
