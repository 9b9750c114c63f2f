import { useT } from '@views/i18n.tsx';
import { unknownVariables } from '@/modules/messages/write/variables.schema.ts';

/** Names in braces that stay as they are, said before somebody sends them. */
export function UnknownVariables({ text }: { text: string }) {
  const t = useT();
  const names = unknownVariables(text);
  if (names.length === 0) return null;
  return (
    <p
      role="status"
      data-notice="variables"
      className="flex flex-wrap items-center gap-1.5 px-3 pt-2 text-sm"
    >
      {t('messages:quick.unfilled')} <VariableChips names={names} />
    </p>
  );
}

/** Variables that nothing could be filled in for. */
export function VariableChips({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <span key={name} data-variable={name} className="badge badge-warning badge-sm max-w-40 shrink-0">
      <span className="truncate">{name}</span>
    </span>
  ));
}
