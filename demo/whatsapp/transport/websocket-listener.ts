import { createHash } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { MessageReader } from './websocket-frames.ts';

export type Admission = 'accept' | 'stall' | { status: number };

export type PeerHandlers = { message(bytes: Buffer): void; close(): void };

/** Built on bare TCP: a WebSocket library always answers a close; a dead network answers nothing. */
export class Peer {
  handlers: PeerHandlers = { message: () => {}, close: () => {} };
  private muted = false;
  private readonly reader = new MessageReader();

  constructor(private readonly socket: Socket) {}

  send(bytes: Uint8Array): void {
    this.write(0x82, bytes);
  }

  close(): void {
    this.write(0x88, Buffer.from([0x03, 0xe8]));
    if (!this.muted) this.socket.end();
  }

  cut(): void {
    this.socket.destroy();
  }

  mute(): void {
    this.muted = true;
  }

  receive(chunk: Buffer): void {
    if (this.muted) return;
    for (const { opcode, payload } of this.reader.push(chunk)) {
      if (opcode === 0x8) this.close();
      else if (opcode === 0x9) this.write(0x8a, payload);
      else if (opcode === 0x1 || opcode === 0x2) this.handlers.message(payload);
    }
  }

  end(): void {
    if (!this.muted) this.socket.end();
  }

  private write(first: number, payload: Uint8Array): void {
    if (this.muted || !this.socket.writable) return;
    this.socket.write(Buffer.concat([header(first, payload.length), payload]));
  }
}

export class WebSocketListener {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  port: number;

  constructor(
    port: number,
    private readonly admit: () => Admission,
    private readonly connected: (peer: Peer) => void,
  ) {
    this.port = port;
  }

  async open(): Promise<void> {
    if (this.server) return;
    const server = createServer({ allowHalfOpen: true }, (socket) => this.greet(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address && typeof address === 'object') this.port = address.port;
    this.server = server;
  }

  close(): void {
    this.server?.close();
    this.server = null;
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private greet(socket: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    const peer = new Peer(socket);
    let head: Buffer | null = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (head === null) return peer.receive(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const rest = head.subarray(end + 4);
      const request = head.toString('latin1', 0, end);
      head = null;
      this.upgrade(socket, peer, request);
      if (rest.length > 0) peer.receive(rest);
    });
    socket.on('end', () => peer.end());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.sockets.delete(socket);
      peer.handlers.close();
    });
  }

  private upgrade(socket: Socket, peer: Peer, request: string): void {
    const admission = this.admit();
    if (admission === 'stall') {
      peer.mute();
      return;
    }
    const key = /^sec-websocket-key:\s*(\S+)/im.exec(request)?.[1];
    const status = admission === 'accept' ? (key ? 101 : 400) : admission.status;
    if (status !== 101 || !key) {
      socket.end(`HTTP/1.1 ${status} Simulated\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    this.connected(peer);
  }
}

function header(first: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) {
    const short = Buffer.from([first, 126, 0, 0]);
    short.writeUInt16BE(length, 2);
    return short;
  }
  const long = Buffer.alloc(10);
  long[0] = first;
  long[1] = 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
