/**
 * The most recently used rows as text, so that nobody can change a cached value in place. `null` is a row
 * known to be absent.
 */
export class RecentTexts {
  private readonly texts = new Map<string, string | null>();

  constructor(private readonly limit: number) {}

  get(name: string): string | null | undefined {
    const text = this.texts.get(name);
    if (text === undefined) return undefined;
    this.texts.delete(name);
    this.texts.set(name, text);
    return text;
  }

  set(name: string, text: string | null): void {
    this.texts.delete(name);
    this.texts.set(name, text);
    if (this.texts.size <= this.limit) return;
    const oldest = this.texts.keys().next();
    if (!oldest.done) this.texts.delete(oldest.value);
  }

  clear(): void {
    this.texts.clear();
  }
}
