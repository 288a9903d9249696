import { createContext, type ReactNode, useContext } from 'react';

export const PageDialog = createContext<(dialog: ReactNode) => void>(() => {});

/**
 * Puts a dialog over the page, and null takes it away. It is the page's and not the row's whose button was pressed: the
 * row may move or go meanwhile, and what was typed stays.
 */
export function useDialog(): (dialog: ReactNode) => void {
  return useContext(PageDialog);
}
