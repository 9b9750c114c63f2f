/** The row of an insert's `returning()`; not for one that may do nothing on a conflict. */
export function insertedRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('an insert returned no row');
  return row;
}
