import type { Ticks } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import type { FairScheduler } from '../../queue/fair-scheduler.ts';
import type { LockWait } from '../driver/wait-for-lock.ts';
import type { SlowReads } from '../slow-reads/slow-reads.ts';
import type { Ahead, Hibernation } from './hibernation.ts';
import type { TenantDatabase } from './tenants.ts';

export type Tenants = {
  /** The only call that creates a company's database. `furnish` fills it before it appears. */
  create(companyId: number, furnish?: Furnish): Promise<void>;
  /** May be cached: reopens at its next use. Throws ERR_COMPANY_DATA_MISSING, ERR_COMPANY_DATA_DAMAGED. */
  open(companyId: number): Promise<TenantDatabase>;
  peek(companyId: number): Promise<TenantDatabase> | undefined;
  ahead(companyId: number): Ahead | undefined;
  folder(companyId: number): string;
  firstFree(from: number): Promise<number>;
  /** Closes databases that were idle for a minute and have nothing due; returns how many. */
  sweep(): Promise<number>;
  hibernate(companyId: number): Promise<boolean>;
  /** Closes the database, moves the folder and prevents reopening. Idempotent. */
  moveAway(companyId: number, to: string): Promise<void>;
  bringBack(companyId: number, from: string): Promise<void>;
  /** Deletes what is in none of its folders, which the caller deletes. Idempotent. */
  erase(companyId: number): Promise<void>;
  /** Closes the database while `swap` replaces it. Callers that open it meanwhile wait for the new one. */
  replace<T>(companyId: number, swap: () => Promise<T>): Promise<T>;
  isThere(companyId: number): boolean;
  openIds(): number[];
  failingIds(): number[];
  readonly size: number;
  readonly most: number;
  closeAll(): Promise<void>;
};

export type Furnish = (database: TenantDatabase) => Promise<void>;

export type TenantsOptions = {
  dataDir: string;
  ticks: Ticks;
  most?: number;
  template?: string;
  scheduler?: FairScheduler;
  slowReads?: SlowReads;
  log?: Logger;
  lockWait?: LockWait;
  hibernating?: {
    hibernation: Hibernation;
    lookAhead(companyId: number, database: TenantDatabase): Promise<Ahead | undefined>;
    now(): Date;
  };
};
