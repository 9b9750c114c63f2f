import type { PlatformListener } from '@/kernel/bus.ts';

export interface CompanyFilePlatformEvents {
  /** One began, went on, ended or is gone. */
  'company-export.changed': { companyId: number };
  'company-import.changed': null;
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

export const tellImportChanged: PlatformListener<'company-import.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'companyImport', data: null, canHear: (actor) => actor.super });
