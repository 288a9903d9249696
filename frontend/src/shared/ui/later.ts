import { lazy, type ReactNode } from 'react';

/** A part that comes after the page itself; where it cannot be fetched, the page goes on with `otherwise` in its place. */
export function later<Props extends object>(
  what: string,
  load: () => Promise<(props: Props) => ReactNode>,
  otherwise: () => ReactNode = () => null,
) {
  return lazy(async (): Promise<{ default: (props: Props) => ReactNode }> => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn(`${what} could not be loaded`, error);
      return { default: otherwise };
    }
  });
}
