import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Scope } from '@/core/scope.ts';
import { nameFrom } from '@/core/text.ts';
import type { Identity } from '@/whatsapp/port.ts';
import { contactById } from '../contacts.queries.ts';
import { mergeContacts } from '../merge/merge-contacts.service.ts';
import { spellingsOf } from '../numbers/contact-number.logic.ts';
import { isBareAddress } from './contact-name.logic.ts';
import { wantPicture } from './contact-picture.outbox.ts';
import { isNamelessGroup, requestSubject } from './group-subject.outbox.ts';
import { leaveOldNumbers, takeNumber } from './number-change.service.ts';

export type ContactRow = typeof contacts.$inferSelect;

export type Party = {
  /** A group's own address is in neither field of `identity`. */
  jid: string;
  identity: Identity;
  isGroup: boolean;
  /** '' when unknown. */
  name: string;
  connectionId: number;
};

/** Finds, creates, completes or merges contacts: a person's two addresses may arrive in any order. */
export async function resolveContact(tx: Scope, received: Party): Promise<ContactRow> {
  const party = { ...received, name: nameFrom(received.name.trim()) };
  const known = addressesOf(party);
  const found = await holdersOf(tx.db, { ids: JSON.stringify(known.map((address) => address.jid)) });
  const identities = found.map(({ identity }) => identity);
  const rows = await takeNumber(tx, party.identity, identities);
  const ids = [...new Set(rows.map((row) => row.contactId))];
  const first =
    ids.length === 1
      ? found.find(({ contact }) => contact.id === ids[0])?.contact
      : await firstContact(tx, party, ids, rows);
  const contact = first ?? (await createContact(tx, party));
  const missing = known.filter((address) => !rows.some((row) => row.jid === address.jid));
  if (missing.length > 0) {
    await tx.db
      .insert(contactIdentities)
      .values(missing.map((address) => ({ ...address, contactId: contact.id })));
  }
  const isNews = ids.length > 1 || missing.some((address) => address.kind === 'pn');
  const isMoved = isNews && (await leaveOldNumbers(tx, contact, party.identity));
  const whole = await complete(tx, contact, party, isMoved);
  const isChecked = await wantPicture(tx, whole, party.connectionId);
  if (isChecked && isNamelessGroup(whole)) await requestSubject(tx, whole.id, party.connectionId);
  return whole;
}

type Address = { jid: string; kind: 'pn' | 'lid' | 'group' };

function addressesOf({ jid, identity, isGroup }: Party): Address[] {
  if (isGroup) return [{ jid, kind: 'group' }];
  const list: Address[] = [];
  if (identity.pn) list.push({ jid: identity.pn, kind: 'pn' });
  if (identity.lid) list.push({ jid: identity.lid, kind: 'lid' });
  if (list.length === 0) list.push({ jid, kind: jid.endsWith('@lid') ? 'lid' : 'pn' });
  return list;
}

async function firstContact(
  tx: Scope,
  party: Party,
  ids: number[],
  rows: (typeof contactIdentities.$inferSelect)[],
): Promise<ContactRow | undefined> {
  if (ids.length > 1) {
    // Keep the one known by its number: agents see and search it.
    const keep = rows.find((row) => row.kind === 'pn')?.contactId ?? ids[0];
    for (const drop of ids) if (keep !== undefined && drop !== keep) await mergeContacts(tx, { keep, drop });
    return keep === undefined ? undefined : findContact(tx, keep);
  }
  const number = numberOf(party);
  return number === '' ? undefined : holderOf(tx, number);
}

async function holderOf(tx: Scope, number: string): Promise<ContactRow | undefined> {
  const rows = await tx.db.query.contacts.findMany({ where: inArray(contacts.number, spellingsOf(number)) });
  return rows.find((row) => row.number === number) ?? rows[0];
}

function findContact(tx: Scope, id: number): Promise<ContactRow | undefined> {
  return contactById(tx.db, { contactId: id });
}

const holdersOf = tenantStatement((db) =>
  db
    .select({ identity: contactIdentities, contact: contacts })
    .from(contactIdentities)
    .innerJoin(contacts, eq(contacts.id, contactIdentities.contactId))
    .where(amongIds(contactIdentities.jid)),
);

async function createContact(tx: Scope, party: Party): Promise<ContactRow> {
  const number = numberOf(party);
  const row = await tx.db
    .insert(contacts)
    .values({
      name: party.name || number || party.jid.replace(/@.*/, ''),
      number,
      isGroup: party.isGroup,
      connectionId: party.connectionId,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning()
    .then(insertedRow);
  tx.emit('contact.created', { contactId: row.id });
  return row;
}

async function complete(tx: Scope, contact: ContactRow, party: Party, isMoved: boolean): Promise<ContactRow> {
  const number = numberOf(party);
  const change: Partial<ContactRow> = {};
  if (number !== '' && number !== contact.number && (contact.number === '' || isMoved)) {
    const holder = await holderOf(tx, number);
    if (holder && holder.id !== contact.id) {
      await mergeContacts(tx, { keep: holder.id, drop: contact.id });
      return holder;
    }
    change.number = number;
  }
  const name = party.name || (isBareAddress(contact.name) ? number : '');
  if (contact.nameIsProvisional && name !== '' && name !== contact.name) change.name = name;
  if (Object.keys(change).length === 0) return contact;
  await tx.db
    .update(contacts)
    .set({ ...change, updatedAt: tx.now() })
    .where(eq(contacts.id, contact.id));
  tx.emit('contact.updated', { contactId: contact.id });
  return { ...contact, ...change };
}

/** Digits with country code, a group's id, or '' while only the hidden address is known. */
function numberOf({ jid, identity, isGroup }: Party): string {
  if (isGroup) return jid.replace(/@.*/, '');
  const pn = identity.pn ?? (jid.endsWith('@lid') ? null : jid);
  return pn?.replace(/@.*/, '') ?? '';
}
