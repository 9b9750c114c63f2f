/** Caches must not keep a copy of the address book. */
export const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="contatos.csv"',
  'Cache-Control': 'private, no-store',
};
