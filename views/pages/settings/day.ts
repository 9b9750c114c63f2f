/** `dd/MM/yyyy`, or `dd/MM` for a yearly day. Takes `yyyy-MM-dd`. */
export function formatDay({ day, isYearly }: { day: string; isYearly: boolean }): string {
  const [year, month, date] = day.split('-');
  return isYearly ? `${date}/${month}` : `${date}/${month}/${year}`;
}
