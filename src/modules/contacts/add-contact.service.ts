import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { replaceFields } from './contact-fields.service.ts';
import { canChangeContacts, canReadContacts } from './contacts.policy.ts';
import { type ContactRow, contactById, getContact } from './contacts.queries.ts';
import type { ContactInput } from './contacts.schema.ts';
import type { ContactDetail } from './contacts.views.ts';
import { wantPicture } from './identities/contact-picture.outbox.ts';
import { spellingsOf, toDigits } from './numbers/contact-number.logic.ts';
import { type Checked, checkNumbers } from './numbers/number-checks.service.ts';

/** `checked`: a connection was up to ask WhatsApp. 'invalid': not on WhatsApp, not stored. */
export type Added =
  | { kind: 'created'; contact: ContactDetail; checked: boolean }
  | { kind: 'exists'; contact: ContactDetail }
  | { kind: 'invalid' };

/** Stores WhatsApp's own spelling of the number (Brazil's ninth digit). Throws ERR_WAPP_CHECK_CONTACT. */
export async function addContact(scope: Scope, input: ContactInput): Promise<Added> {
  requireCan(scope, canChangeContacts);
  const digits = toDigits(input.number);
  const checked = (await checkNumbers(scope, [digits])).get(digits);
  if (checked === null) return { kind: 'invalid' };
  return scope.write(async (tx) => {
    const known = await findByNumber(tx, digits, checked);
    if (known) return { kind: 'exists', contact: await getContact(tx, known.id) };
    const { name, email = '', extraInfo } = input;
    const id = await insertContact(tx, { name, email, ...addressOf(digits, checked) });
    if (extraInfo) await replaceFields(tx, id, extraInfo);
    if (checked) await wantPicture(tx, { id, pictureCheckedAt: null }, null);
    tx.emit('contact.created', { contactId: id });
    return { kind: 'created', contact: await getContact(tx, id), checked: checked !== undefined };
  });
}

export async function findContactByNumber(scope: Scope, number: string): Promise<ContactDetail | undefined> {
  requireCan(scope, canReadContacts);
  const known = await findByNumber(scope, toDigits(number), undefined);
  return known && getContact(scope, known.id);
}

export async function findByNumber(
  tx: Scope,
  digits: string,
  checked: Checked | undefined,
): Promise<ContactRow | undefined> {
  // Contacts of whom only the hidden address is known have an empty number.
  if (digits === '') return undefined;
  const { number, jids } = addressOf(digits, checked);
  const spellings = spellingsOf(digits);
  const addresses = [...jids, ...(checked ? [] : spellings.map((one) => `${one}@s.whatsapp.net`))];
  const identity = await identityOf(tx.db, { ids: JSON.stringify(addresses) });
  if (identity) return contactById(tx.db, identity);
  return contactByNumber(tx.db, { ids: JSON.stringify([number, ...spellings]) });
}

const identityOf = tenantStatement((db) =>
  db.query.contactIdentities.findFirst({
    columns: { contactId: true },
    where: amongIds(contactIdentities.jid),
  }),
);

const contactByNumber = tenantStatement((db) =>
  db.query.contacts.findFirst({ where: amongIds(contacts.number), orderBy: asc(contacts.id) }),
);

type NewContact = { name: string; email: string; number: string; jids: string[]; isProvisional?: boolean };

export async function insertContact(
  tx: Scope,
  { name, email, number, jids, isProvisional = false }: NewContact,
): Promise<number> {
  const row = await tx.db
    .insert(contacts)
    .values({
      name,
      email,
      number,
      nameIsProvisional: isProvisional,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning({ id: contacts.id })
    .then(insertedRow);
  await insertAddresses(tx, row.id, jids);
  return row.id;
}

export async function insertAddresses(tx: Scope, contactId: number, jids: string[]): Promise<void> {
  if (jids.length === 0) return;
  const kindOf = (jid: string) => (jid.endsWith('@lid') ? ('lid' as const) : ('pn' as const));
  await tx.db.insert(contactIdentities).values(jids.map((jid) => ({ jid, kind: kindOf(jid), contactId })));
}

export function addressOf(digits: string, checked: Checked | undefined): { number: string; jids: string[] } {
  if (!checked) return { number: digits, jids: [] };
  return {
    number: checked.jid.replace(/@.*/, ''),
    jids: [checked.jid, ...(checked.lid ? [checked.lid] : [])],
  };
}
