import type { Check } from './checks.ts';

export const WAYS: Record<number, Check> = {
  41: {
    what: 'a second click where the first one was never does another thing',
    by: [
      ['list', 'a second click where Aceitar was does nothing; a resolved ticket is offered back'],
      [
        'islands/workspace/steady-hand.test.ts',
        'ignores other clicks within a second without pointer movement',
      ],
    ],
  },
  42: {
    what: 'letters are dead while a field, picker, menu or panel is open or opening',
    by: [
      ['islands/keys/keys.test.ts', 'letters do nothing while a picker is open or a dialog loads'],
      ['command-bar', '37 ? lists the keys, and not while a window is open; nothing wants Alt'],
    ],
  },
  43: {
    what: 'every change of a ticket offers itself back for eight seconds, by pointer and by key',
    by: [
      [
        'src/modules/workspace/every-change.test.ts',
        'every page endpoint that changes tickets is tested above or listed as not undoable',
      ],
      ['islands/page/toast.test.ts', 'shows an undo button when an undo is possible'],
      ['bulk', '9 a row’s menu marks unread, takes a colleague’s, returns and resolves'],
      [
        'command-bar',
        '37 j and k move through the list, Enter opens, r writes; Shift+A accepts, Shift+E resolves, Shift+Z takes it back',
      ],
      [
        'kanban',
        'a card goes from column to column by mouse and by keys, is taken back by z, and others see it at once',
      ],
      ['list', 'a second click where Aceitar was does nothing; a resolved ticket is offered back'],
      ['slow-line', '43 an undo pressed before the answer of a change takes back that one'],
      ['slow-line', '43 an undo pressed while the line is down is sent once it is back'],
    ],
  },
  44: {
    what: 'undo restores times, order, owner, unread',
    by: [
      ['ticket-work', '44 an undo gives the row its place, its time and its state back'],
      [
        'right-customer',
        '44 an undo of Aceitar leaves the conversation unread, although its pane has read it',
      ],
      ['right-customer', '44 a conversation that comes after the undo of Aceitar is not read'],
      ['src/modules/tickets/work/ticket-undo.service.test.ts', 'continues an attendance that had begun'],
      [
        'src/modules/tickets/work/ticket-undo.service.test.ts',
        ': restores status, user, times, unread count and attendance',
      ],
    ],
  },
  45: {
    what: 'nothing is created by Enter on a half-typed name',
    by: [
      ['islands/forms/combobox.test.tsx', 'creates only after an arrow key or a second Enter'],
      ['ticket-work', 'a note stays internal, and its field is not the composer; tags are made while typing'],
    ],
  },
  46: {
    what: 'Back closes the top layer, then leaves, with one press each',
    by: [
      ['keyboard-and-phone', 'at 360 px back closes what lies on top, then leaves, with one press each'],
      ['list', '46 Back in the very moment of a choice in a menu leads to the list before it'],
    ],
  },
  47: {
    what: 'a line that is down is seen before sending',
    by: [['composer', 'a connection that is down: shown above the field and in the row, until it is back']],
  },
  48: {
    what: 'a colleague’s ticket says whose it is before one writes',
    by: [['composer', 'a colleague’s ticket: the field opens after one has chosen how']],
  },
  49: {
    what: 'no variable, code, key or raw number reaches a person’s eyes',
    by: [
      ['accessibility-pages', 'the other screens'],
      ['accessibility-office', 'administration'],
      ['accessibility-workspace', 'the desk'],
      ['languages', 'no raw key and no foreign word'],
      ['message-options', 'a slash brings quick messages; the chosen one is sent with its variables filled'],
      ['contacts', 'added by a number that WhatsApp knows, changed, blocked and deleted'],
    ],
  },
  50: {
    what: 'lists say what they are sorted by; who waits longest is not hidden',
    by: [
      ['test/list-orders.test.ts', 'every list in the sources appears on a tested page'],
      ['test/list-orders.test.ts', 'is stated in text that phones show'],
      ['test/list-orders.test.ts', 'is shown in the column header where there is room, else as text'],
      ['test/list-orders.test.ts', 'the text changes with a search or option that changes the order'],
      ['waiting', 'who waits longest stands first, and the other way around on request, also next time'],
    ],
  },
  51: {
    what: 'an age never resets because somebody touched the row',
    by: [
      ['src/modules/tickets/list/waiting.test.ts', 'is preserved through every change to the ticket'],
      ['waiting', 'who waits longest stands first, and the other way around on request, also next time'],
    ],
  },
  52: {
    what: 'long names, right-to-left, emoji of many code points, a flood of words at 360 px',
    by: [
      ['accessibility-workspace', 'the desk'],
      ['accessibility-pages', 'the other screens'],
      ['accessibility-office', 'administration'],
      ['under-strain', '52 at 360 px no name, script, emoji or flood of words breaks what stands around it'],
    ],
  },
  53: {
    what: 'a form keeps every word after a refusal, a lost session, a lost network and a reload',
    by: [
      ['tags', '53 a save that finds the session lost keeps what was typed'],
      [
        'tags',
        'add, edit and delete, seen at once by everybody; a refusal, a lost network, a reload and a lost session keep what was typed',
      ],
      [
        'settings',
        'hours: two ranges, a night, a mask; a refusal, a lost network, a reload, a lost session and a colleague’s save keep what was typed',
      ],
      [
        'islands/forms/stored-forms.test.ts',
        'restores typed fields after a reload, without passwords, secrets or files',
      ],
      ['test/page-forms.test.ts', 'every page form stores its draft or has a stated reason not to'],
      [
        'test/page-forms.test.ts',
        'a reload restores every draft, and changes saved by others do not discard it',
      ],
      ['composer', 'a draft survives another ticket, a reload and a logout; the list marks it'],
      ['list-screens', 'a chosen file is named, outlives a refusal, goes along, and can be taken away'],
    ],
  },
  54: {
    what: 'a destructive dialog names what it destroys, its safe button has the focus',
    by: [
      ['test/questions.test.tsx', 'every confirmation in the sources appears on a tested page'],
      ['test/questions.test.tsx', 'every confirmation names what is deleted'],
      ['test/questions.test.tsx', 'focus is on the cancel button and nothing else'],
      ['under-strain', '59 a question stays the same question while a colleague changes what it is about'],
      ['connections', 'edit, and delete after a question; agents only look'],
    ],
  },
  55: {
    what: 'two people in one form: the later save sees that something changed, and what',
    by: [
      ['tags', '55 of two people in one form the later sees what has changed, and decides'],
      [
        'settings',
        'hours: two ranges, a night, a mask; a refusal, a lost network, a reload, a lost session and a colleague’s save keep what was typed',
      ],
      [
        'test/two-people.test.ts',
        'every PUT form is linked to the page that shows it or has a stated reason',
      ],
    ],
  },
  56: {
    what: 'a slow answer shows progress and can be given up; a double click sends once',
    by: [
      ['states', '56 a slow dialog opens with a skeleton, is given up, and comes into its place'],
      ['slow-line', '56 a dialog pressed twice while it loads opens once'],
      ['early-presses', '56 Enter in a form of steps leads on and sends nothing before its script is there'],
    ],
  },
  57: {
    what: 'a dead server is told once, and the page comes back by itself',
    by: [
      ['composer', 'without a network: a banner, a clock, and sent once on return'],
      ['states', '57 a dead server is shown once, and the page comes back by itself with what was missed'],
      ['installed-app', 'shows that the server cannot be reached, and comes back by itself'],
      ['early-presses', '57 a page shows what came between its rendering and its first socket'],
      ['early-presses', '57 a script that was lost with the line comes when the line is back'],
    ],
  },
  58: {
    what: 'empty, loading, failed, forbidden: each with the next step',
    by: [
      ['states', '58 an empty list says what would be there, and the next step; so does a search'],
      ['states', '58 what did not come says so in its place, and is asked for again'],
      ['states', '58 a conversation that did not come never shows another in its place'],
      ['states', '58 a page that one may not see names whom to ask, with a link'],
    ],
  },
  59: {
    what: 'what a colleague does while a dialog is open does not change its meaning',
    by: [
      ['under-strain', '59 a question stays the same question while a colleague changes what it is about'],
    ],
  },
  60: {
    what: 'one hand, keys only, a screen reader, 200 % or reduced motion',
    by: [
      ['under-strain', '60 with reduced motion nothing moves on ten pages, and at 200 % everything fits'],
      ['keyboard-and-phone', '38 sign in, accept, reply and resolve by keyboard alone'],
    ],
  },
};
