import type { DatabaseFile } from '../../core/db/open-file.ts';
import type { Finding } from './finding.ts';

type SearchIndex = { table: string; columns: string; of: string; where: string; tokenize: string };

const TRIGRAM = 'trigram remove_diacritics 1';

export const SEARCH_INDEXES: SearchIndex[] = [
  {
    table: 'messages_fts',
    columns: 'body',
    of: 'messages',
    where: "body <> '' and media_type not in ('locationMessage', 'unknown')",
    tokenize: 'unicode61 remove_diacritics 2',
  },
  { table: 'contacts_fts', columns: 'name, number', of: 'contacts', where: 'true', tokenize: TRIGRAM },
  {
    table: 'audit_entries_fts',
    columns: 'subject_name, person_name',
    of: 'audit_entries',
    where: 'true',
    tokenize: TRIGRAM,
  },
];

export function checkSearch(database: DatabaseFile): Finding[] {
  return SEARCH_INDEXES.filter(({ table }) => hasTable(database, table)).flatMap((index) => {
    const terms = differingTerms(database, index);
    if (terms === 0) return [];
    const what = `the search index of ${index.of} differs from them in ${terms} words: searching finds too little, or what is gone`;
    return [{ what, mend: (writable) => rebuild(writable, index) }];
  });
}

function differingTerms(
  database: DatabaseFile,
  { table, columns, of, where, tokenize }: SearchIndex,
): number {
  const steps = [
    `create virtual table temp.wanted using fts5(${columns}, content='', tokenize='${tokenize}')`,
    `insert into temp.wanted(rowid, ${columns}) select id, ${columns} from main.${of} where ${where}`,
    `create virtual table temp.wanted_words using fts5vocab('temp', 'wanted', 'row')`,
    `create virtual table temp.found_words using fts5vocab('main', '${table}', 'row')`,
  ];
  database.exec('begin');
  try {
    for (const step of steps) database.exec(step);
    const more = (one: string, other: string) => {
      const sql = `select count(distinct term) as n from (select * from temp.${one} except select * from temp.${other})`;
      return (database.prepare(sql).get() as { n: number }).n;
    };
    return Math.max(more('wanted_words', 'found_words'), more('found_words', 'wanted_words'));
  } finally {
    database.exec('rollback');
  }
}

function rebuild(database: DatabaseFile, { table, columns, of, where }: SearchIndex): void {
  database.transaction(() => {
    database.exec(`insert into ${table}(${table}) values ('delete-all')`);
    database.exec(`insert into ${table}(rowid, ${columns}) select id, ${columns} from ${of} where ${where}`);
  })();
}

function hasTable(database: DatabaseFile, name: string): boolean {
  return database.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined;
}
