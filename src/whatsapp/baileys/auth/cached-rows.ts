import { createRecent } from '@/core/bounded-cache.ts';

const MAX_BYTES = 2_097_152;

/** Strings, so that a cached value cannot be changed in place; null is a row known to be absent. */
export class RecentTexts {
  private readonly texts;

  constructor(limit: number) {
    this.texts = createRecent<{ text: string | null }>({
      entries: limit,
      bytes: { most: MAX_BYTES, of: ({ text }) => text?.length ?? 0 },
    });
  }

  get(name: string): string | null | undefined {
    return this.texts.get(name)?.text;
  }

  set(name: string, text: string | null): void {
    this.texts.set(name, { text });
  }

  clear(): void {
    this.texts.clear();
  }
}
