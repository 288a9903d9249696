import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Sources } from '../../ui/sources.tsx';
import { type Category, education, educationLastChecked } from './education-texts.ts';

/** An introduction to XRP, folded at first. */
export function Education() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="about-xrp" className="grid content-start justify-items-start gap-4">
      <h2 id="about-xrp" className="text-2xl">
        About XRP
      </h2>
      <p className="max-w-[70ch] text-ink-2">
        What it is for, how it works and how to keep it safe, with sources. You need none of it to move your XRP.
      </p>
      <Button variant="quiet" aria-expanded={open} aria-controls="education" onClick={() => setOpen(!open)}>
        {open ? 'Put it away' : 'Learn about XRP'}
      </Button>
      <div id="education" className="w-full">
        {open && (
          <Card className="animate-rise py-1">
            {education.map((category) => (
              <Fold key={category.title} title={category.title}>
                <Topics category={category} />
              </Fold>
            ))}
            <div className="py-4">
              <ButtonLink variant="soft" to={paths.transferChoice}>
                Choose your transfer path
              </ButtonLink>
            </div>
          </Card>
        )}
      </div>
    </section>
  );
}

function Topics({ category: { topics } }: { category: Category }) {
  return (
    <div className="grid max-w-[70ch] gap-7">
      {topics.map(({ title, text, sources, more }) => (
        <div key={title} className="grid gap-2">
          <h3 className="text-lg">{title}</h3>
          {text.map((paragraph) => (
            <p key={paragraph} className="text-ink-2">
              {paragraph}
            </p>
          ))}
          {more && (
            <TextLink to={more.to} className="inline-flex min-h-11 items-center justify-self-start">
              {more.title}
            </TextLink>
          )}
          <Sources of={title} sources={sources} lastChecked={educationLastChecked} />
        </div>
      ))}
    </div>
  );
}
