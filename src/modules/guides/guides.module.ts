import { defineModule } from '@/core/module.ts';
import { guidePages } from './guides.pages.tsx';
import { createGuideTexts } from './guides.state.ts';

export const guides = defineModule<{ services: 'guideTexts' }>({
  name: 'guides',
  pages: guidePages,
  services: { guideTexts: () => createGuideTexts() },
});
