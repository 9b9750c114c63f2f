import { linkPreviews, messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { FetchRequest, SafeFetch } from '@/core/security/safe-fetch.ts';
import { renderSmall } from '@/core/storage/pictures.ts';
import { findLink } from './link-in-text.logic.ts';
import { type PageHead, readPageHead } from './page-head.logic.ts';

declare module '@/core/scope.ts' {
  interface Services {
    safeFetch: SafeFetch;
  }
}

const PAGE: FetchRequest = {
  accept: /^(text\/html|application\/xhtml\+xml)$/,
  maxBytes: 512_000,
  onTooLarge: 'cut',
};
const PICTURE: FetchRequest = { accept: /^image\//, maxBytes: 5_000_000, onTooLarge: 'refuse' };
const LARGEST_SIDE = 480;
const QUEUES = 4;

export async function wantPreview(
  tx: Scope,
  message: { id: number; body: string; mediaType: string },
): Promise<void> {
  if (message.mediaType !== 'conversation' && message.mediaType !== 'extendedTextMessage') return;
  const url = findLink(message.body);
  if (url === null) return;
  const known = await tx.db.query.linkPreviews.findFirst({ where: eq(linkPreviews.url, url) });
  if (known) return known.isEmpty ? undefined : show(tx, message.id, url);
  // One queue key per address: a second request finds what the first has fetched.
  const queueKey = `link:${Bun.hash.crc32(url) % QUEUES}`;
  await tx.kernel.outbox.add(tx, queueKey, 'link.preview', { messageId: message.id, url });
}

export const fetchLinkPreview: OutboxHandler<'link.preview'> = {
  mayKill: true,
  async run(scope, { payload }) {
    const { messageId, url } = payload;
    const known = await scope.db.query.linkPreviews.findFirst({ where: eq(linkPreviews.url, url) });
    if (known) return async (tx) => (known.isEmpty ? undefined : publish(tx, messageId, url));
    const preview = await fetchPreview(scope, url);
    return async (tx) => {
      await tx.db.insert(linkPreviews).values({ url, ...preview, fetchedAt: tx.now() });
      if (!preview.isEmpty) await publish(tx, messageId, url);
    };
  },
  async park() {},
};

type Preview = Omit<PageHead, 'image'> & { imagePath: string; isEmpty: boolean };
const NOTHING: Preview = { title: '', description: '', siteName: '', imagePath: '', isEmpty: true };

async function fetchPreview(scope: Scope, url: string): Promise<Preview> {
  const { safeFetch } = scope.kernel.services;
  const page = await safeFetch(url, PAGE).catch(() => undefined);
  if (!page) return NOTHING;
  const { image, ...head } = await readPageHead(page.bytes, page.charset);
  if (head.title === '') return NOTHING;
  const siteName = head.siteName || new URL(page.url).hostname.replace(/^www\./, '');
  return { ...head, siteName, imagePath: await copyPicture(scope, image, page.url), isEmpty: false };
}

/** Re-encoded: no bytes of the foreign original are stored. '' when there is none. */
async function copyPicture(scope: Scope, address: string, base: string): Promise<string> {
  const url = address && URL.parse(address, base);
  if (!url) return '';
  try {
    const { bytes } = await scope.kernel.services.safeFetch(url.href, PICTURE);
    const size = { width: LARGEST_SIDE, height: LARGEST_SIDE } as const;
    const small = await renderSmall(bytes, { ...size, fit: 'inside', quality: 75 });
    return (await scope.kernel.storage.save(scope.companyId, small.bytes, 'jpg')).key;
  } catch (error) {
    scope.log.debug({ err: error }, 'a linked picture could not be shown');
    return '';
  }
}

async function publish(tx: Scope, messageId: number, url: string): Promise<void> {
  await show(tx, messageId, url);
  const message = await tx.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
  if (message) tx.emit('message.updated', { messageId, ticketId: message.ticketId });
}

async function show(tx: Scope, messageId: number, url: string): Promise<void> {
  await tx.db.update(messages).set({ linkUrl: url }).where(eq(messages.id, messageId));
}
