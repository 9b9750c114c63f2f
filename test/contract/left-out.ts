/** Keys of the reference that ours leave out, and why no client misses them. */
export const LEFT_OUT: [where: RegExp, key: string, reason: string][] = [
  [
    /tags\.\*\.$/,
    'TicketTag',
    'a join row of the reference; no client reads it, and it would weigh on every row of every list',
  ],
  [/WhatsappQueue\.$/, 'createdAt updatedAt', 'nothing is kept of when a queue was joined to a connection'],
  [/^$/, 'prompt', 'there are no prompts yet; clients read `promptId`'],
  [/queues\.\*\.$/, 'options', 'there are no menus of options yet'],
  [/queue\.$/, 'prompt queueIntegrations', 'there are no prompts and no integrations yet'],
  [
    /messages\.\*\.contact\.$/,
    'email isGroup companyId whatsappId createdAt updatedAt',
    'clients read the name; the rest of the person comes with the ticket',
  ],
  [
    /^whatsapp\.$/,
    'session qrcode status battery plugged retries greetingMessage farewellMessage complationMessage outOfHoursMessage ratingMessage provider isDefault companyId token transferQueueId timeToTransfer promptId integrationId maxUseBotQueues timeUseBotQueues expiresTicket expiresInactiveMessage createdAt updatedAt number queues',
    'the connection beside a contact is named, its own call tells the rest; no client reads it',
  ],
];
