import type { tables as tablesEn } from '../en/tables.ts';
import { countText as count } from '../number-groups.ts';
import { rows } from './counted.ts';

export const tables: typeof tablesEn = {
  table: {
    label: (screen, account) => `${screen}，${account}`,
    resize: (column) => `“${column}”的列宽`,
    copied: (text) => `已复制 ${text}`,
    sortPlace: (place) => `第 ${place} 排序列`,
    selected: (number) => `已选 ${rows(number)}：按 Ctrl+C 复制`,
    selectedAtMost: (number) => `已选 ${rows(number)}，已达可复制的上限。导出可取得全部。`,
    marked: (figure, warning) => `${figure}：${warning}`,
    copiedRows: (number) => `已复制 ${rows(number)}`,
    rowsNotRead: '无法读取这些行。请重试。',
    copyFailed: '剪贴板拒绝了文本。请在详情中选中并复制。',
  },

  status: {
    label: '表格状态',
    rows,
    of: (shown, all) => `${count(shown)} / ${rows(all)}`,
    unreadable: (number) => `${rows(number)}无法读取`,
  },

  empty: {
    openPlans: '没有当前计划委托',
    openPlansNext: '等待触发的计划委托会显示在这里。',
    orders: '没有委托',
    ordersNext: '交易所没有此账户的委托。',
    plans: '没有计划委托',
    plansNext: '交易所没有此账户的计划委托。',
    tickers: '没有交易对',
    tickersNext: '交易所返回了空列表。',
    filtered: '没有符合筛选条件的交易对',
    filteredNext: '清除筛选即可查看全部。',
    showAll: '显示全部交易对和模式',
  },

  detail: {
    title: '详情',
    close: '关闭详情',
    raw: '原始数据',
    copy: (field) => `复制${field}`,
    copyRaw: '复制原始数据',
  },

  unreadable: {
    title: '无法读取的行',
    explained: '交易所发来的这些行，其形式 Orderglass 无法理解。这里按收到的原样显示；其他行不受影响。',
    close: '关闭',
  },

  changes: {
    title: '变更记录',
    unreadable: '此行先前以另一种形式收到过。',
    failed: '无法读取变更记录。',
  },

  named: {
    save: '保存',
    cancel: '取消',
    rename: (name) => `重命名 ${name}`,
    remove: (name) => `删除 ${name}`,
    removed: (name) => `已删除 ${name}`,
    saved: (name) => `已保存 ${name}`,
  },

  views: {
    open: '视图',
    chosen: (name) => `视图：${name}`,
    changed: '已改动',
    title: '已存视图',
    none: '视图以一个名称保存筛选条件和排序。',
    save: '存为视图',
    saveChanges: '保存改动',
    name: '视图名称',
    namePlaceholder: '例如：本月亏损',
    nameProblems: {
      missing: '请输入视图名称。',
      'too-long': '最多 60 个字符。',
      taken: '另一个视图已使用此名称。',
      'too-many': '已有 200 个视图。请先删除一个。',
    },
  },
};
