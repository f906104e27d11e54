import { maxNoteLength } from '../../../shared/notes.ts';
import type { notes as notesEn } from '../en/notes.ts';
import { countText as count } from '../number-form.ts';

export const notes: typeof notesEn = {
  notes: {
    title: '备注',
    placeholder: '添加备注，可用 #标签 归类',
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
  },
};
