import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { asc, inArray } from 'drizzle-orm';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { replaceFields } from './contact-fields.ts';
import { spellingsOf, toDigits } from './contact-number.ts';
import { wantPicture } from './contact-picture.ts';
import { canChangeContacts, canReadContacts } from './contacts.policy.ts';
import { type ContactRow, getContact } from './contacts.queries.ts';
import type { ContactInput } from './contacts.schema.ts';
import type { ContactDetail } from './contacts.views.ts';
import { type Checked, checkNumbers } from './number-checks.ts';

/**
 * What came of adding somebody: made (`checked` says whether WhatsApp could be asked), known already, or not on
 * WhatsApp and therefore not stored.
 */
export type Added =
  | { kind: 'created'; contact: ContactDetail; checked: boolean }
  | { kind: 'exists'; contact: ContactDetail }
  | { kind: 'invalid' };

/**
 * Somebody puts a person into the address book. The number is asked for on WhatsApp, whose own spelling of it
 * counts (Brazil's ninth digit); while no connection is up it is stored as typed. Throws ERR_WAPP_CHECK_CONTACT.
 */
export async function addContact(scope: Scope, input: ContactInput): Promise<Added> {
  requireCan(scope, canChangeContacts);
  const digits = toDigits(input.number);
  const checked = (await checkNumbers(scope, [digits])).get(digits);
  if (checked === null) return { kind: 'invalid' };
  return scope.write(async (tx) => {
    const known = await findByNumber(tx, digits, checked);
    if (known) return { kind: 'exists', contact: await getContact(tx, known.id) };
    const { name, email = '', extraInfo } = input;
    const id = await insertContact(tx, { name, email, ...placeOf(digits, checked) });
    if (extraInfo) await replaceFields(tx, id, extraInfo);
    if (checked) await wantPicture(tx, { id, pictureCheckedAt: null }, null);
    tx.emit('contact.created', { contactId: id });
    return { kind: 'created', contact: await getContact(tx, id), checked: checked !== undefined };
  });
}

/** Who has this number as somebody typed it; nobody is asked. */
export async function findContactByNumber(scope: Scope, number: string): Promise<ContactDetail | undefined> {
  requireCan(scope, canReadContacts);
  const known = await findByNumber(scope, toDigits(number), undefined);
  return known && getContact(scope, known.id);
}

/** Who has this number already, under WhatsApp's address for it or in any spelling. */
export async function findByNumber(
  tx: Scope,
  digits: string,
  checked: Checked | undefined,
): Promise<ContactRow | undefined> {
  const { number, jids } = placeOf(digits, checked);
  const identity = await tx.db.query.contactIdentities.findFirst({
    where: inArray(contactIdentities.jid, [
      ...jids,
      ...(checked ? [] : spellingsOf(digits).map((one) => `${one}@s.whatsapp.net`)),
    ]),
  });
  if (identity) return tx.db.query.contacts.findFirst({ where: (t, { eq }) => eq(t.id, identity.contactId) });
  return tx.db.query.contacts.findFirst({
    where: inArray(contacts.number, [...new Set([number, ...spellingsOf(digits)])]),
    orderBy: asc(contacts.id),
  });
}

type NewContact = { name: string; email: string; number: string; jids: string[]; isProvisional?: boolean };

/** The row and its addresses; whoever calls has looked whether the number is free. */
export async function insertContact(
  tx: Scope,
  { name, email, number, jids, isProvisional = false }: NewContact,
): Promise<number> {
  const [row] = await tx.db
    .insert(contacts)
    .values({
      name,
      email,
      number,
      nameIsProvisional: isProvisional,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning({ id: contacts.id });
  if (!row) throw new Error('a contact was not stored');
  await insertAddresses(tx, row.id, jids);
  return row.id;
}

export async function insertAddresses(tx: Scope, contactId: number, jids: string[]): Promise<void> {
  if (jids.length === 0) return;
  const kindOf = (jid: string) => (jid.endsWith('@lid') ? ('lid' as const) : ('pn' as const));
  await tx.db.insert(contactIdentities).values(jids.map((jid) => ({ jid, kind: kindOf(jid), contactId })));
}

/** The number to store, and the addresses that are certain. */
export function placeOf(digits: string, checked: Checked | undefined): { number: string; jids: string[] } {
  if (!checked) return { number: digits, jids: [] };
  return {
    number: checked.jid.replace(/@.*/, ''),
    jids: [checked.jid, ...(checked.lid ? [checked.lid] : [])],
  };
}
