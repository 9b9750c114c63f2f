import { describe, expect, test } from 'bun:test';
import type { UserActor } from '../scope.ts';
import { createHub, type Hub, type LiveMessage, type LiveSocket } from './hub.ts';

type Ear = LiveSocket & { heard: string[]; frames: string[]; closed: string[] };

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

function listen(hub: Hub, actor: UserActor): Ear {
  const ear: Ear = {
    actor,
    heard: [],
    frames: [],
    closed: [],
    deliver(message, frame) {
      ear.heard.push(message.channel);
      ear.frames.push(frame);
    },
    close(reason) {
      ear.closed.push(reason);
      hub.remove(ear);
    },
  };
  hub.add(ear);
  return ear;
}

const say = (channel: string, canHear: LiveMessage['canHear'] = () => true): LiveMessage => ({
  channel,
  data: { n: 1 },
  canHear,
});

describe('delivery', () => {
  test('asks for each socket whether its person may hear', () => {
    const hub = createHub();
    const [admin, agent] = [listen(hub, person(1, 1, { profile: 'admin' })), listen(hub, person(2))];
    hub.deliver(
      1,
      say('secret', ({ profile }) => profile === 'admin'),
    );
    expect([admin.heard, agent.heard]).toEqual([['secret'], []]);
  });

  test('stays in the company, whatever the rule says', () => {
    const hub = createHub();
    const other = listen(hub, person(1, 2));
    hub.deliver(1, say('anything'));
    expect(other.heard).toEqual([]);
    expect([hub.hasListeners(1), hub.hasListeners(2)]).toEqual([false, true]);
  });

  test('writes the frame once for all', () => {
    const hub = createHub();
    const ears = [listen(hub, person(1)), listen(hub, person(2))];
    hub.deliver(1, say('x'));
    expect(ears.map(({ frames }) => frames[0])).toEqual([
      '{"channel":"x","data":{"n":1}}',
      '{"channel":"x","data":{"n":1}}',
    ]);
  });

  test('asks with the rights of now, and keeps whose session it is', () => {
    const hub = createHub();
    const ear = listen(hub, person(1, 1, { queueIds: [5] }));
    const ofQueue = ({ queueIds }: UserActor) => queueIds.includes(5);
    hub.deliver(1, say('before', ofQueue));
    hub.replaceActor(person(1, 1, { queueIds: [], session: '' }));
    hub.deliver(1, say('after', ofQueue));
    expect(ear.heard).toEqual(['before']);
    expect(ear.actor.session).toBe('s1');
  });

  test('the same id in another company is another person', () => {
    const hub = createHub();
    const other = listen(hub, person(1, 2));
    hub.replaceActor(person(1, 1, { profile: 'admin' }));
    expect(other.actor.profile).toBe('user');
    hub.closeUser(1, 1, 'kicked');
    expect(other.closed).toEqual([]);
  });
});

describe('closing', () => {
  test('a session, a person, a company, everybody', () => {
    const hub = createHub();
    const one = listen(hub, person(1, 1, { session: 'a' }));
    const two = listen(hub, person(1, 1, { session: 'b' }));
    const three = listen(hub, person(3));
    hub.closeSession('a', 'expired');
    expect([one.closed, two.closed]).toEqual([['expired'], []]);
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

test('presence is told for the first socket and the last', () => {
  const hub = createHub();
  const told: string[] = [];
  hub.onPresence((companyId, userId, isHere) => told.push(`${companyId}/${userId} ${isHere}`));
  const one = listen(hub, person(1));
  const two = listen(hub, person(1));
  expect(hub.countOf(1, 1)).toBe(2);
  hub.remove(one);
  hub.remove(one);
  expect(told).toEqual(['1/1 true']);
  hub.remove(two);
  expect(told).toEqual(['1/1 true', '1/1 false']);
});
