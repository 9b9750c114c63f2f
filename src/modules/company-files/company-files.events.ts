import type { PlatformListener } from '@/kernel/bus.ts';

export interface CompanyFilePlatformEvents {
  /** One began, went on, ended or is gone. */
  'company-export.changed': { companyId: number };
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends CompanyFilePlatformEvents {}
}

export const tellExportChanged: PlatformListener<'company-export.changed'> = ({ kernel }, { companyId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'companyExport',
    data: null,
    canHear: ({ profile }) => profile === 'admin',
  });
