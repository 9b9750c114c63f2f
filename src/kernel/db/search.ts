/** Lower case without accents: how names are compared and searched ("Ação" is found by "acao"). */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** A LIKE pattern that takes the reader's `%` and `_` literally; use with `ESCAPE '\'`. */
export function containing(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`;
}
