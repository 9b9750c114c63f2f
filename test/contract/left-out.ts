/**
 * Keys of the reference that ours leave out, and why no client misses them; `where` is the call and the location in
 * its reply.
 */
export const LEFT_OUT: { where: RegExp; keys: string; why: string }[] = [
  {
    where: /tags\.\*\.$/,
    keys: 'TicketTag',
    why: 'a join row of the reference; no client reads it, and it would weigh on every row of every list',
  },
  {
    where: /^GET \/settings\/:key $/,
    keys: 'id companyId createdAt updatedAt',
    why: 'who has not signed in learns the value, which is all that clients read',
  },
  {
    where: / messages\.\*\.contact\.$/,
    keys: 'email isGroup companyId whatsappId createdAt updatedAt',
    why: 'clients read the name; the rest of the person comes once, with the ticket, not with each of twenty messages',
  },
  {
    where: / messages\.\*\.quotedMsg\.contact\.$/,
    keys: 'number email profilePicUrl isGroup companyId whatsappId createdAt updatedAt',
    why: 'clients read the name',
  },
  {
    where: / messages\.\*\.queue\.$/,
    keys: 'greetingMessage outOfHoursMessage schedules companyId orderQueue integrationId promptId mediaPath mediaName createdAt updatedAt',
    why: 'clients read no queue of a message; texts and hours of it would come twenty times',
  },
  {
    where: / messages\.\*\.quotedMsg\.$/,
    keys: 'reactions isForwarded',
    why: 'of one server only, and not shown in a quotation',
  },
  {
    where: / messages\.\*\.reactions\.\*\.$/,
    keys: 'type userId',
    why: 'of one server only; ours are one of the customer and one of the company: `emoji` and `fromMe`',
  },
  {
    where: /\/reactions $/,
    keys: 'reactionResult',
    why: 'what WhatsApp said; ours answer before it is asked, and a refusal comes as an event',
  },
  {
    where: /^GET \/contacts\/:contactId whatsapp\.$/,
    keys: 'session qrcode status battery plugged retries greetingMessage farewellMessage complationMessage outOfHoursMessage ratingMessage provider isDefault companyId token transferQueueId timeToTransfer promptId integrationId maxUseBotQueues timeUseBotQueues expiresTicket expiresInactiveMessage createdAt updatedAt number',
    why: 'it gave credentials to every reader; the connection is named, its own call tells the rest to who may know it',
  },
  {
    where: /^PUT \/users\/:userId company\.$/,
    keys: 'phone email status recurrence schedules planId createdAt updatedAt',
    why: 'clients read the name and until when the company may work; its own call tells the rest',
  },
];
