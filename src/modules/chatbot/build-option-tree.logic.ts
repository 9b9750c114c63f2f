import { byNumber, type OptionRow } from '@/modules/queues/options/queue-options.queries.ts';
import { mediumOf } from './bot-medium.logic.ts';
import type { BotOption } from './decide/bot.logic.ts';

export function optionTree(rows: OptionRow[], parentId: number | null = null): BotOption[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .sort(byNumber)
    .map((row) => ({
      id: row.id,
      option: row.option,
      title: row.title,
      message: row.message,
      media: mediumOf(row),
      options: optionTree(rows, row.id),
    }));
}
