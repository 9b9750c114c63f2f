/** Contract: http §0 and §2 to §8, and the specification's catalogue of codes. Never from our own tables. */
export const STATUS_OF: Record<string, number> = {
  ERR_SESSION_EXPIRED: 401,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_NO_PERMISSION: 403,
  ERR_NO_SUPER: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_OTHER_OPEN_TICKET: 400,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_EDITING_WAPP_MSG: 400,
  ERR_DUPLICATED_CONTACT: 400,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
};

/** Clients show the text of the code; of statuses they read 401 and 403 only, which none of these may be. */
export const OTHER_STATUS: Record<string, { status: number; why: string }> = {
  ERR_NO_OTHER_WHATSAPP: { status: 409, why: 'nothing is wrong with the request, another row is in its way' },
  ERR_OTHER_OPEN_TICKET: { status: 409, why: 'as above' },
  ERR_WAPP_NOT_INITIALIZED: { status: 409, why: 'as above: the line is down' },
  ERR_DUPLICATED_CONTACT: { status: 409, why: 'as above' },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, why: 'as above' },
  ERR_DELETE_WAPP_MSG: { status: 409, why: 'as above: too old, or not ours' },
  ERR_EDITING_WAPP_MSG: { status: 409, why: 'as above' },
  ERR_FETCH_WAPP_MSG: { status: 404, why: 'the message is gone' },
  ERR_SENDING_WAPP_MSG: { status: 502, why: 'WhatsApp failed, not the caller' },
  ERR_WAPP_CHECK_CONTACT: { status: 502, why: 'as above' },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 502, why: 'as above' },
  ERR_CREATING_MESSAGE: { status: 500, why: 'a fault of the server' },
  ERR_CREATING_TICKET: { status: 500, why: 'as above' },
};

/** By the first parameter of an address. The contract has no code for a message and a note. */
export const NOT_FOUND: Record<string, string> = {
  ruleId: 'ERR_NO_RULE_FOUND',
  userId: 'ERR_NO_USER_FOUND',
  companyId: 'ERR_NO_COMPANY_FOUND',
  ticketId: 'ERR_NO_TICKET_FOUND',
  contactId: 'ERR_NO_CONTACT_FOUND',
  connectionId: 'ERR_NO_WAPP_FOUND',
  queueId: 'ERR_NO_QUEUE_FOUND',
  queueOptionId: 'ERR_NO_QUEUE_OPTION_FOUND',
  tagId: 'ERR_NO_TAG_FOUND',
  holidayId: 'ERR_NO_HOLIDAY_FOUND',
  quickMessageId: 'ERR_NO_QUICKMESSAGE_FOUND',
  campaignId: 'ERR_NO_CAMPAIGN_FOUND',
  messageId: 'ERR_NO_MESSAGE_FOUND',
  noteId: 'ERR_NO_NOTE_FOUND',
  chatId: 'ERR_NO_CHAT_FOUND',
  announcementId: 'ERR_NO_ANNOUNCEMENT_FOUND',
  helpId: 'ERR_NO_HELP_FOUND',
  importId: 'ERR_NOT_FOUND',
  fileListId: 'ERR_NO_FILE_FOUND',
  contactListId: 'ERR_NO_CONTACTLIST_FOUND',
  contactListItemId: 'ERR_NO_CONTACTLISTITEM_FOUND',
  scheduleId: 'ERR_NO_SCHEDULE_FOUND',
};

/** Codes of the contract that ours never send. */
export const CODES_LEFT_OUT: Record<string, string> = {
  ERR_TICKETNOTE_INVALID_NAME:
    'clients show `error` as it stands where no text belongs to it; ours is the sentence itself, in the reader’s language',
  ERR_QUICKMESSAGE_INVALID_NAME: 'as above',
  ERR_CONTACTLIST_INVALID_NAME: 'as above',
};
