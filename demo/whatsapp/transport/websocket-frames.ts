export type WebSocketMessage = { opcode: number; payload: Buffer };

/** RFC 6455 §5: clients mask their frames; fragments are joined. */
export class MessageReader {
  private bytes: Buffer = Buffer.alloc(0);
  private fragments: Buffer[] = [];
  private opcode = 0;

  push(chunk: Buffer): WebSocketMessage[] {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    const messages: WebSocketMessage[] = [];
    for (let read = this.readFrame(); read; read = this.readFrame()) {
      const message = this.join(read);
      if (message) messages.push(message);
    }
    return messages;
  }

  private readFrame(): { final: boolean; opcode: number; payload: Buffer } | null {
    if (this.bytes.length < 2) return null;
    const first = this.bytes.readUInt8(0);
    const second = this.bytes.readUInt8(1);
    let length = second & 0x7f;
    let offset = 2;
    if (length === 126) {
      if (this.bytes.length < 4) return null;
      length = this.bytes.readUInt16BE(2);
      offset = 4;
    } else if (length === 127) {
      if (this.bytes.length < 10) return null;
      length = Number(this.bytes.readBigUInt64BE(2));
      offset = 10;
    }
    const masked = (second & 0x80) !== 0;
    const start = offset + (masked ? 4 : 0);
    if (this.bytes.length < start + length) return null;
    const payload = Buffer.from(this.bytes.subarray(start, start + length));
    if (masked) unmask(payload, this.bytes.subarray(offset, start));
    this.bytes = this.bytes.subarray(start + length);
    return { final: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
  }

  private join(read: { final: boolean; opcode: number; payload: Buffer }): WebSocketMessage | null {
    if (read.opcode >= 0x8) return read;
    if (read.opcode !== 0) this.opcode = read.opcode;
    this.fragments.push(read.payload);
    if (!read.final) return null;
    const message = { opcode: this.opcode, payload: Buffer.concat(this.fragments) };
    this.fragments = [];
    return message;
  }
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let index = 0; index < payload.length; index += 1) {
    payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  }
}
