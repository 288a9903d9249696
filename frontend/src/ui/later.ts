import { createElement, type FunctionComponent, lazy, type ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Returns a component that is loaded lazily and is not part of the prerendered HTML.
 * If loading fails, `otherwise` is rendered instead.
 */
export function later<Props extends object>(
  what: string,
  load: () => Promise<(props: Props) => ReactNode>,
  otherwise: () => ReactNode = () => null,
): (props: Props) => ReactNode {
  const Part = lazy(async (): Promise<{ default: (props: Props) => ReactNode }> => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn(`${what} could not be loaded`, error);
      return { default: otherwise };
    }
  }) as unknown as FunctionComponent<Props>;
  return function Later(props) {
    return useHydrated() ? createElement(Part, props) : null;
  };
}
