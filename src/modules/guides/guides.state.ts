import { join } from 'node:path';
import type { Locale } from '@/core/i18n.ts';
import { parseGuide, type SearchableGuide, toSearchable } from './guide-text.logic.ts';
import type { Guide } from './guides.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    guideTexts: GuideTexts;
  }
}

export type GuideFile = Guide | 'whats-new';
export type GuideTexts = { read(locale: Locale, file: GuideFile): Promise<SearchableGuide> };

const FOLDER = join(import.meta.dir, '../../../docs/guide');

/** Each file is read once: they change with the code. */
export function createGuideTexts(folder = FOLDER): GuideTexts {
  const known: Record<string, Promise<SearchableGuide>> = {};
  return {
    read(locale, file) {
      const path = join(folder, locale, `${file}.md`);
      known[path] ??= readGuide(path);
      return known[path];
    },
  };
}

async function readGuide(path: string): Promise<SearchableGuide> {
  const guide = parseGuide(await Bun.file(path).text());
  return { ...guide, sections: guide.sections.map(toSearchable) };
}
