/** Contract: http §1; `…Row` as there. Copied from it, never from our own shapes. */
const namesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export const STAMPS = ['createdAt', 'updatedAt'];
export const QUEUE_ROW = namesIn(
  'id name color greetingMessage outOfHoursMessage schedules companyId orderQueue integrationId promptId mediaPath mediaName createdAt updatedAt',
);
export const QUEUE_OPTION_ROW = namesIn(
  'id title message option queueId parentId mediaPath mediaName createdAt updatedAt',
);
export const USER_QUEUE = namesIn('userId queueId createdAt updatedAt');
export const LOGIN_USER = namesIn('id name email profile companyId super allTicket queues company');
export const REFRESH_USER = namesIn(
  'id name email companyId profile super tokenVersion whatsappId allTicket queues company',
);
export const USER_LIST_ITEM = namesIn('name id email companyId profile createdAt queues company online');
export const USER_CREATED = namesIn('id name email profile companyId company super queues allTicket');
export const USER_UPDATED = namesIn('id name email profile companyId company super queues');
export const USER_SIMPLE = namesIn('name id email queues');
export const COMPANY_ROW = namesIn(
  'id name phone email status dueDate recurrence schedules planId createdAt updatedAt',
);
export const PLAN_FACTS = namesIn(
  'id name users connections queues value useSchedules useCampaigns useInternalChat useExternalApi useKanban useOpenAi useIntegrations useInternal',
);
export const CAMPAIGN_ROW = namesIn(
  `id name message1 message2 message3 message4 message5 confirmationMessage1 confirmationMessage2 confirmationMessage3
  confirmationMessage4 confirmationMessage5 status confirmation mediaPath mediaName scheduledAt completedAt companyId
  contactListId whatsappId fileListId createdAt updatedAt`,
);
export const CAMPAIGN_SHIPPING = namesIn(
  `id jobId number message confirmationMessage confirmation contactId campaignId confirmationRequestedAt confirmedAt
  deliveredAt createdAt updatedAt`,
);
export const SETTING_ROW = namesIn('id key value companyId createdAt updatedAt');
export const TICKET_ROW = namesIn(
  `id status unreadMessages lastMessage isGroup userId contactId whatsappId queueId chatbot queueOptionId companyId uuid
  useIntegration integrationId typebotSessionId typebotStatus promptId fromMe amountUsedBotQueues createdAt updatedAt`,
);
export const ANNOUNCEMENT_ROW = namesIn(
  'id title text priority status mediaPath mediaName createdAt updatedAt',
);
export const HELP_ROW = namesIn('id title description video link');
export const CHAT_ROW = namesIn(
  'id uuid title ownerId lastMessage companyId createdAt updatedAt owner users',
);
export const CHAT_USER = namesIn('id chatId userId unreads user');
export const CHAT_MESSAGE_ROW = namesIn(
  'id chatId senderId message mediaPath mediaName createdAt updatedAt sender',
);
export const TICKET_PARTS = namesIn('contact queue user tags whatsapp');
export const BRIEF_CONTACT = namesIn('id name number email profilePicUrl');
export const BRIEF_QUEUE = namesIn('id name color');
export const EXTRA_INFO = namesIn('id name value contactId');
export const MESSAGE_ROW = namesIn(
  `id remoteJid participant dataJson ack read fromMe body mediaUrl mediaType isDeleted isEdited quotedMsgId ticketId
  contactId companyId queueId createdAt updatedAt reactions isForwarded`,
);
export const CONTACT_ROW = namesIn(
  'id name number email profilePicUrl isGroup companyId whatsappId createdAt updatedAt',
);
export const WHATSAPP_ROW = namesIn(
  `id name session qrcode status battery plugged retries greetingMessage farewellMessage complationMessage outOfHoursMessage
  ratingMessage provider isDefault companyId token transferQueueId timeToTransfer promptId integrationId maxUseBotQueues
  timeUseBotQueues expiresTicket expiresInactiveMessage createdAt updatedAt number`,
);
export const TAG_ROW = namesIn('id name color kanban companyId createdAt updatedAt');
export const NOTE_ROW = namesIn('id note userId contactId ticketId createdAt updatedAt');
export const QUICK_MESSAGE_ROW = namesIn(
  'id shortcode message companyId userId mediaPath mediaName geral createdAt updatedAt',
);
export const QUEUE_INTEGRATION_ROW = namesIn(
  'id type name projectName jsonContent language urlN8N typebotSlug typebotExpires typebotDelayMessage typebotKeywordFinish typebotKeywordRestart typebotRestartMessage typebotUnknownMessage companyId createdAt updatedAt',
);
export const FILE_LIST_ROW = namesIn('id companyId name message createdAt updatedAt');
export const FILE_LIST_OPTION = namesIn('id fileId name path mediaType');
export const CONTACT_LIST_ROW = namesIn('id name companyId createdAt updatedAt');
export const CONTACT_LIST_ITEM_ROW = namesIn(
  'id name number email isWhatsappValid companyId contactListId createdAt updatedAt',
);
export const SCHEDULE_ROW = namesIn(
  'id body sendAt sentAt contactId ticketId userId companyId status mediaPath mediaName createdAt updatedAt',
);
export const PLAN_ROW = [...PLAN_FACTS, ...STAMPS];
