import type { Network } from '@/whatsapp/simulator/index.ts';
import { FAULTS, type Fault } from './simulator.schema.ts';

const SLOW_ACK_MS = 8_000;
const BUSY = 503;

/** What is wrong with the network at the moment. */
export class Weather {
  private readonly on = new Set<Fault>();

  constructor(private readonly network: Network) {}

  /** Those that last until they are switched off. */
  get faults(): Fault[] {
    return FAULTS.filter((fault) => this.on.has(fault));
  }

  /** All connections break off; they may come back. */
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
        // What was swallowed stays dead: without this the desk would notice only after half a minute.
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
