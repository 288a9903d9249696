import { Fragment } from 'react';

/** A domain name that wraps before a dot, not within a word. */
export function Domain({ name }: { name: string }) {
  return (
    <span>
      {name.split(/(?=\.)/).map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
