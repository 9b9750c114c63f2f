export type Check = { what: string; by: [file: string, test: string][] };

export const CHECKS: Record<number, Check> = {
  1: {
    what: 'unread is bold with a count, and clears for everybody when opened',
    by: [['list', '1 unread is bold with a count, and is read for everybody once its agent opens it']],
  },
  2: {
    what: 'a new message moves the ticket up, not the row under the pointer',
    by: [['list', '2 a new message moves its ticket up, but not the row under the pointer']],
  },
  3: {
    what: 'scroll and selection survive fifty events',
    by: [
      [
        'list',
        '3, 10 of five thousand tickets few are rows, none twice, none left out, on the way back the same; fifty changes move nothing',
      ],
      [
        'bulk',
        '8 are chosen with Shift, stay chosen through fifty events, are resolved, and one undo brings them back',
      ],
    ],
  },
  4: {
    what: 'tabs count live; filters live in the address, back works',
    by: [['list', '4 tabs count live; filters are in the address, and back leads through them']],
  },
  5: {
    what: 'the preview shows the kind and own ticks',
    by: [['list', '5, 6 the preview shows kinds, own ticks and typing']],
  },
  6: {
    what: 'typing replaces the preview',
    by: [['list', '5, 6 the preview shows kinds, own ticks and typing']],
  },
  7: {
    what: 'an hour, yesterday or a date; colours of age',
    by: [['list', '7 time is shown as an hour, yesterday or a date, and age has its colours']],
  },
  8: {
    what: 'several: close, assign, tag, undo once',
    by: [
      [
        'bulk',
        '8 are chosen with Shift, stay chosen through fifty events, are resolved, and one undo brings them back',
      ],
      ['bulk', 'are marked unread and read, get a tag, and go to a colleague'],
    ],
  },
  9: {
    what: 'a row’s menu: mark unread, take, close',
    by: [['bulk', '9 a row’s menu marks unread, takes a colleague’s, returns and resolves']],
  },
  10: {
    what: 'endless scroll through 100,000 tickets with few rows in the page',
    by: [
      [
        'islands/ticket-list/row-window.test.ts',
        'renders few of a hundred thousand rows at any scroll position',
      ],
      [
        'list',
        '3, 10 of five thousand tickets few are rows, none twice, none left out, on the way back the same; fifty changes move nothing',
      ],
    ],
  },
  11: {
    what: 'opens at the first unread with a divider; "↓ n" when scrolled up',
    by: [['conversation', 'opens at the first unread message; news below are counted on the way down']],
  },
  12: {
    what: 'older messages load without a jump',
    by: [
      [
        'conversation',
        'two thousand messages: older ones come in pages without a jump; a quote leads far back',
      ],
    ],
  },
  13: {
    what: 'the day stands above while one scrolls',
    by: [
      [
        'conversation',
        'two thousand messages: older ones come in pages without a jump; a quote leads far back',
      ],
    ],
  },
  14: {
    what: 'ticks 0 to 5 change live, with words',
    by: [['conversation', 'ticks from the clock to played, in words too']],
  },
  15: {
    what: 'a quote leads to its original, also far back',
    by: [
      [
        'conversation',
        'two thousand messages: older ones come in pages without a jump; a quote leads far back',
      ],
    ],
  },
  16: {
    what: 'reply by button, swipe and key; Escape cancels',
    by: [
      ['message-answers', 'keys alone answer a bubble; Escape gives it up'],
      ['message-answers', 'a swipe answers a bubble, a short one does not'],
      ['conversation', 'reply by button, given up by Escape; reactions, edits and deletions of the customer'],
    ],
  },
  17: {
    what: 'reactions shown and added',
    by: [
      ['message-options', 'edit, take back and react reach the customer; the menu is a matter of keys, too'],
    ],
  },
  18: {
    what: 'edited mark; a deleted message shows as deleted',
    by: [
      ['conversation', 'reply by button, given up by Escape; reactions, edits and deletions of the customer'],
    ],
  },
  19: {
    what: 'image viewer with arrows, zoom, download, Escape',
    by: [['conversation', 'pictures in a viewer; a document with its name and size']],
  },
  20: {
    what: 'voice note: seek, speeds, the next plays on',
    by: [['conversation', 'voice notes: played, seeked, faster, and the next plays on']],
  },
  21: {
    what: 'a link preview never shifts the page',
    by: [['links-and-uploads', 'a preview that comes late moves nothing']],
  },
  22: {
    what: 'a document with name, size, progress, retry',
    by: [['links-and-uploads', 'a file shows how much has gone out; refused, it says why and is sent again']],
  },
  23: {
    what: 'a failed message: red, its reason, send again',
    by: [['conversation', 'what WhatsApp refuses is red with its reason, and is sent again']],
  },
  24: {
    what: 'search inside the conversation',
    by: [['message-options', 'search in a conversation leads to any hit, however far back']],
  },
  25: {
    what: 'Enter sends, Shift+Enter breaks, an IME never sends',
    by: [['composer', 'Enter sends, Shift+Enter breaks, a word being composed is never sent']],
  },
  26: {
    what: '/ opens quick messages; variables filled, media shown',
    by: [
      ['message-options', 'a slash brings quick messages; the chosen one is sent with its variables filled'],
      ['links-and-uploads', 'a quick message shows the file that goes with it, and the file may stay behind'],
    ],
  },
  27: {
    what: 'paste, drop, caption, order, removal',
    by: [['composer', 'pasted and dropped files: captions, order, one taken out']],
  },
  28: {
    what: 'emoji with search and recents',
    by: [['composer', 'emoji with search, and those used before']],
  },
  29: {
    what: 'voice: timer, cancel, listen; too short is dropped with a word',
    by: [
      ['composer', 'voice: played before it is sent, discarded, and refused with a message when too short'],
    ],
  },
  30: {
    what: 'the draft survives reload, another ticket, logout; the list says so',
    by: [['composer', 'a draft survives another ticket, a reload and a logout; the list marks it']],
  },
  31: {
    what: 'offline: a banner, a clock, sent once on return',
    by: [['composer', 'without a network: a banner, a clock, and sent once on return']],
  },
  32: {
    what: 'marks as WhatsApp shows them',
    by: [['composer', 'text looks as on the phone']],
  },
  33: {
    what: 'an internal note cannot go to the customer by a slip',
    by: [
      ['ticket-work', 'a note stays internal, and its field is not the composer; tags are made while typing'],
    ],
  },
  34: {
    what: 'accept puts the cursor in the composer, others see it go; of two at once one is told',
    by: [
      ['ticket-work', '34 the first to accept has it; others who look see it go'],
      ['journey', '34 two accept at once: one has it, the other sees a message'],
      [
        'command-bar',
        '37 j and k move through the list, Enter opens, r writes; Shift+A accepts, Shift+E resolves, Shift+Z takes it back',
      ],
    ],
  },
  35: {
    what: 'a colleague who looks or types here is shown',
    by: [
      [
        'ticket-work',
        '35 a colleague who looks or types here is seen in the row and above the conversation, also by who comes later',
      ],
    ],
  },
  36: {
    what: 'transfer by keyboard alone',
    by: [['ticket-work', '36 transferred by keyboard alone; it leaves the list and reaches its new agent']],
  },
  37: {
    what: '? lists the keys, Ctrl+K the commands, letters act and are silent while one types; none wants Alt',
    by: [
      ['command-bar', '37 ? lists the keys, and not while a window is open; nothing wants Alt'],
      [
        'command-bar',
        '37 j and k move through the list, Enter opens, r writes; Shift+A accepts, Shift+E resolves, Shift+Z takes it back',
      ],
      ['command-bar', 'Ctrl+K leads to a page, by a word without its accents'],
      ['slow-line', '37 Ctrl+K before its script is there opens with what was typed since'],
      ['slow-line', '37 a panel given up while it loads leaves the keys alive'],
    ],
  },
  38: {
    what: 'sign in, accept, reply, close by keyboard; axe finds nothing serious',
    by: [
      ['keyboard-and-phone', '38 sign in, accept, reply and resolve by keyboard alone'],
      ['accessibility-workspace', 'the desk'],
    ],
  },
  39: {
    what: 'at 360 px two screens, back works, installable',
    by: [
      ['keyboard-and-phone', '39 at 360 px two screens, and back works'],
      ['phone-app', '39 pulled to the right a waiting row is accepted, to the left it opens its menu'],
      ['waiting', 'nothing lies over the rows of the list, and its button for a new ticket is in reach'],
      ['installed-app', 'has a manifest, icons as large as they say, and a worker'],
    ],
  },
  40: {
    what: 'a language is switched without losing work; no raw key; dark without a flash',
    by: [
      ['languages', '40 a switch of the language loses no work'],
      ['languages', 'no raw key and no foreign word'],
      ['sign-in', 'the theme follows the system, then the choice, without a flash'],
    ],
  },
};
