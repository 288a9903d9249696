import { createContext, type ReactNode, useContext } from 'react';

export const PageDialog = createContext<(dialog: ReactNode) => void>(() => {});

/**
 * Returns a function that opens a dialog over the page, or closes it with null.
 * The dialog belongs to the page, because the row of its button may move or disappear while the operator types.
 */
export function useDialog(): (dialog: ReactNode) => void {
  return useContext(PageDialog);
}
