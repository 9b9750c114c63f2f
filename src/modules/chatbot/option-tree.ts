import type { queueOptions } from '@db/tenant/schema/index.ts';
import { mediumOf } from './bot-medium.ts';
import type { BotOption } from './decide/bot.ts';

type Row = typeof queueOptions.$inferSelect;

/** Numbers sort as numbers: 2 before 10. */
export function optionTree(rows: Row[], parentId: number | null = null): BotOption[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .sort((one, other) => byNumber.compare(one.option, other.option) || one.id - other.id)
    .map((row) => ({
      id: row.id,
      option: row.option,
      title: row.title,
      message: row.message,
      media: mediumOf(row),
      options: optionTree(rows, row.id),
    }));
}

const byNumber = new Intl.Collator('pt', { numeric: true });
