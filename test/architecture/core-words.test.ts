import { describe, expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

/** The domain, as parts of names: `ticketId`, `joinTickets` and `'company-7-ticket'` all contain "ticket". */
const DOMAIN = (
  'ticket contact customer campaign tag kanban chat chatbot conversation prompt invoice announcement schedule todo ' +
  'help whatsapp whats baileys jid department attendance tracking rating wallet plan subscription factor visit ' +
  'visitor visiting menu settings payer payment'
).split(' ');
const DOMAIN_PAIRS = (
  'queue id,queue ids,queue option,queue options,connection id,message id,app message,quick message,' +
  'quick messages,contact list,file list,integration id'
).split(',');

const EXCUSED: [path: string, names: string[], reason: string][] = [
  ['scope.ts', ['queueIds', 'allTicket', 'connectionId'], 'an actor carries what policies need'],
  ['ids.ts', ['messageId'], 'all randomness comes from one place'],
  ['security/secrets.ts', ['getAuthTag', 'setAuthTag'], "AES-GCM's term"],
  ['module.ts', ['subscriptions'], 'event subscriptions'],
  ['i18n.ts', ['tag'], 'language tags'],
  ['http/responses/send-file.ts', ['Tag'], 'the header X-Robots-Tag'],
  ['http/forms/shown-forms.ts', ['tagName', 'onEndTag'], 'markup tags'],
];

function namesIn(text: string): string[] {
  const code = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return [...new Set(code.join('\n').match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

function isDomainTerm(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])|_/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return (
    words.some((word) => DOMAIN.some((domain) => word === domain || word === `${domain}s`)) ||
    pairs.some((pair) => DOMAIN_PAIRS.includes(pair)) ||
    /^quickmessage/.test(words.join(''))
  );
}

const found = listSources('{ts,tsx}', ['src/core'])
  .filter(isShipped)
  .map(({ path, text }) => ({
    path: path.slice('src/core/'.length),
    names: namesIn(text).filter(isDomainTerm),
  }));

describe('core excludes domain words', () => {
  test('the scanner finds domain words in names and texts', () => {
    const text =
      "// a ticket\n * a ticket\nconst about = { ticketId, on: 'joinTickets', queueIds, x: 'company-7-tag' };";
    expect(namesIn(text).filter(isDomainTerm)).toEqual(['ticketId', 'joinTickets', 'queueIds', 'tag']);
    expect(['queue', 'WriteQueue', 'message', 'stage', 'notify'].filter(isDomainTerm)).toEqual([]);
    expect(found.length).toBeGreaterThan(80);
  });

  test('core files contain no domain words', () => {
    const wrong = found.flatMap(({ path, names }) => {
      const excused = EXCUSED.find(([file]) => file === path)?.[1] ?? [];
      return names.filter((name) => !excused.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every exception is in use', () => {
    const unused = EXCUSED.flatMap(([file, names]) => {
      const there = found.find(({ path }) => path === file)?.names ?? [];
      return names.filter((name) => !there.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});
