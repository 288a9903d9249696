import { Fragment } from 'react';

/** A site's name. Where it is wider than its line, in large text, it breaks before a dot and not within a word. */
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
