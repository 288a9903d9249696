import type { ReactNode } from 'react';
import { Note } from '../ui/note.tsx';

/** What protects from a copy of the exchange's site: `children` say how to know the real one. */
export function RealSite({ children }: { children: ReactNode }) {
  return (
    <Note title="Make sure that it is the real one">
      <p>{children}</p>
      <p>We never ask for your password.</p>
    </Note>
  );
}
