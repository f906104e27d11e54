import type { tables as tablesEn } from '../en/tables.ts';
import { countText as count } from '../number-form.ts';
import { rows } from './counted.ts';

export const tables: typeof tablesEn = {
  table: {
    label: (screen, account) => `${screen}，${account}`,
    resize: (column) => `“${column}”的列宽`,
    header: {
      menu: (column) => `“${column}”列`,
      sorts: { asc: '升序', desc: '降序', none: '不排序' },
      pins: { start: '固定在左侧', end: '固定在右侧', none: '不固定' },
      moveToStart: '向左移动',
      moveToEnd: '向右移动',
      fitWidth: '按内容调整列宽',
      defaultWidth: '默认宽度',
      hide: '隐藏该列',
      reset: '重置所有列',
    },
    cellMenu: (column) => `“${column}”单元格`,
    copyCell: '复制单元格',
    copyRows: (number) => (number === 1 ? '复制该行' : `复制 ${rows(number)}`),
    plainRows: (number) => (number === 1 ? '以普通表格显示该行' : `以普通表格显示 ${rows(number)}`),
    plain: {
      title: (list) => `${list}：所选行`,
      explained: '不滚动、不排序的表格，读屏软件可像普通表格一样朗读。其中的数值不再变化。',
      atMost: (number) => `所选行的前 ${rows(number)}。`,
      close: '关闭',
    },
    sortedBy: (column, descending) => `按“${column}”${descending ? '降序' : '升序'}排列`,
    detailsOpen: '已打开详情',
    copyId: '复制委托号',
    showOnly: (value) => `只看“${value}”`,
    exclude: (value) => `排除“${value}”`,
    copied: (text) => `已复制 ${text}`,
    sortPlace: (place) => `第 ${place} 排序条件`,
    selected: (number, keys) => `已选 ${rows(number)}，按 ${keys} 复制`,
    selectedAtMost: (number) => `已选 ${rows(number)}，已达可复制的上限。更多数据请使用导出。`,
    sum: (column, amount, currency) => `${column} ${amount} ${currency}`.trim(),
    summed: (sums, selected) => [...sums, selected].join(' · '),
    exactly: (shown, full) => `${shown}，精确值 ${full}`,
    marked: (figure, warning) => `${figure}：${warning}`,
    noted: (note) => `备注：${note}`,
    copiedRows: (number) => `已复制 ${rows(number)}`,
    rowsNotRead: '数据加载失败。请重试。',
    copyFailed: '复制失败。请在详情中选中文本后复制。',
  },

  symbolMenu: {
    ticker: '查看行情',
    tickerOf: { futures: '查看合约行情', spot: '查看现货行情' },
    plans: '查看当前计划委托',
    orders: '查看历史委托',
    planHistory: '查看历史计划委托',
    trades: '查看交易记录',
    alertAt: (price) => `价格到 ${price} 时提醒我…`,
    alertAtAverage: {
      averagePrice: '价格到成交均价时提醒我…',
      entryPrice: '价格到开仓均价时提醒我…',
      exitPrice: '价格到平仓均价时提醒我…',
    },
    copyPrice: '复制价格',
    plan: '查看该计划委托',
  },

  status: {
    label: '表格状态',
    loading: '加载中…',
    rows,
    of: (shown, all) => `${count(shown)} / ${rows(all)}`,
    unreadable: (number) => `${rows(number)}数据无法识别`,
  },

  empty: {
    openPlans: '没有当前计划委托',
    openPlansNext: '等待触发的计划委托会显示在这里。',
    openPlansFiltered: '没有符合筛选条件的当前计划委托',
    openPlansFilteredNext: '清除筛选即可查看全部当前计划委托。',
    orders: '没有委托',
    ordersNext: '此账户在交易所没有委托。',
    plans: '没有计划委托',
    plansNext: '此账户在交易所没有计划委托。',
    tickers: '没有合约',
    tickersNext: '交易所返回了空列表。',
    filtered: '没有符合筛选条件的结果',
    filteredNext: '清除筛选即可查看全部。',
    showAll: '显示全部合约和保证金模式',
  },

  detail: {
    outsideFilter: '不符合当前筛选条件',
    title: '详情',
    close: '关闭详情',
    raw: '原始数据',
    copy: (field) => `复制“${field}”`,
    copyRaw: '复制原始数据',
  },

  unreadable: {
    title: '无法识别的数据',
    explained: 'Orderglass 无法识别交易所返回的这些数据，以下为原始内容，其他数据不受影响。',
    close: '关闭',
  },

  changes: {
    title: '变更记录',
    unreadable: '此前收到的数据格式不同，无法比较。',
    found: '补录：下载历史时，交易所遗漏了这一条。',
    failed: '变更记录加载失败。',
  },

  undo: {
    action: '撤销',
    undone: (change) => `已撤销：${change}`,
    dismiss: '关闭',
    columns: '列已恢复默认',
  },

  execution: {
    title: '成交时间',
    whole: (from, to) => `${from} 至 ${to} 之间成交`,
    part: (quantity, price, from, to) => `${quantity} 张，均价 ${price}，${from} 至 ${to} 之间成交`,
    waiting: (time) => `最近一次记录为未成交：${time}`,
    failed: '此委托的成交时间加载失败。',
  },

  named: {
    save: '保存',
    cancel: '取消',
    rename: (name) => `重命名“${name}”`,
    remove: (name) => `删除“${name}”`,
    removed: (name) => `已删除“${name}”`,
    saved: (name) => `已保存“${name}”`,
  },

  views: {
    open: '视图',
    chosen: (name) => `视图：${name}`,
    changed: '已修改',
    title: '已保存视图',
    none: '暂无视图。可将当前筛选和排序保存为视图。',
    readyTitle: '常用视图',
    ready: {
      today: '今日',
      weekLosses: '本周亏损',
      monthFilled: '上月全部成交',
      long: '持仓超过 4 小时',
      failed: '执行失败',
      withoutNote: '没有备注',
    },
    save: '保存为视图',
    saveChanges: '保存修改',
    name: '视图名称',
    namePlaceholder: '例如：本月亏损',
    nameProblems: {
      missing: '请输入视图名称。',
      'too-long': '最多 60 个字符。',
      taken: '该名称已被其他视图使用。',
      'too-many': '最多 200 个视图。请先删除一个。',
    },
  },
};
