import type { Check } from './checks.ts';

export const SLOW_LINE: Record<number, Check> = {
  61: {
    what: 'what is typed belongs to the conversation it was typed for',
    by: [
      ['opening', '61–64 on a slow line all belongs to the clicked ticket from the click on'],
      ['opening', '61 what was typed for a conversation that did not come waits for it'],
      ['right-customer', '61 what is typed while Accept is on its way is for the accepted ticket'],
    ],
  },
  62: {
    what: 'opening one’s own ticket leads into the composer; a letter typed at once is in it',
    by: [
      ['opening', '62 a click leads into the composer, and letters typed at once change no ticket'],
      ['opening', '62 an Enter in the moment the composer is hydrated sends what was typed before'],
    ],
  },
  63: {
    what: 'header, name, composer and keys change together',
    by: [
      ['opening', '61–64 on a slow line all belongs to the clicked ticket from the click on'],
      ['early-presses', '63 what a colleague did while the line was down reaches the composer'],
    ],
  },
  64: {
    what: 'no button of the former conversation acts while the new one loads',
    by: [['right-customer', '61 Resolver while the next conversation loads does nothing to the former one']],
  },
  65: {
    what: '/ opens at once; Enter never sends a half-typed command',
    by: [
      ['early-presses', '65 / opens at once, and Enter sends no half-typed command'],
      [
        'islands/composer/composer.test.tsx',
        '/ opens the quick messages and Enter waits until they have loaded',
      ],
      [
        'islands/composer/composer.test.tsx',
        'asks before sending a /shortcode that matches no quick message',
      ],
    ],
  },
  66: {
    what: 'what is pressed answers at once with what is known',
    by: [
      ['slow-line', '66 what is pressed answers at once: Aceitar, a text, Resolver'],
      ['early-presses', '66 a row pressed before its script is there is marked'],
      ['early-presses', '66 a volume that is changed before the scripts are there is stored'],
    ],
  },
  67: {
    what: 'a notice never covers a header, a field or the newest message',
    by: [['notices', 'strips above the field at']],
  },
  68: {
    what: 'what fails silently elsewhere is shown: a queue without a connection, an agent without queues',
    by: [
      ['dashboard', '68 what would leave customers unanswered is shown, with a link to its form'],
      ['src/modules/first-steps/setup-gaps.test.ts', 'reports a connection without an out-of-hours message'],
    ],
  },
  69: {
    what: 'every figure leads to what it counts',
    by: [
      ['dashboard', 'one filter narrows the whole page, and a figure leads to its tickets and back'],
      ['tags', '69 the count of a tag leads to its tickets'],
    ],
  },
  70: {
    what: 'a failed message is red in list, conversation and a page of its own, and is sent again',
    by: [
      [
        'src/modules/messages/failed/failed-messages.test.ts',
        'shows a refused message with its reason, also in lists',
      ],
      ['conversation', 'what WhatsApp refuses is red with its reason, and is sent again'],
      [
        'conversation',
        '70 a failed message is red in the list and on its own page; sent again it leaves the filtered page',
      ],
    ],
  },
};
