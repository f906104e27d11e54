import type { LostRecords } from '../../../shared/contract/history.ts';
import { lostKinds } from '../../../shared/orders/history.ts';
import type { history as historyEn } from '../en/history.ts';
import { countText as count } from '../number-form.ts';
import { orders, plans, rows, trades } from './counted.ts';

const exported = (number: number, list: string): string => {
  if (list === 'trades') return trades(number);
  return list === 'plan-history' ? plans(number) : orders(number);
};

const lostParts = (lost: LostRecords): string[] => {
  const words = {
    changes: '条历史版本',
    unreadable: '条无法识别的数据',
    'plan-lives': '条计划委托本机记录',
    sync: '条同步记录',
  } as const;
  return lostKinds.flatMap((kind) => (lost[kind] === 0 ? [] : `${count(lost[kind])} ${words[kind]}`));
};

export const history: typeof historyEn = {
  history: {
    complete: '已完整',
    completeOf: (oldest) => `包含交易所仍列出的全部记录，最早为 ${oldest}。`,
    verified: (when) => `${when} 核对`,
    verify: '立即全部核对',
    verifying: (percent) => `正在核对 ${percent}%`,
    found: (number, from, to) => `补录 ${rows(number)}（${from === to ? from : `${from} 至 ${to}`}）`,
    foundExplained: '下载历史时，交易所遗漏了这些记录；核对时已发现并补录。',
    damaged: (number, from, to) => `磁盘上有 ${rows(number)}损坏（${from === to ? from : `${from} 至 ${to}`}）`,
    damagedExplained: '这些记录与校验值不符，正在用交易所的数据替换。',
    lost: (lost) => `磁盘上已损坏：${lostParts(lost).join('、')}`,
    lostExplained: '这些内容与校验值不符，不再使用。交易所仍有的数据会重新下载。',
    dismissFound: '知道了',
    oddities: (number) =>
      `交易所有 ${count(number)} 次返回了重复、缺失或互相矛盾的记录。没有遗漏；同一委托有两种状态时，保留较新的状态。`,
    readable: '可识别的数据均已下载',
    notIncluded: (number) => `本地存档中有 ${count(number)} 条数据无法识别，未计入。`,
    sharedIds: (number) =>
      `${count(number)} 个委托号对应多笔不同的委托（分属逐仓和全仓，或分属两个合约），均已保留并计入。逐仓和全仓中同号的两笔共用备注。`,
    oneMode: '交易所对逐仓和全仓返回相同的记录，因此只计一次。',
    backTo: (day) => `最早至 ${day}`,
    partly: '不完整',
    gaps: (number) => `${count(number)} 处缺失`,
    blocked: '更早的记录无法获取',
    blockedExplained:
      '交易所返回的更早记录缺少委托号，或已删除用于继续查询的记录，因此无法获取更早的委托。已下载的委托均已保留。',
    coverage: '本地存档',
    coverageExplained:
      '数据保存在本机。“完整”表示本地存档包含交易所仍列出的全部记录；交易所保留旧记录多久未知。程序约每天一次在后台将全部记录与交易所重新核对。',
    marginMode: '保证金模式',
    rows: '条数',
    oldest: '最早',
    newest: '最新',
    past: '覆盖范围',
    gap: (from, to) => `缺少 ${from} 至 ${to} 的数据`,
    gapOf: (mode, gap) => `${mode}：${gap}`,
    hurry: '立即下载缺失的数据',
    hurrying: '正在优先下载缺失的数据',
    firstDownloadBegins: '正在下载历史委托…',
    firstDownload: (progress) => `正在下载历史委托：${progress}`,
    percent: (percent) => `${percent}%`,
    phases: {
      head: '正在检查新委托',
      backfill: '正在下载历史委托',
      refresh: '正在更新未完成的委托',
    },
    paused: '同步已暂停',
    asOf: (time) => `截至 ${time}`,
    rate: (number) => `${count(number)} 条/秒`,
    left: {
      seconds: (seconds) => `剩余 ${count(seconds)} 秒`,
      minutes: (minutes) => `剩余 ${count(minutes)} 分钟`,
      hours: (hours) => `剩余 ${count(hours)} 小时`,
    },
    pause: '暂停',
    resume: '继续',
    stop: '停止',
    readOn: '继续同步',
    noneFits: '没有符合筛选条件的委托',
    noPlansFit: '没有符合筛选条件的计划委托',
    noneFitsNext: '已搜索交易所仍列出的全部记录。',
    noneFitsYet: '已下载的委托中没有符合条件的，更早的委托尚未下载。',
    clearFilter: '清除筛选',
    notRead: '尚未下载任何委托',
    notReadNext: '委托从交易所下载后会显示在这里。',
    ofArchive: (time) => `当前显示本地存档，最近同步于 ${time}。`,
    neverChecked: '当前显示本地存档。',
    missing: (past) => `本地存档不完整${past === null ? '' : `：${past}`}。`,
  },

  summary: {
    label: '列表合计',
    orders,
    plans,
    filled: (number) => `${count(number)} 笔已成交`,
    executed: (number) => `${count(number)} 笔已执行`,
    canceled: (number) => `${count(number)} 笔已撤`,
    failed: (number) => `${count(number)} 笔执行失败`,
    others: (number) => `其他 ${count(number)} 笔`,
    unknownPnl: (number) => `${count(number)} 笔盈亏未知`,
    unknownPnlExplained: '交易所未返回部分委托的盈亏，这些委托可能已平仓。合计不含其盈亏。',
    wins: (number) => `${count(number)} 笔盈利`,
    losses: (number) => `${count(number)} 笔亏损`,
    winRate: (rate) => `胜率 ${rate}%`,
    average: '平均',
    best: '最高',
    worst: '最低',
    more: (number) => `另有 ${count(number)} 种计价币`,
    basis: '未扣手续费，按委托创建时间',
    basisExplained:
      '交易所不提供手续费和成交时间：盈亏未扣手续费，并计入委托创建当日。平均值和胜率只计算有盈利或亏损的委托。',
    failedToAdd: '合计加载失败。',
  },

  export: {
    open: '导出',
    title: (screen) => `导出：${screen}`,
    rows: '范围',
    rowsShown: (number) => `筛选结果（${count(number)}）`,
    rowsAll: (number) => `全部（${count(number)}）`,
    columns: '列',
    columnsShown: (number) => `当前显示（${count(number)}）`,
    columnsAll: (list) => (list === 'trades' ? '全部字段和备注' : '全部字段、备注及原始数据'),
    format: '格式',
    formats: { csv: 'CSV', xlsx: 'XLSX', parquet: 'Parquet', jsonl: 'JSON Lines' },
    decimalSign: '小数点',
    decimalSigns: { point: '点号', comma: '逗号' },
    separator: '分隔符',
    separators: { comma: '逗号', semicolon: '分号', tab: '制表符' },
    byteOrderMark: '添加 BOM（便于 Excel 识别 UTF-8）',
    explained: {
      csv: '以逗号为小数点的电子表格会把 51.512 读成 51512；电子表格会舍入超过 15 位的委托号和数字，pandas 也会舍入数字，请按文本读取以保留全部位数。',
      'csv-comma':
        '以逗号为小数点的电子表格把数字读作数值，pandas 需加 sep=";" 和 decimal=","；两者都会舍入超过 15 位的数字。',
      xlsx: '电子表格可直接计算 15 位以内的数字，更长的数字和委托号以文本保存；pandas 会把它们读成数值，除非加 dtype=str。',
      parquet:
        'pandas 和 DuckDB 把每个数字读作精确文本，旁边以“_double”结尾的列是舍入后的数值；电子表格打不开 Parquet。',
      jsonl:
        '每行一个 JSON 对象，数字为精确文本；pandas 会把它们变成舍入后的数值，除非加 dtype=False 和 convert_dates=False；电子表格打不开此格式。',
    },
    times: {
      csv: (zone) => `时间按 ${zone} 写入，并附时差。`,
      xlsx: (zone) => `时间为 ${zone} 的日期单元格。`,
      parquet: () => '时间为 UTC 时间戳。',
      jsonl: (zone) => `时间按 ${zone} 写入，并附时差。`,
    },
    missing: (sentence) => `仅导出已下载的数据。${sentence}`,
    start: (number, list) => `导出 ${exported(number, list)}`,
    gettingReady: '正在准备…',
    progressLabel: '导出进度',
    progress: (done, total) => `已写入 ${count(done)} / ${rows(total)}`,
    cancel: '取消',
    written: (number, list) => `已导出 ${exported(number, list)}到`,
    downloaded: (number, list) => `已通过浏览器下载 ${exported(number, list)}，文件名`,
    size: (bytes) =>
      bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${count(Math.round(bytes / 100_000) / 10)} MB`,
    notWritten: {
      what: '无法写入文件。',
      next: '请检查磁盘空间和文件夹权限，并确认没有其他程序正在使用该文件。',
    },
    nothingLeft: '未生成新文件，原有的同名文件未被改动。',
    again: '再次导出',
    close: '关闭',
  },
};
