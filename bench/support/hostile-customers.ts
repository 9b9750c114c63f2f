import sharp from 'sharp';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { Firm } from './firm.ts';

export type HostileWeb = { port: number; asked(): number; stop(): void };

export async function hostileWeb(): Promise<HostileWeb> {
  const picture = await sharp({ create: { width: 6_300, height: 6_300, channels: 3, background: '#1F7A1F' } })
    .jpeg({ progressive: true })
    .toBuffer();
  let asked = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      asked += 1;
      if (new URL(request.url).pathname.endsWith('.jpg')) {
        return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/jpeg' } });
      }
      const head = `<title>a</title><meta property="og:image" content="${request.url}.jpg">`;
      return new Response(head, { headers: { 'Content-Type': 'text/html' } });
    },
  });
  return { port: server.port ?? 0, asked: () => asked, stop: () => void server.stop(true) };
}

const MB = 1024 * 1024;

export function hostileCustomers(
  { owner, customer, ticketId, call }: Firm,
  web: HostileWeb,
): Record<string, (seconds: number) => Promise<void>> {
  let links = 0;
  const forSeconds = async (seconds: number, pauseMs: number, work: () => Promise<unknown>) => {
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      await work();
      await Bun.sleep(pauseMs);
    }
  };
  const check = async () => {
    await call('GET', '/tickets?status=open&showAll=true');
    await call('GET', '/contacts');
    return call<{ messages: MessageView[] }>('GET', `/messages/${ticketId}?peek=true`);
  };
  return {
    'links with pictures of 39.7 megapixels': (seconds) =>
      forSeconds(seconds, 3_000, async () => {
        for (let n = 0; n < 24; n += 1) {
          links += 1;
          await customer.send(owner, { text: `http://loja.test:${web.port}/${links}` });
        }
      }),
    'cards of 1 MB, sent on by an agent': (seconds) =>
      forSeconds(seconds, 1_000, async () => {
        const vcard = 'BEGIN:VCARD\n'.repeat(MB / 12);
        await customer.send(owner, {
          contacts: { displayName: 'Zé', contacts: [{ displayName: 'Zé', vcard }] },
        });
        const { messages } = await check();
        const card = messages.findLast(({ mediaType }) => mediaType === 'contactMessage');
        if (card?.contactId)
          await call('POST', '/message/forward', { messageId: card.id, contactId: card.contactId }).catch(
            () => undefined,
          );
      }),
    'texts of 4 MB': (seconds) =>
      forSeconds(seconds, 1_000, async () => {
        await customer.send(owner, { text: '*a* http://x '.repeat((4 * MB) / 13) });
        await check();
      }),
    'a name of 1 MB': async (seconds) => {
      const { name } = customer;
      customer.name = 'x'.repeat(MB);
      await forSeconds(seconds, 500, async () => {
        await customer.send(owner, { text: 'oi' });
        await check();
      });
      customer.name = name;
    },
  };
}
