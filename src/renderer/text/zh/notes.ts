import { maxNoteLength } from '../../../shared/orders/notes.ts';
import type { notes as notesEn } from '../en/notes.ts';
import { countText as count } from '../number-form.ts';

export const notes: typeof notesEn = {
  notes: {
    title: '备注',
    write: '备注…',
    placeholder: '备注，#标签',
    tags: '标签',
    mostUsed: (number) => `标签（最常用的 ${count(number)} 个）`,
    noted: { only: '有备注', none: '无备注' },
    typing: '离开输入框时自动保存',
    saving: '正在保存…',
    saved: '已保存在本机',
    removed: '备注已删除',
    tooLong: (length) => `${count(length)} / ${count(maxNoteLength)} 个字符。请缩短备注后再保存。`,
    failed: '无法保存备注，输入的内容仍在此处。',
    retry: '重试',
    changedElsewhere: '这条备注已被改动，现在的内容是：',
    removedElsewhere: '这条备注已被删除。',
    saveMine: '保存我的内容',
    discardMine: '放弃我的内容',
    inFile: '包含备注',
    inFileExplained: '文件将包含所有账户的备注。拿到文件的人都能看到备注和账户名称。',
    notRead: '无法读取备注，未导出任何内容。',
    importOf: (number, account) => `${account} 的 ${count(number)} 条备注`,
    importInto: (account) => `接收 ${account} 备注的账户`,
    importNot: '不导入',
    importOnly: (file) => `${file} 中的设置与当前设置相同，另有备注：`,
    importExplained: '已有其他备注的记录保持不变。',
    imported: (added, kept) =>
      kept === 0
        ? `已导入 ${count(added)} 条备注`
        : `已导入 ${count(added)} 条备注，${count(kept)} 条因记录已有其他备注而跳过`,
    notImported: '部分备注无法导入。',
    removal: {
      question: (number) => `存档中有 ${count(number)} 条备注，如何处理？`,
      choices: { save: '先保存到文件', delete: '删除' },
      save: '保存备注',
      notCounted: '无法读取存档中的备注，备注将随存档一起删除。',
      saved: (file) => `请确认 ${file} 已保存，再删除账户。以后可在设置中导入。`,
    },
    inEachTag: (_kind, more) =>
      `有多个标签的记录会计入每个标签。${more > 0 ? `另有 ${count(more)} 个标签，见表格。` : ''}`,
  },
};
