import { type SimulatorView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { createElement, type ReactNode } from 'react';
import { FaultSwitches } from './fault-switches.tsx';
import { LineCards } from './line-cards.tsx';
import { PhoneLive, PhonePanel } from './phone-panel.tsx';

export function Watch({ seen }: { seen: string }) {
  return (
    <div
      id="watch"
      hidden
      hx-get={simulatorPaths.changes(seen)}
      hx-trigger="every 1s, simulated from:document"
      hx-target="this"
      hx-swap="outerHTML"
      hx-sync="this:drop"
    />
  );
}

type SimulatorChangesProps = {
  view: SimulatorView;
  seen: string;
  lines: boolean;
  faults: boolean;
  changed: string[];
  arrived: string[];
};

export function SimulatorChanges({ view, seen, lines, faults, changed, arrived }: SimulatorChangesProps) {
  const customers = (numbers: string[]) => view.customers.filter(({ number }) => numbers.includes(number));
  return (
    <>
      <Watch seen={seen} />
      {lines ? (
        <Partial target="#lines">
          <LineCards lines={view.lines} />
        </Partial>
      ) : null}
      {faults ? (
        <Partial target="#faults">
          <FaultSwitches faults={view.faults} />
        </Partial>
      ) : null}
      {customers(changed).map((customer) => (
        <Partial key={customer.number} target={`#live-${customer.number}`}>
          <PhoneLive customer={customer} />
        </Partial>
      ))}
      {customers(arrived).map((customer) => (
        <Partial key={customer.number} target="#phones" swap="afterbegin">
          <PhonePanel customer={customer} />
        </Partial>
      ))}
    </>
  );
}

/** Morphed into the page, so that a playing sound continues. */
function Partial({
  target,
  swap = 'innerMorph',
  children,
}: {
  target: string;
  swap?: string;
  children: ReactNode;
}) {
  return createElement('hx-partial', { 'hx-target': target, 'hx-swap': swap }, children);
}
