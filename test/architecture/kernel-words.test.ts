import { describe, expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

/** What the desk is about, as parts of names: `ticketId`, `joinTickets` and `'company-7-ticket'` all speak of tickets. */
const DOMAIN = (
  'ticket contact customer campaign tag kanban chat chatbot conversation prompt invoice announcement schedule todo ' +
  'help whatsapp whats baileys jid department attendance tracking rating wallet'
).split(' ');
/** Words that a kernel has uses of its own for; together with another they are the desk's. */
const DOMAIN_PAIRS = (
  'queue id,queue ids,queue option,queue options,connection id,message id,app message,quick message,' +
  'quick messages,contact list,file list,integration id'
).split(',');

const EXCUSED: [path: string, names: string[], reason: string][] = [
  ['scope.ts', ['queueIds', 'allTicket', 'connectionId'], 'an actor carries what policies ask about them'],
  ['ids.ts', ['messageId'], 'all chance comes from one place'],
  ['secrets.ts', ['getAuthTag', 'setAuthTag'], "AES-GCM's word"],
  ['i18n.ts', ['tag'], 'of a language'],
  ['http/shown-forms.ts', ['tagName', 'onEndTag'], 'of markup'],
];

/** All names of a file, in code and in its texts. Comments, which give examples, stand on lines of their own. */
function namesIn(text: string): string[] {
  const code = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return [...new Set(code.join('\n').match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

function isOfTheDesk(name: string): boolean {
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

const found = listSources('{ts,tsx}', ['src/kernel'])
  .filter(isShipped)
  .map(({ path, text }) => ({
    path: path.slice('src/kernel/'.length),
    names: namesIn(text).filter(isOfTheDesk),
  }));

describe('the kernel knows no word of the desk but company and actor', () => {
  test('the scanner sees them, in names and in texts', () => {
    const text =
      "// a ticket\n * a ticket\nconst about = { ticketId, on: 'joinTickets', queueIds, x: 'company-7-tag' };";
    expect(namesIn(text).filter(isOfTheDesk)).toEqual(['ticketId', 'joinTickets', 'queueIds', 'tag']);
    expect(['queue', 'WriteQueue', 'message', 'stage', 'notify'].filter(isOfTheDesk)).toEqual([]);
    expect(found.length).toBeGreaterThan(80);
  });

  test('and neither do its files', () => {
    const wrong = found.flatMap(({ path, names }) => {
      const excused = EXCUSED.find(([file]) => file === path)?.[1] ?? [];
      return names.filter((name) => !excused.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('no excuse is out of use', () => {
    const unused = EXCUSED.flatMap(([file, names]) => {
      const there = found.find(({ path }) => path === file)?.names ?? [];
      return names.filter((name) => !there.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});
