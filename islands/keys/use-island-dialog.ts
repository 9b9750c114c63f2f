import { useEffect } from 'react';

export function useIslandDialog(id: string, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
  useEffect(() => {
    const dialog = document.getElementById(id) as HTMLDialogElement;
    const closed = () => {
      // Toasts move into the top dialog and must outlive it.
      const toasts = dialog.querySelector('#toasts');
      if (toasts) document.body.append(toasts);
      onClose();
    };
    const pressed = (event: PointerEvent) => {
      if (event.target === dialog && !dialog.querySelector('[data-guard]')) dialog.close();
    };
    dialog.addEventListener('close', closed);
    dialog.addEventListener('pointerdown', pressed);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('close', closed);
      dialog.removeEventListener('pointerdown', pressed);
    };
  }, []);
}
