import type { BaileysEventMap, GroupMetadata, GroupParticipant } from '@whiskeysockets/baileys';
import { createRecent } from '@/core/bounded-cache.ts';
import type { Identity } from '../../port.ts';
import { isSameAs } from '../inbound/parties.ts';
import { plainJid } from '../message-key.ts';

const LIMIT = 2_000;
/** A group may have 1,024 members. */
const MEMBER_BYTES = 200;
const MAX_BYTES = 4_194_304;

/** Without this cache Baileys asks the server for the members at every message sent to a group. */
export class Groups {
  private readonly known = createRecent<GroupMetadata>({
    entries: LIMIT,
    bytes: { most: MAX_BYTES, of: ({ participants }) => participants.length * MEMBER_BYTES },
  });

  constructor(private readonly onSubject: (group: { jid: string; subject: string }) => void) {}

  get(jid: string): GroupMetadata | undefined {
    return this.known.get(jid);
  }

  put(group: GroupMetadata): void {
    const jid = plainJid(group.id);
    const before = this.known.get(jid)?.subject;
    this.known.set(jid, group);
    if (group.subject && group.subject !== before) this.onSubject({ jid, subject: group.subject });
  }

  update({ id, ...changes }: Partial<GroupMetadata>): void {
    if (!id) return;
    const group = this.known.get(plainJid(id));
    if (group) this.put({ ...group, ...changes, id });
    else if (changes.subject) this.onSubject({ jid: plainJid(id), subject: changes.subject });
  }

  changeMembers({ id, participants, action }: BaileysEventMap['group-participants.update']): void {
    const jid = plainJid(id);
    const group = this.known.get(jid);
    if (!group) return;
    const named = new Set(participants.map((member) => plainJid(member.id)));
    const others = group.participants.filter((member) => !named.has(plainJid(member.id)));
    switch (action) {
      case 'add':
        this.known.set(jid, { ...group, participants: [...others, ...participants] });
        return;
      case 'remove':
        this.known.set(jid, { ...group, participants: others });
        return;
      case 'modify':
        this.known.delete(jid);
        return;
      case 'promote':
      case 'demote':
        this.known.set(jid, { ...group, participants: group.participants.map(withRights) });
        return;
    }

    function withRights(member: GroupParticipant): GroupParticipant {
      if (!named.has(plainJid(member.id))) return member;
      return { ...member, admin: action === 'promote' ? 'admin' : null };
    }
  }
}

export function isMemberOf({ participants }: GroupMetadata, who: Identity): boolean {
  return participants.some((member) => isParticipant(member, who));
}

export function isAdminOf({ participants }: GroupMetadata, who: Identity): boolean {
  return participants.some((member) => member.admin != null && isParticipant(member, who));
}

function isParticipant({ id, lid, phoneNumber }: GroupParticipant, who: Identity): boolean {
  return [id, lid, phoneNumber].some((jid) => isSameAs(who, jid));
}
