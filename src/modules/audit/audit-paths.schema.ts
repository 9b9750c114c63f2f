/** The company's and, for those who run it, the platform's. */
export type AuditPlace = 'company' | 'platform';

const rootOf = (place: AuditPlace) => (place === 'company' ? '/audit' : '/platform/audit');

export const auditPaths = {
  list: (place: AuditPlace) => rootOf(place),
  entry: (place: AuditPlace, id: number) => `${rootOf(place)}/entries/${id}`,
  check: (place: AuditPlace) => `${rootOf(place)}/check`,
  csv: (place: AuditPlace, query: Record<string, string>) =>
    `${rootOf(place)}/export.csv?${new URLSearchParams(query)}`,
  retention: () => '/audit/retention',
};
