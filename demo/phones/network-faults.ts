import type { Network } from '@demo/whatsapp/index.ts';
import { FAULTS, type Fault } from './simulator.schema.ts';

const SLOW_ACK_MS = 8_000;
const BUSY = 503;

export class Weather {
  private readonly on = new Set<Fault>();

  constructor(private readonly network: Network) {}

  get faults(): Fault[] {
    return FAULTS.filter((fault) => this.on.has(fault));
  }

  cut(): void {
    this.network.faults.cut();
  }

  async set(fault: Fault, isOn: boolean): Promise<void> {
    if (isOn) this.on.add(fault);
    else this.on.delete(fault);
    const { faults, media } = this.network;
    switch (fault) {
      case 'refuse':
        if (!isOn) return faults.accept();
        faults.refuse();
        return faults.cut();
      case 'mute':
        if (isOn) return faults.mute();
        faults.unmute();
        // Swallowed stanzas are lost; without a cut the server would notice only after 30 s.
        return faults.cut();
      case 'delayAcks':
        return faults.delayAcks(isOn ? SLOW_ACK_MS : 0);
      case 'failMedia':
        media.failDownloads = isOn ? BUSY : null;
        media.failUploads = isOn ? BUSY : null;
    }
  }

  async clear(): Promise<void> {
    for (const fault of this.faults) await this.set(fault, false);
  }
}
