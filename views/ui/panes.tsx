import type { ReactNode } from 'react';

type Pane = {
  key: string;
  label: string;
  isWrong?: boolean;
  content: ReactNode;
};

export function Panes({ label, panes }: { label: string; panes: Pane[] }) {
  const open = Math.max(
    panes.findIndex(({ isWrong }) => isWrong),
    0,
  );
  if (panes.length === 1) return panes[0]?.content;
  return (
    <div className="panes">
      <fieldset className="tab-row" aria-label={label}>
        {panes.map((pane, index) => (
          <label key={pane.key} data-wrong={pane.isWrong ? '' : undefined}>
            <input
              type="radio"
              // A morph would keep the old selection; a new id selects the refused pane.
              id={pane.isWrong ? `pane-${pane.key}-wrong` : `pane-${pane.key}`}
              name="pane"
              value={pane.key}
              defaultChecked={index === open}
              className="sr-only"
            />
            {pane.label}
          </label>
        ))}
      </fieldset>
      {panes.map((pane) => (
        <section key={pane.key} aria-label={pane.label}>
          {pane.content}
        </section>
      ))}
    </div>
  );
}
