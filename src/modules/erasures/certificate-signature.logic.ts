import { createHash } from 'node:crypto';
import { type CompanyCounts, ERASURE_COUNTS, type ErasureCounts } from './erasures.schema.ts';

type Certified = {
  uuid: string;
  askedAt: Date;
  endedAt: Date | null;
  counts: ErasureCounts;
  backupsUntil: Date | null;
  personHash: string;
};

/** Signs what the certificate says, in this order, so that a printed one can be compared. */
export function signatureOf(companyId: number, row: Certified): string {
  const moments = [row.askedAt, row.endedAt, row.backupsUntil].map((at) => at?.toISOString() ?? null);
  const counts = ERASURE_COUNTS.map((what) => row.counts[what]);
  return hashed([companyId, row.uuid, ...moments, ...counts, row.personHash]);
}

type CertifiedCompany = Omit<Certified, 'counts' | 'personHash'> & {
  companyId: number;
  counts: CompanyCounts;
  nameHash: string;
};

export function companySignatureOf({ companyId, uuid, counts, nameHash, ...row }: CertifiedCompany): string {
  const moments = [row.askedAt, row.endedAt, row.backupsUntil].map((at) => at?.toISOString() ?? null);
  const { people, files, bytes, objects } = counts;
  return hashed([companyId, uuid, ...moments, people, files, bytes, objects, nameHash]);
}

const hashed = (values: unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex');
