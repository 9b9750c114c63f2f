/** What the shapes have and ours have not, and why nobody misses it. */
export const LEFT_OUT: [where: RegExp, key: string, reason: string][] = [
  [/tags\.\*\.$/, 'TicketTag', 'a join row of the reference; no client reads it'],
  [
    /contact\.extraInfo\.\*\.$/,
    'contactId',
    'clients read id, name and value; the contact is the one around it',
  ],
  [
    /messages\.\*\.contact\.$/,
    'email isGroup companyId whatsappId createdAt updatedAt',
    'clients read the name; the rest of the person comes with the ticket',
  ],
];
