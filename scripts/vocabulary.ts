/** Words that this code base replaced with the field's own terms (docs/glossary.md). */

/** Parts of identifiers: `tellToast` contains "tell". */
export const REPLACED: Record<string, string> = {
  ...all('tell tells told telling tellings teller', 'publish, notify, report'),
  ...all('hear hears heard hearing hearer hearers ear ears', 'subscribe, on…, receive'),
  ...all('say says said saying speak speaks spoken', 'send, text, message'),
  ...all('keep keeps kept keeper keeping', 'store, cache, retain, draft'),
  ...all('place places placed', 'status, location, key, position'),
  ...all('word words', 'text, terms, label'),
  ...all('lane lanes', 'queueKey, column, key'),
  ...all('turn turns', 'slot, time slice, rotation'),
  ...all('seat seats seated sitter', 'slot, semaphore'),
  ...all('share shares', 'limit'),
  ...all('rest rests resting rested', 'backoff, pause, hibernated'),
  ...all('awake', 'open, hydrated'),
  ...all('chore chores', 'job'),
  ...all('standing', 'status'),
  ...all('story stories', 'history'),
  ...all('seal seals sealed unseal', 'encrypt, decrypt'),
  ...all('proof proofs', 'reauthentication, check'),
  ...all('look looks', 'branding, style, check'),
  ...all('draw draws drawn', 'render, pick'),
  ...all('wish wishes', 'request, input'),
  ...all('given', 'options, params, input'),
  ...all('behind', 'after'),
  ...all('verb verbs', 'service function, command'),
  ...all('head heads', 'route, page, endpoint, header'),
  ...all('door doors', 'guard, middleware'),
  ...all('machine machines', 'responder, integration'),
  ...all('desk desks house cast world stage', 'app, dependencies, fixtures'),
};

function all(words: string, instead: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, instead]));
}

/** Identifiers that contain a replaced word in its usual sense, or that others rely on. */
export const ALLOWED: { why: string; names: string }[] = [
  {
    why: 'columns, stored JSON, form fields, settings and error codes keep their names',
    names:
      'kept lane lanes machine machineId place said saidInvalid saidSorry seal sealed stage desk DESK ' +
      'keepMessages keepMedia ERR_EXPORTS_KEPT ERR_PROOF_REQUIRED rests proof told heard says',
  },
  {
    why: 'an option of FullCalendar',
    names: 'dayLaneClass',
  },
  {
    why: 'of two contacts or messages that are merged, one is kept',
    names: 'keep keptId keptIsStub',
  },
  {
    why: 'to leave something as it is',
    names:
      'keepFree keepPairing KEEP keepPace keepAlive keepAliveMs keepAliveIntervalMs textKept data-text-kept',
  },
  {
    why: 'the first part; the head of an HTML page or table; HTTP’s method',
    names: 'head readPageHead PageHead TableHead HEAD_START_MS writeHead',
  },
  {
    why: 'the rest of a list or object',
    names: 'rest Rest',
  },
  {
    why: 'words of a text',
    names:
      'word words WORD WORDS firstWord wordAt MAX_WORD IN_WORD foreignWords data-shared-words replacedWordIn',
  },
  {
    why: 'one turn of a conversation with a model, of the event loop or of a rotation',
    names:
      'turn turns Turn TURN turnOf turnsOf inTurn nextTurn setTurn isTurn TurnWork TurnProps PromptTrialTurn ' +
      'answerTurn messagesOfTurn RULES_PER_TURN',
  },
  {
    why: 'to look something up or ahead; what something looks like',
    names: 'look lookUp lookAhead lookOr mayLookUp looks looksLikeTotp looksNew looksRight LOOKS_LIKE_A_NAME',
  },
  {
    why: 'a part of a whole; sharing with a colleague or from another app; WhatsApp’s key share',
    names:
      'share shares sharesFairly shareTicket shareTicketPages TicketShare canShare ' +
      'ShareTicketDialog ShareTicketDialogProps SharePage sharePages share_target data-share keyShare ' +
      'appStateSyncKeyShare APP_STATE_SYNC_KEY_SHARE',
  },
  {
    why: 'to give up; the evidence on /trust; a page’s listener in tests',
    names: 'givenUp GIVEN_UP_AFTER_MS untilGivenUp proofOf proofText hear hears places',
  },
];

/** In comments most of them are also plain English; these are not, or are not meant so here. */
const IN_COMMENTS =
  /\b(tells?|told|hears?|heard|said|saying|spoken|kept|lanes?|seats?|chores?|standing|stor(?:y|ies)|seal(?:s|ed)?|wish(?:es)?|verbs?|doors?|house|world|stage|desks?|awake|drawn|whoever|strangers?)\b/i;

/** A relative clause without a noun: say what it is about. */
const NO_SUBJECT = /^(Of|Who|Whoever|Whose|What|Those|Behind)\b/;

export function partsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$#-]+/);
}

/** The first replaced word in an identifier; undefined when it is allowed. */
export function replacedWordIn(identifier: string): string | undefined {
  if (allowed.has(identifier)) return undefined;
  return partsOf(identifier).find((part) => Object.hasOwn(REPLACED, part));
}

/** `comment` with its marks. Returns what is wrong, undefined when nothing is. */
export function faultOf(comment: string): string | undefined {
  const text = comment
    .replace(/^(\/\*\*?|\/\/|\{\/\*)|\*\/$/g, '')
    .replace(/\n\s*(\*|\/\/) ?/g, ' ')
    .trim();
  if (/^biome-ignore/.test(text)) return undefined;
  const quoted = text.replace(/`[^`]*`|"[^"]*"|'[^' ][^']*'(?!\w)/g, '');
  return IN_COMMENTS.exec(quoted)?.[0] ?? NO_SUBJECT.exec(quoted)?.[0];
}

const allowed = new Set(ALLOWED.flatMap(({ names }) => names.split(' ')));
