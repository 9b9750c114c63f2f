import { io, type Socket } from 'socket.io-client';
import { PASSWORD } from '../support/people.ts';
import type { LiveApp } from './lines.ts';

export type ListedTicket = {
  id: number;
  uuid: string;
  status: string;
  lastMessage: string;
  unreadMessages: number;
  userId: number | null;
  queueId: number | null;
  queue: { id: number } | null;
};
type TicketEvent = { action: string; ticketId?: number; ticket?: ListedTicket };
type MessageEvent = {
  action: string;
  message: { id: string; ticketId: number; body: string; ack: number; mediaUrl: string | null };
  ticket: ListedTicket;
};
type Queues = { id: number; UserQueue: { queueId: number } }[];
type SessionUser = {
  id: number;
  companyId: number;
  profile: string;
  queues: Queues;
  company: { dueDate: string; settings?: { key: string; value: string }[] };
};
type Reply<T> = { status: number; data: T };

export class UnmodifiedClient {
  token = '';
  user: SessionUser = { id: 0, companyId: 0, profile: '', queues: [], company: { dueDate: '' } };
  private jrt = '';
  private readonly sockets: Socket[] = [];

  constructor(
    private readonly live: LiveApp,
    private readonly origin: string,
  ) {}

  async login(email: string, password = PASSWORD): Promise<Reply<{ user: SessionUser }>> {
    const reply = await this.ask<{ token: string; user: SessionUser }>('POST', '/auth/login', {
      email,
      password,
    });
    if (reply.status === 200) ({ token: this.token, user: this.user } = reply.data);
    return reply;
  }

  /** A missing date counts as expired. */
  isExpired(now: Date): boolean {
    return !(new Date(this.user.company.dueDate) > now);
  }

  async refresh(): Promise<number> {
    const reply = await this.ask<{ token: string; user: SessionUser }>('POST', '/auth/refresh_token');
    if (reply.status === 200) ({ token: this.token, user: this.user } = reply.data);
    return reply.status;
  }

  /** Answers a 403 with one refresh and one retry, as the reference does. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    const reply = await this.ask<T>(method, path, body);
    if (reply.status !== 403 || (await this.refresh()) !== 200) return reply;
    return this.ask<T>(method, path, body);
  }

  async tab(join: (socket: Socket) => void = () => undefined): Promise<Socket> {
    const query = { token: this.token };
    const socket = io(this.live.url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      query,
    });
    this.sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('ready', resolve);
      socket.on('connect_error', reject);
    });
    join(socket);
    return socket;
  }

  async list(status: 'open' | 'pending'): Promise<ListedTicket[]> {
    const queueIds = this.user.queues.map(({ UserQueue }) => UserQueue.queueId);
    const query = new URLSearchParams({ status, showAll: 'false', queueIds: JSON.stringify(queueIds) });
    const shown: ListedTicket[] = [];
    const drop = (id: number | undefined) => {
      const at = shown.findIndex((ticket) => ticket.id === id);
      if (at >= 0) shown.splice(at, 1);
    };
    const isMine = ({ userId, queueId }: ListedTicket) =>
      (!userId || userId === this.user.id) && (!queueId || queueIds.includes(queueId));
    const socket = await this.tab((one) => one.emit('joinTickets', status));
    socket.emit('joinNotification');
    socket.on(`company-${this.user.companyId}-ticket`, ({ action, ticketId, ticket }: TicketEvent) => {
      if (action === 'updateUnread') for (const one of shown) if (one.id === ticketId) one.unreadMessages = 0;
      if (action === 'delete') drop(ticketId);
      if (action !== 'update' || !ticket) return;
      if (ticket.queueId && !queueIds.includes(ticket.queueId)) drop(ticket.id);
      else if (isMine(ticket) && ticket.status === status) {
        const at = shown.findIndex(({ id }) => id === ticket.id);
        if (at >= 0) shown[at] = ticket;
        else shown.unshift(ticket);
      }
    });
    socket.on(`company-${this.user.companyId}-appMessage`, ({ action, ticket }: MessageEvent) => {
      if (this.user.profile === 'user' && !queueIds.includes(ticket.queue?.id ?? 0)) return;
      if (action !== 'create' || !isMine(ticket) || ticket.status !== status) return;
      drop(ticket.id);
      shown.unshift(ticket);
    });
    const { data } = await this.call<{ tickets: ListedTicket[] }>('GET', `/tickets?pageNumber=1&${query}`);
    shown.push(...data.tickets);
    return shown;
  }

  async chat(ticketId: number): Promise<Map<string, MessageEvent['message']>> {
    const seen = new Map<string, MessageEvent['message']>();
    const socket = await this.tab((one) => one.emit('joinChatBox', 'undefined'));
    socket.emit('joinChatBox', String(ticketId));
    socket.on(`company-${this.user.companyId}-appMessage`, ({ message }: MessageEvent) => {
      if (message.ticketId === ticketId) seen.set(message.id, message);
    });
    return seen;
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }

  private async ask<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    const headers: Record<string, string> = {
      Accept: 'application/json, text/plain, */*',
      Origin: this.origin,
    };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (this.jrt) headers.Cookie = this.jrt;
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json;charset=UTF-8';
    const payload = isForm || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(this.live.url + path, { method, headers, body: payload });
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('jrt='));
    if (cookie) this.jrt = cookie.split(';')[0] ?? '';
    const text = await response.text();
    return { status: response.status, data: (/^[[{]/.test(text) ? JSON.parse(text) : text) as T };
  }
}
