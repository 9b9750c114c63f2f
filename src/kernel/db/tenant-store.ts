import type { Ticks } from '../clock.ts';
import type { CompanyTurns } from '../company-turns.ts';
import type { Logger } from '../log.ts';
import type { Patience } from './patience.ts';
import type { Ahead, Resting } from './resting.ts';
import type { SlowReads } from './slow-reads.ts';
import type { TenantDatabase } from './tenants.ts';

export type Tenants = {
  /** The only call that creates a company's database. `furnish` fills it before it appears. */
  create(companyId: number, furnish?: Furnish): Promise<void>;
  /**
   * The result may be kept: a database closed meanwhile opens at its next use. Throws ERR_COMPANY_DATA_MISSING,
   * ERR_COMPANY_DATA_DAMAGED.
   */
  open(companyId: number): Promise<TenantDatabase>;
  peek(companyId: number): Promise<TenantDatabase> | undefined;
  ahead(companyId: number): Ahead | undefined;
  folder(companyId: number): string;
  /** Closes databases that were idle for a minute and have nothing due; returns how many. */
  sweep(): Promise<number>;
  rest(companyId: number): Promise<boolean>;
  /** Closes the database, moves the folder, and opens nothing of it any more. Can be repeated. */
  moveAway(companyId: number, to: string): Promise<void>;
  /** The other way round. */
  bringBack(companyId: number, from: string): Promise<void>;
  /** Closes the database for good while `swap` puts another one into its place. Who opens it meanwhile waits for that one. */
  replace<T>(companyId: number, swap: () => Promise<T>): Promise<T>;
  isThere(companyId: number): boolean;
  openIds(): number[];
  failingIds(): number[];
  readonly size: number;
  closeAll(): Promise<void>;
};

export type Furnish = (database: TenantDatabase) => Promise<void>;

export type TenantsOptions = {
  dataDir: string;
  ticks: Ticks;
  most?: number;
  template?: string;
  turns?: CompanyTurns;
  slowReads?: SlowReads;
  log?: Logger;
  patience?: Patience;
  rest?: {
    keeper: Resting;
    look(companyId: number, database: TenantDatabase): Promise<Ahead | undefined>;
    now(): Date;
  };
};
