import { describe, expect, test } from 'bun:test';
import type { UserActor } from '../scope.ts';
import { createHub, type Hub, type LiveMessage, type LiveSocket } from './hub.ts';

type TestSocket = LiveSocket & { received: string[]; frames: string[]; closed: string[] };

function person(id: number, companyId = 1, more: Partial<UserActor> = {}): UserActor {
  return {
    kind: 'user',
    id,
    companyId,
    name: `P${id}`,
    email: `p${id}@x.test`,
    profile: 'user',
    super: false,
    queueIds: [],
    allTicket: false,
    connectionId: null,
    session: `s${id}`,
    ...more,
  };
}

function listen(hub: Hub, actor: UserActor): TestSocket {
  const socket: TestSocket = {
    actor,
    received: [],
    frames: [],
    closed: [],
    deliver(message, frame) {
      socket.received.push(message.channel);
      socket.frames.push(frame);
    },
    close(reason) {
      socket.closed.push(reason);
      hub.remove(socket);
    },
  };
  hub.add(socket);
  return socket;
}

const publish = (channel: string, canReceive: LiveMessage['canReceive'] = () => true): LiveMessage => ({
  channel,
  data: { n: 1 },
  canReceive,
});

describe('delivery', () => {
  test('checks for each socket whether its user may receive it', () => {
    const hub = createHub();
    const [admin, agent] = [listen(hub, person(1, 1, { profile: 'admin' })), listen(hub, person(2))];
    hub.deliver(
      1,
      publish('secret', ({ profile }) => profile === 'admin'),
    );
    expect([admin.received, agent.received]).toEqual([['secret'], []]);
  });

  test('stays within the company whatever the rule allows', () => {
    const hub = createHub();
    const other = listen(hub, person(1, 2));
    hub.deliver(1, publish('anything'));
    expect(other.received).toEqual([]);
    expect([hub.hasListeners(1), hub.hasListeners(2)]).toEqual([false, true]);
  });

  test('serialises the frame identically for all sockets', () => {
    const hub = createHub();
    const listening = [listen(hub, person(1)), listen(hub, person(2))];
    hub.deliver(1, publish('x'));
    expect(listening.map(({ frames }) => frames[0])).toEqual([
      '{"channel":"x","data":{"n":1}}',
      '{"channel":"x","data":{"n":1}}',
    ]);
  });

  test('uses the current permissions and preserves the session of a socket', () => {
    const hub = createHub();
    const socket = listen(hub, person(1, 1, { queueIds: [5] }));
    const ofQueue = ({ queueIds }: UserActor) => queueIds.includes(5);
    hub.deliver(1, publish('before', ofQueue));
    hub.replaceActor(person(1, 1, { queueIds: [], session: '' }));
    hub.deliver(1, publish('after', ofQueue));
    expect(socket.received).toEqual(['before']);
    expect(socket.actor.session).toBe('s1');
  });

  test('treats the same user id in another company as another user', () => {
    const hub = createHub();
    const other = listen(hub, person(1, 2));
    hub.replaceActor(person(1, 1, { profile: 'admin' }));
    expect(other.actor.profile).toBe('user');
    hub.closeUser(1, 1, 'kicked');
    expect(other.closed).toEqual([]);
  });
});

describe('closing', () => {
  test('closes the sockets of a session, a user, a company or everybody', () => {
    const hub = createHub();
    const one = listen(hub, person(1, 1, { session: 'a' }));
    const two = listen(hub, person(1, 1, { session: 'b' }));
    const three = listen(hub, person(3));
    hub.closeSession('a', 'expired');
    expect([one.closed, two.closed]).toEqual([['expired'], []]);
    hub.closeUser(1, 1, 'kicked', ['b']);
    expect(two.closed).toEqual([]);
    hub.closeUser(1, 1, 'kicked');
    expect([two.closed, three.closed]).toEqual([['kicked'], []]);
    const four = listen(hub, person(1, 2));
    hub.closeCompany(1, 'expired');
    expect([three.closed, four.closed]).toEqual([['expired'], []]);
    hub.closeAll();
    expect(four.closed).toEqual(['shutdown']);
    expect(hub.size).toBe(0);
  });
});

test('presence is reported for the first and the last socket of a user', () => {
  const hub = createHub();
  const reported: string[] = [];
  hub.onPresence((companyId, userId, isHere) => reported.push(`${companyId}/${userId} ${isHere}`));
  const one = listen(hub, person(1));
  const two = listen(hub, person(1));
  expect(hub.countOf(1, 1)).toBe(2);
  hub.remove(one);
  hub.remove(one);
  expect(reported).toEqual(['1/1 true']);
  hub.remove(two);
  expect(reported).toEqual(['1/1 true', '1/1 false']);
});
