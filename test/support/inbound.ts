import { connections } from '@db/tenant/schema/index.ts';
import type { Identity, InboundContent, InboundMedia, InboundMessage } from '@/whatsapp/port.ts';
import type { TestApp } from './deps.ts';

export const MARIA: Identity = { pn: '5511988887777@s.whatsapp.net', lid: '240000000000001@lid' };
export const JOAO: Identity = { pn: '5521977776666@s.whatsapp.net', lid: null };
export const FAMILY = '120363000000000001@g.us';

let counter = 0;

export function inbound(
  options: Partial<InboundMessage> & { from?: Identity; text?: string } = {},
): InboundMessage {
  counter += 1;
  const { from = MARIA, text = `mensagem ${counter}`, ...rest } = options;
  const fromMe = rest.fromMe ?? false;
  return {
    id: `WID${counter}`,
    chat: { isGroup: false, jid: from.pn ?? from.lid ?? '', identity: from },
    author: fromMe ? null : from,
    fromMe,
    pushName: fromMe ? null : '',
    timestamp: Date.parse('2026-03-10T14:59:00Z'),
    content: { type: 'text', text },
    quoted: null,
    isForwarded: false,
    album: null,
    ack: null,
    offline: false,
    raw: Buffer.from(`raw ${counter}`).toString('base64'),
    ...rest,
  };
}

export function inGroup(
  options: Partial<InboundMessage> & { from?: Identity; text?: string } = {},
): InboundMessage {
  return inbound({ chat: { isGroup: true, jid: FAMILY, identity: { pn: null, lid: null } }, ...options });
}

export function media(options: Partial<InboundMedia> = {}): InboundContent {
  return {
    type: 'media',
    caption: '',
    media: {
      kind: 'image',
      mime: 'image/jpeg',
      fileName: null,
      size: 3,
      seconds: null,
      waveform: null,
      thumbnail: null,
      ticket: '{"key":"secret"}',
      ...options,
    },
  };
}

export async function addConnection(
  testApp: TestApp,
  {
    company = 'aurora' as 'aurora' | 'boreal',
    name = 'Loja',
    status = 'CONNECTED' as 'CONNECTED' | 'OPENING' | 'DISCONNECTED',
  } = {},
): Promise<number> {
  const scope = await testApp.systemScope(company);
  const [row] = await scope.write((tx) =>
    tx.db.insert(connections).values({ name, status }).returning({ id: connections.id }),
  );
  const connectionId = row?.id ?? 0;
  if (status === 'CONNECTED') testApp.whatsapp.become({ companyId: scope.companyId, connectionId });
  return connectionId;
}
