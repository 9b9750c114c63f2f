import { expect, test } from 'bun:test';
import { personPage } from './person-page.ts';

const words = {
  ...{
    language: 'en' as const,
    title: 'Personal data',
    made: 'Made on',
    company: 'Company',
    person: 'Person',
  },
  ...{ file: 'file', messages: 'Messages', parts: { contact: 'Contact', notes: 'Notes' } },
  columns: { name: 'Name', number: 'Number', email: 'E-mail', created_at: 'Recorded on' },
} as const;
const HOSTILE = `"><script src=//evil.test></script><img src=x onerror='alert(1)'>`;

const page = (name: string) =>
  personPage(
    {
      contact: [{ name, number: '5531', email: '', created_at: '2026-03-10T15:00:00.000Z' }],
      notes: [],
      messages: [
        {
          body: name,
          from_me: 0,
          sent_at: '2026-03-10T15:00:00.000Z',
          media_path: 'a/b.jpg',
          media_name: name,
        },
      ],
    },
    { words, timeZone: 'America/Sao_Paulo' },
  );

test('escapes all foreign text, leaving the tags unchanged', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g);
  expect(tagsOf(page(HOSTILE))).toEqual(tagsOf(page('Maria')));
  expect(page(HOSTILE)).not.toMatch(/<script|<img/);
});

test('omits empty fields, labels columns and formats times for the reader', () => {
  const html = page('Maria');
  expect(html).toContain('<th scope="col">Recorded on</th>');
  expect(html).toContain('March 10, 2026 at 12:00');
  expect(html).not.toMatch(/E-mail|Notes|created_at|2026-03-10T/);
  expect(html).toContain('<a href="media/a/b.jpg">Maria</a>');
});
