const INTRO = Buffer.from([0x57, 0x41, 6, 3]);
const EDGE_INTRO = Buffer.from('ED\0\x01');

/** An intro once, then frames: 3 bytes of length and a payload. */
export class FrameReader {
  private bytes: Buffer = Buffer.alloc(0);
  private greeted = false;

  push(chunk: Uint8Array): Buffer[] {
    this.bytes = Buffer.concat([this.bytes, chunk]);
    const frames: Buffer[] = [];
    if (!this.greeted && !this.readIntro()) return frames;
    while (this.bytes.length >= 3) {
      const end = 3 + this.bytes.readUIntBE(0, 3);
      if (this.bytes.length < end) break;
      frames.push(this.bytes.subarray(3, end));
      this.bytes = this.bytes.subarray(end);
    }
    return frames;
  }

  private readIntro(): boolean {
    if (this.bytes.subarray(0, 4).equals(EDGE_INTRO)) {
      if (this.bytes.length < 7) return false;
      const end = 7 + this.bytes.readUIntBE(4, 3);
      if (this.bytes.length < end) return false;
      this.bytes = this.bytes.subarray(end);
    }
    if (this.bytes.length < INTRO.length) return false;
    if (!this.bytes.subarray(0, INTRO.length).equals(INTRO)) throw new Error('not a WhatsApp client');
    this.bytes = this.bytes.subarray(INTRO.length);
    this.greeted = true;
    return true;
  }
}

export function frame(payload: Uint8Array): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntBE(payload.length, 0, 3);
  return Buffer.concat([header, payload]);
}
