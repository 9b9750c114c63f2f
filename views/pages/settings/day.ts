/** `dd/MM/yyyy`, and `dd/MM` of a day that comes every year. Takes `yyyy-MM-dd`. */
export function formatDay({ day, isYearly }: { day: string; isYearly: boolean }): string {
  const [year, month, date] = day.split('-');
  return isYearly ? `${date}/${month}` : `${date}/${month}/${year}`;
}
