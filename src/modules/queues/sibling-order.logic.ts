export function assigned<T extends { id: number }>(list: T[], id: number, beforeId: number | null): T[] {
  if (id === beforeId) return list;
  const moved = list.filter((one) => one.id === id);
  const others = list.filter((one) => one.id !== id);
  const at = others.findIndex((one) => one.id === beforeId);
  return at === -1 ? [...others, ...moved] : others.toSpliced(at, 0, ...moved);
}
