export type AuditArea = 'company' | 'platform';

const rootOf = (area: AuditArea) => (area === 'company' ? '/audit' : '/platform/audit');

export const auditPaths = {
  list: (area: AuditArea) => rootOf(area),
  entry: (area: AuditArea, id: number) => `${rootOf(area)}/entries/${id}`,
  check: (area: AuditArea) => `${rootOf(area)}/check`,
  csv: (area: AuditArea, query: Record<string, string>) =>
    `${rootOf(area)}/export.csv?${new URLSearchParams(query)}`,
  retention: () => '/audit/retention',
};
