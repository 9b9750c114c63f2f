type RowSwitchProps = { id: string; label: string; isOn: boolean; href: string };

export function RowSwitch({ id, label, isOn, href }: RowSwitchProps) {
  return (
    <label className="switch-target inline-grid place-items-center">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
        role="switch"
        id={id}
        className="toggle toggle-primary"
        aria-label={label}
        defaultChecked={isOn}
        hx-put={href}
        hx-trigger="change"
        hx-vals={JSON.stringify({ isActive: String(!isOn) })}
        hx-swap="none"
      />
    </label>
  );
}
