import { users } from '@db/tenant/schema/index.ts';
import { PEOPLE, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { type ClientLine, type LiveDesk, until } from './lines.ts';

export type Clients = {
  connect(name: PersonName): Promise<ClientLine>;
  ask(line: ClientLine, event: string, ...args: unknown[]): Promise<void>;
  caughtUp(line: ClientLine): Promise<void>;
};

/** Socket.IO clients of the desk's people. */
export function clientsOf(live: LiveDesk): Clients {
  const owners = new Map<ClientLine, PersonName>();

  async function connect(name: PersonName): Promise<ClientLine> {
    const line = live.client(await live.token(name));
    await until(() => line.state === 'ready', `${name} is ready`);
    owners.set(line, name);
    return line;
  }

  /** Asks for something and waits until the server has come to it. */
  async function ask(line: ClientLine, event: string, ...args: unknown[]): Promise<void> {
    line.socket.emit(event, ...args);
    await caughtUp(line);
  }

  /** What the client has asked is done, and what was told until now has arrived. */
  async function caughtUp(line: ClientLine): Promise<void> {
    const name = owners.get(line) ?? 'ana';
    const { company } = PEOPLE[name];
    await beat(line, name);
    await live.desk.settle();
    const ring = live.ring(company);
    await until(() => line.events.some((event) => event.name.endsWith(ring)), 'the client rings');
  }

  /** Frames of one socket keep their order: when the heartbeat is stored, all that was asked before is known. */
  async function beat(line: ClientLine, name: PersonName): Promise<void> {
    const scope = await live.desk.systemScope(PEOPLE[name].company);
    live.desk.clock.advance(1);
    const now = live.desk.clock.now.getTime();
    line.socket.emit('userStatus');
    const mine = eq(users.id, live.desk.cast.userId[name]);
    while ((await scope.db.query.users.findFirst({ where: mine }))?.seenAt?.getTime() !== now)
      await Bun.sleep(1);
  }

  return { connect, ask, caughtUp };
}
