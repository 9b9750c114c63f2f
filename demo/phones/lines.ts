import type { Network, Phone } from '@demo/whatsapp/index.ts';
import type { Kernel } from '@/core/scope.ts';
import { systemScope } from '@/core/scope.ts';
import { getCompany, listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import type { SessionTarget } from '@/whatsapp/port.ts';
import type { LineView } from './simulator.schema.ts';

/** `qrcode` is the text to scan, '' when there is none. */
export type Line = { view: LineView; phone: Phone; qrcode: string };

export class Lines {
  /** Numbers of paired phones; a connection loses its own when it is logged out. */
  private readonly numbers = new Map<string, string>();
  private known: Line[] = [];

  constructor(
    private readonly kernel: Kernel,
    private readonly network: Network,
  ) {}

  get all(): readonly Line[] {
    return this.known;
  }

  find({ companyId, connectionId }: SessionTarget): Line | undefined {
    return this.known.find(({ view }) => view.companyId === companyId && view.connectionId === connectionId);
  }

  async refresh(): Promise<readonly Line[]> {
    const found: Line[] = [];
    for (const companyId of await listCompanyIds(this.kernel)) {
      const { name: companyName } = await getCompany(this.kernel, companyId);
      const scope = await systemScope(this.kernel, companyId);
      for (const connection of await listConnections(scope)) {
        const target = { companyId, connectionId: connection.id };
        const phone = this.phoneOf(target, connection.number, connection.name);
        const view = {
          ...target,
          companyName,
          name: connection.name,
          status: connection.status,
          hasQr: connection.qrcode !== '',
          hasCode: connection.pairingCode !== '',
          number: phone.number,
          devices: phone.devices.size,
        };
        found.push({ view, phone, qrcode: connection.qrcode });
      }
    }
    this.known = found;
    return found;
  }

  remember(target: SessionTarget, number: string): void {
    this.numbers.set(nameOf(target), number);
  }

  private phoneOf(target: SessionTarget, paired: string | null, name: string): Phone {
    if (paired) this.remember(target, paired);
    const number = this.numbers.get(nameOf(target)) ?? numberFor(target);
    return this.network.phone({ number, name });
  }
}

export const nameOf = ({ companyId, connectionId }: SessionTarget) => `${companyId}:${connectionId}`;

export function numberFor({ companyId, connectionId }: SessionTarget): string {
  return `55114${String(companyId).padStart(4, '0')}${String(connectionId).padStart(3, '0')}`;
}
