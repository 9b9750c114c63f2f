import { z } from 'zod';

/** In the order of a reader's interest; each is a file in docs/guide/<language>. */
export const GUIDES = ['agent', 'owner', 'reseller', 'operator'] as const;
export const Guide = z.enum(GUIDES);
export type Guide = z.infer<typeof Guide>;

const MAX_SEARCH = 100;

export const GuideSearch = z.strictObject({ q: z.string().trim().max(MAX_SEARCH).catch('').default('') });

export const guidePaths = {
  home: () => '/ajuda',
  guide: (guide: Guide, section?: string) => `/ajuda/${guide}${section ? `#${section}` : ''}`,
  whatsNew: () => '/ajuda/novidades',
  picture: (name: string) => `/guide-pictures/${name}`,
} as const;
