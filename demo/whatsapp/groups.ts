import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Network } from './network.ts';
import type { Addressing, Phone } from './phone/phone.ts';
import { node, seconds } from './transport/nodes.ts';

export type GroupOptions = {
  subject: string;
  members: [Phone, ...Phone[]];
  addressing?: Addressing;
};

export class Group {
  readonly jid: string;
  readonly members: Set<Phone>;
  readonly addressing: Addressing;
  picture: string | null = null;
  private readonly owner: Phone;
  private readonly createdAt = seconds();
  subject: string;

  constructor(
    private readonly network: Network,
    options: GroupOptions,
  ) {
    const [owner] = options.members;
    this.owner = owner;
    this.jid = `120363${String(Date.now())}${network.nextId().slice(4)}@g.us`;
    this.subject = options.subject;
    this.members = new Set(options.members);
    this.addressing = options.addressing ?? 'pn';
  }

  addressOf(phone: Phone): { jid: string; other: Record<string, string> } {
    return this.addressing === 'lid'
      ? { jid: phone.lid, other: { participant_pn: phone.jid } }
      : { jid: phone.jid, other: { participant_lid: phone.lid } };
  }

  describe(): BinaryNode {
    const owner = this.addressOf(this.owner).jid;
    const members = [...this.members].map((member) => this.describeMember(member));
    return node(
      'group',
      {
        id: this.jid.split('@')[0],
        subject: this.subject,
        s_o: owner,
        s_t: this.createdAt,
        creation: this.createdAt,
        creator: owner,
        creator_pn: this.owner.jid,
        addressing_mode: this.addressing,
        size: members.length,
      },
      members,
    );
  }

  announceCreation(): void {
    this.notify(this.owner, node('create', { type: 'new' }, [this.describe()]));
  }

  rename(by: Phone, subject: string): void {
    this.subject = subject;
    this.notify(by, node('subject', { subject, s_t: seconds(), s_o: this.addressOf(by).jid }));
  }

  add(by: Phone, phone: Phone): void {
    this.members.add(phone);
    this.notify(by, node('add', {}, [this.describeMember(phone)]));
  }

  remove(by: Phone, phone: Phone): void {
    this.notify(by, node('remove', {}, [this.describeMember(phone)]));
    this.members.delete(phone);
  }

  private describeMember(phone: Phone): BinaryNode {
    const { jid } = this.addressOf(phone);
    const other = this.addressing === 'lid' ? { phone_number: phone.jid } : { lid: phone.lid };
    return node('participant', { jid, ...other, type: phone === this.owner ? 'superadmin' : undefined });
  }

  private notify(by: Phone, change: BinaryNode): void {
    const { jid, other } = this.addressOf(by);
    const id = this.network.nextId();
    const attributes = { id, type: 'w:gp2', from: this.jid, participant: jid, ...other, t: seconds() };
    for (const member of this.members) {
      for (const device of member.devices.values())
        device.deliver(node('notification', attributes, [change]));
    }
  }
}
