import { jidNormalizedUser, type WAMessageKey } from '@whiskeysockets/baileys';

/** Without device, hosted addresses under their plain server; '' when there is none. */
export function plainJid(jid: string | null | undefined): string {
  const normal = jidNormalizedUser(jid ?? undefined);
  return normal.replace(/@hosted\.lid$/, '@lid').replace(/@hosted$/, '@s.whatsapp.net');
}

export const messageKeyText = (key: WAMessageKey) =>
  [plainJid(key.remoteJid), plainJid(key.participant), key.fromMe ? 'out' : 'in', key.id ?? ''].join('|');
