import type { Locale } from '@/core/i18n.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { type Excerpt, findIn, type SearchableGuide, termsOf } from './guide-text.logic.ts';
import { canReadGuide } from './guides.policy.ts';
import { GUIDES, type Guide } from './guides.schema.ts';

export type KnownGuide = { guide: Guide } & SearchableGuide;
export type GuideHit = { guide: Guide; guideTitle: string; id: string; title: string; excerpt: Excerpt };

const MAX_HITS = 30;

export async function getGuide(scope: Scope, locale: Locale, guide: Guide): Promise<KnownGuide> {
  requireCan(scope, canReadGuide, guide);
  return { guide, ...(await scope.kernel.services.guideTexts.read(locale, guide)) };
}

export function getWhatsNew({ kernel }: Scope, locale: Locale): Promise<SearchableGuide> {
  return kernel.services.guideTexts.read(locale, 'whats-new');
}

export function listGuides(scope: Scope, locale: Locale): Promise<KnownGuide[]> {
  const readable = GUIDES.filter((guide) => canReadGuide(scope.actor, guide));
  return Promise.all(readable.map((guide) => getGuide(scope, locale, guide)));
}

/** Sections whose heading matches come first. */
export async function searchGuides(scope: Scope, locale: Locale, query: string): Promise<GuideHit[]> {
  const terms = termsOf(query);
  const guides = await listGuides(scope, locale);
  const hits = guides.flatMap(({ guide, title: guideTitle, sections }) =>
    sections.flatMap((section) => {
      const found = findIn(section, terms);
      return found ? { ...found, guide, guideTitle, id: section.id, title: section.title } : [];
    }),
  );
  return hits.sort((a, b) => Number(b.inTitle) - Number(a.inTitle)).slice(0, MAX_HITS);
}
