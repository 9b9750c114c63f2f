import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import Database from 'libsql';
import {
  containing,
  containsAsTyped,
  containsText,
  searchTerms,
  substringQuery,
  termsQuery,
} from './search.ts';

const textOf = (text: string) => searchTerms(text).map(({ word }) => word);
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

describe('textOf', () => {
  test.each([
    ['as they were typed', 'Bom dia', ['bom', 'dia']],
    ['each once, accents and case aside', 'Ação acao AÇÃO', ['acao']],
    ['accents written apart are no end of a word', 'ac\u0327a\u0303o', ['acao']],
    ['none that another begins with', 'ma mar maria m', ['maria']],
    [
      'of many the longest',
      'um dois de tres a quatro cinco e seis sete oito',
      ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito'],
    ],
    ['of equal ones the first', ALPHABET.join(' '), ALPHABET.slice(0, 8)],
    ['signs are no words', '"* OR (NEAR) \u0301 %_ -', ['or', 'near']],
    ['nothing at all', ' !? ', []],
  ])('%s', (_, text, words) => expect(textOf(text)).toEqual(words));

  test('uses only the text that fits a search field', () => {
    const words = textOf(`${'x'.repeat(150)} ${'y '.repeat(500_000)} zebra`);
    expect(words).toEqual(['x'.repeat(150), 'y']);
    expect(textOf('q'.repeat(1_000_000))).toEqual(['q'.repeat(200)]);
  });
});

describe('index queries', () => {
  let db: Database.Database;
  beforeAll(() => {
    db = new Database(':memory:');
    db.exec(`create virtual table words using fts5(body, tokenize='unicode61 remove_diacritics 2')`);
    db.exec(`create virtual table names using fts5(name, tokenize='trigram remove_diacritics 1')`);
    db.prepare('insert into words values (?)').run('Ação já na Rua Conceição 35 がっこう');
    db.prepare('insert into names values (?)').run('Maria "Mia" Conceição');
  });
  afterAll(() => db.close());

  const finds = (table: string, query: string) =>
    db.prepare(`select rowid from ${table} where ${table} match ?`).all(query).length === 1;

  test.each([
    ['acao conc', true],
    ['ac\u0327a\u0303o', true],
    ['conc nada', false],
    ['conceicao r', true],
    ['r conceicao', false],
    ['3 conceicao', false],
    ['conceicao 3', true],
    ['3', false],
    ['35', true],
    ['がっこう', true],
    ['" OR "', false],
  ])('terms: %s', (text, isFound) => expect(finds('words', termsQuery(text))).toBe(isFound));

  test.each([
    ['ria "M', true],
    ['CEIÇ', true],
    ['nada', false],
  ])('a part of a name: %s', (text, isFound) => expect(finds('names', substringQuery(text))).toBe(isFound));

  test('a query has at most eight terms and a pattern 64 characters', () => {
    expect(termsQuery(ALPHABET.join(' '))).toBe('"a" "b" "c" "d" "e" "f" "g" "h"*');
    const endless = 'ab'.repeat(500_000);
    expect(substringQuery(endless)).toHaveLength(66);
    expect(containing(endless)).toHaveLength(66);
    const { params } = new SQLiteSyncDialect().sqlToQuery(containsAsTyped(endless, sql`x`));
    expect(params[0]).toHaveLength(66);
    expect(containing('50%_')).toBe('%50\\%\\_%');
  });
});

describe('a part of a short text', () => {
  const db = new Database(':memory:');
  afterAll(() => db.close());
  const finds = (typed: string, ...texts: string[]) => {
    const columns = texts.map((text) => sql`${text}`);
    const { sql: query, params } = new SQLiteSyncDialect().sqlToQuery(containsText(typed, ...columns));
    return (db.prepare(`select ${query} as found`).get(...params) as { found: number }).found === 1;
  };

  test.each([
    ['ótimo', 'Ótimo atendimento', true],
    ['OTIMO', 'é ótimo', true],
    ['ótimo', 'otimo', true],
    ['AÇÃO', 'promoção de ação', true],
    ['ñandú', 'NANDU', true],
    ['да', 'ПРАВДА', true],
    ['straße', 'Hauptstraße 1', true],
    ['s', 'ß', false],
    ['がっこう', 'がっこうへ', true],
    ['50%_', 'de 50%_ a 60', true],
    ['50%_', 'de 50 a 60', false],
    ['[a]*?', 'x[A]*?', true],
    ['[a]*?', 'xa', false],
    ['a-z^', 'A-Z^', true],
    ['a-z^', 'm', false],
    [' joão ', 'JOAO Silva', true],
    ['', '', true],
    ['maria', 'mari', false],
  ])('%s in %s: %s', (typed, text, isFound) => expect(finds(typed, text)).toBe(isFound));

  test('one of several columns is enough', () => {
    expect(finds('café', 'chá', 'Cafe')).toBe(true);
    expect(finds('café', 'chá', 'mate')).toBe(false);
  });
});
