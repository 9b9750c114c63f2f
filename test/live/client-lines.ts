import { PEOPLE, type PersonName } from '@test/support/people.ts';
import { type ClientLine, type LiveApp, until } from './lines.ts';

export type Clients = {
  connect(name: PersonName): Promise<ClientLine>;
  ask(line: ClientLine, event: string, ...args: unknown[]): Promise<void>;
  caughtUp(line: ClientLine): Promise<void>;
};

export function clientsOf(live: LiveApp): Clients {
  const owners = new Map<ClientLine, PersonName>();

  async function connect(name: PersonName): Promise<ClientLine> {
    const line = live.client(await live.token(name));
    await until(() => line.state === 'ready', `${name} is ready`);
    owners.set(line, name);
    return line;
  }

  async function ask(line: ClientLine, event: string, ...args: unknown[]): Promise<void> {
    line.socket.emit(event, ...args);
    await caughtUp(line);
  }

  async function caughtUp(line: ClientLine): Promise<void> {
    const { company } = PEOPLE[owners.get(line) ?? 'ana'];
    await line.socket.emitWithAck('userStatus');
    await live.testApp.settle();
    const ring = live.ring(company);
    await until(() => line.events.some((event) => event.name.endsWith(ring)), 'the client rings');
  }

  return { connect, ask, caughtUp };
}
