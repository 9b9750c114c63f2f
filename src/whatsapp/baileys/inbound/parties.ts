import { isJidBroadcast, isJidGroup, isJidStatusBroadcast, type WAMessageKey } from '@whiskeysockets/baileys';
import type { Identity } from '../../port.ts';
import { plainJid } from '../message-key.ts';

export type Parties = { jid: string; isGroup: boolean; chat: Identity; author: Identity | null };

/** Null when the message is in no chat that the app serves: status, channels, own broadcast lists, no address. */
export function partiesOf(key: WAMessageKey, me: Identity): Parties | null {
  const remote = plainJid(key.remoteJid);
  const fromMe = key.fromMe ?? false;
  if (isJidGroup(remote)) {
    const author = fromMe ? null : identityOf(key.participant, key.participantAlt);
    return { jid: remote, isGroup: true, chat: { pn: null, lid: null }, author };
  }
  const isList = isJidBroadcast(remote) && !isJidStatusBroadcast(remote) && !fromMe;
  const jid = isList ? plainJid(key.participant) : remote;
  // On own messages WhatsApp may put the account's own other address there.
  const alt = isList ? key.participantAlt : isSameAs(me, key.remoteJidAlt) ? null : key.remoteJidAlt;
  const chat = identityOf(jid, alt);
  if (!chat.pn && !chat.lid) return null;
  return { jid, isGroup: false, chat, author: fromMe ? null : chat };
}

export function identityOf(...jids: (string | null | undefined)[]): Identity {
  const plain = jids.map(plainJid);
  return {
    pn: plain.find((jid) => jid.endsWith('@s.whatsapp.net')) ?? null,
    lid: plain.find((jid) => jid.endsWith('@lid')) ?? null,
  };
}

export function isSameAs(who: Identity, jid: string | null | undefined): boolean {
  const plain = plainJid(jid);
  return plain !== '' && (plain === who.pn || plain === who.lid);
}

/** The mapping that Baileys stores: `user` → lid user, and `lid user_reverse` → user. */
export type MappedUser = (id: string) => Promise<string | null>;

export async function complete(identity: Identity, mappedUser: MappedUser): Promise<Identity> {
  const { pn, lid } = identity;
  if (pn && !lid) {
    const user = await mappedUser(userOf(pn));
    return { pn, lid: user ? `${user}@lid` : null };
  }
  if (lid && !pn) {
    const user = await mappedUser(`${userOf(lid)}_reverse`);
    return { pn: user ? `${user}@s.whatsapp.net` : null, lid };
  }
  return identity;
}

export const userOf = (jid: string) => jid.slice(0, jid.indexOf('@'));
