/** What a person should meet in a conversation and its composer: which test does it and sees it. */
export const CHECKS: Record<number, { what: string; file: string; test: string }> = {
  11: {
    what: 'opens at the first unread with a divider; "↓ n" when scrolled up',
    file: 'conversation',
    test: 'opens at the first unread message; news below are counted on the way down',
  },
  12: {
    what: 'older messages load without a jump',
    file: 'conversation',
    test: 'two thousand messages: older ones come in pages without a jump; a quote leads far back',
  },
  13: {
    what: 'the day stands above while one scrolls',
    file: 'conversation',
    test: 'two thousand messages: older ones come in pages without a jump; a quote leads far back',
  },
  14: {
    what: 'ticks 0 to 5 change live, with words',
    file: 'conversation',
    test: 'ticks from the clock to played, in words too',
  },
  15: {
    what: 'a quote leads to its original, also far back',
    file: 'conversation',
    test: 'two thousand messages: older ones come in pages without a jump; a quote leads far back',
  },
  16: {
    what: 'reply by button, swipe and key; Escape cancels',
    file: 'message-answers',
    test: 'keys alone answer a bubble; Escape gives it up',
  },
  17: {
    what: 'reactions shown and added',
    file: 'message-options',
    test: 'edit, take back and react reach the customer; the menu is a matter of keys, too',
  },
  18: {
    what: 'edited mark; a deleted message shows as deleted',
    file: 'conversation',
    test: 'reply by button, given up by Escape; reactions, edits and deletions of the customer',
  },
  19: {
    what: 'image viewer with arrows, zoom, download, Escape',
    file: 'conversation',
    test: 'pictures in a viewer; a document with its name and size',
  },
  20: {
    what: 'voice note: seek, speeds, the next plays on',
    file: 'conversation',
    test: 'voice notes: played, seeked, faster, and the next plays on',
  },
  21: {
    what: 'a link preview never shifts the page',
    file: 'links-and-uploads',
    test: 'a preview that comes late moves nothing',
  },
  22: {
    what: 'a document with name, size, progress, retry',
    file: 'links-and-uploads',
    test: 'a file shows how much has gone out; refused, it says why and is sent again',
  },
  23: {
    what: 'a failed message: red, its reason, send again',
    file: 'conversation',
    test: 'what WhatsApp refuses is red with its reason, and is sent again',
  },
  24: {
    what: 'search inside the conversation',
    file: 'message-options',
    test: 'search in a conversation leads to any hit, however far back',
  },
  25: {
    what: 'Enter sends, Shift+Enter breaks, an IME never sends',
    file: 'composer',
    test: 'Enter sends, Shift+Enter breaks, a word being composed is never sent',
  },
  26: {
    what: '/ opens quick messages; variables filled, media shown',
    file: 'message-options',
    test: 'a slash brings quick messages; the chosen one is sent with its variables filled',
  },
  27: {
    what: 'paste, drop, caption, order, removal',
    file: 'composer',
    test: 'pasted and dropped files: captions, order, one taken out',
  },
  28: {
    what: 'emoji with search and recents',
    file: 'composer',
    test: 'emoji with search, and those used before',
  },
  29: {
    what: 'voice: timer, cancel, listen; too short is dropped with a word',
    file: 'composer',
    test: 'voice: heard before it is sent, thrown away, and too little is dropped with a word',
  },
  30: {
    what: 'the draft survives reload, another ticket, logout; the list says so',
    file: 'composer',
    test: 'a draft survives another ticket, a reload and a logout; the list tells it',
  },
  31: {
    what: 'offline: a banner, a clock, sent once on return',
    file: 'composer',
    test: 'without a network: a banner, a clock, and sent once on return',
  },
  32: { what: 'marks as WhatsApp shows them', file: 'composer', test: 'text looks as on the phone' },
  33: {
    what: 'an internal note cannot go to the customer by a slip',
    file: 'ticket-work',
    test: 'a note stays in the house, and its field is not the composer; tags are made on the fly',
  },
};
