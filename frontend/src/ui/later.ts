import { createElement, type FunctionComponent, lazy, type ReactNode, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Returns a component that is loaded lazily and is not part of the prerendered HTML.
 * If loading fails, `otherwise` is rendered instead.
 */
export function later<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  otherwise: () => ReactNode = () => null,
): (props: Props) => ReactNode {
  const Part = lazy(async (): Promise<{ default: (props: Props) => ReactNode }> => {
    try {
      // Each file is requested in a task of its own, because a request takes a slow phone 10 to 20 ms.
      await new Promise((resolve) => setTimeout(resolve));
      return { default: await load() };
    } catch (error) {
      // The browser's message contains the file's address.
      console.warn(error);
      return { default: otherwise };
    }
  }) as unknown as FunctionComponent<Props>;
  return function Later(props) {
    const hydrated = useHydrated();
    const [shown, setShown] = useState(hydrated);
    // The part is not rendered in the transition that ends the hydration, because the transition would wait for the file.
    useEffect(() => setShown(hydrated), [hydrated]);
    return shown ? createElement(Part, props) : null;
  };
}
