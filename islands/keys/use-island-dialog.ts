import { useLayoutEffect } from 'react';

export function useIslandDialog(id: string, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
  useLayoutEffect(() => {
    const dialog = document.getElementById(id) as HTMLDialogElement;
    // Toasts move into the top dialog and must outlive it.
    const spareToasts = () => {
      const toasts = dialog.querySelector('#toasts');
      if (toasts) document.body.append(toasts);
    };
    const closed = () => {
      spareToasts();
      onClose();
    };
    const pressed = (event: PointerEvent) => {
      if (event.target === dialog && !dialog.querySelector('[data-guard]')) dialog.close();
    };
    dialog.addEventListener('close', closed);
    dialog.addEventListener('pointerdown', pressed);
    dialog.showModal();
    return () => {
      spareToasts();
      dialog.removeEventListener('close', closed);
      dialog.removeEventListener('pointerdown', pressed);
    };
  }, []);
}
