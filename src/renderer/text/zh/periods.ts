import type { periods as periodsEn } from '../en/periods.ts';
import { utcFormat } from '../utc-format.ts';

const weekday = utcFormat('zh-CN', { weekday: 'short' });
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const periods: typeof periodsEn = {
  periods: {
    label: '周期',
    day: (day) => `${day} ${weekday(timeOf(day))}`,
    week: (monday) => `${monday} 当周`,
    month: (year, month) => `${year} 年 ${month} 月`,
    monthShort: (month) => `${month} 月`,
    quarter: (year, quarter) => `${year} 年第 ${quarter} 季度`,
    year: (year) => `${year} 年`,
    span: (first, last) => (first === last ? first : `${first} 至 ${last}`),
    all: '全部时间',
    earlier: '上一周期',
    later: '下一周期',
    earlierMonth: '上个月',
    laterMonth: '下个月',
    days: '日期',
    calendar: '日历',
    calendarKeys: '使用方向键在日期之间移动。先在第一天按回车键，再在最后一天按回车键。',
  },
};
