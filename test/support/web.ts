import { FetchRefused, type SafeFetch } from '@/core/security/safe-fetch.ts';

export type FakeWeb = {
  pages: Map<string, { mime: string; bytes: Uint8Array; charset?: string }>;
  asked: string[];
  fetch: SafeFetch;
};

export function createFakeWeb(): FakeWeb {
  const web: FakeWeb = {
    pages: new Map(),
    asked: [],
    async fetch(url, { accept, maxBytes, onTooLarge }) {
      web.asked.push(url);
      const page = web.pages.get(url);
      if (!page) throw new FetchRefused('unknown_host');
      if (!accept.test(page.mime)) throw new FetchRefused('wrong_type');
      if (page.bytes.length > maxBytes && onTooLarge === 'refuse') throw new FetchRefused('too_large');
      const { mime, charset = null, bytes } = page;
      return { url, mime, charset, bytes: bytes.subarray(0, maxBytes) };
    },
  };
  return web;
}
