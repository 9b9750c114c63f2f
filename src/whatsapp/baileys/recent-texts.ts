import { createRecent } from '@/kernel/recent.ts';

/** Texts, so that nobody can change a cached value in place; null is a row known to be absent. */
export class RecentTexts {
  private readonly texts;

  constructor(limit: number) {
    this.texts = createRecent<{ text: string | null }>(limit);
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
