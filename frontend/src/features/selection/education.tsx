import { paths } from '../../lib/paths.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Sources } from '../../ui/sources.tsx';
import { type Category, education, educationLastChecked } from './education-texts.ts';

/** Introduces XRP in four categories, which are collapsed at first. */
export function Education() {
  return (
    <>
      <p className="text-ink-2">
        Here’s what XRP is for, how it works, and how to keep it safe. Each answer has sources. You don’t need to read
        this to move your XRP.
      </p>
      <div>
        {education.map((category) => (
          <Fold key={category.title} title={category.title}>
            <Topics category={category} />
          </Fold>
        ))}
      </div>
      <ButtonLink variant="soft" to={paths.transferChoice} className="justify-self-start">
        Choose your transfer path
      </ButtonLink>
    </>
  );
}

function Topics({ category: { topics } }: { category: Category }) {
  return (
    <div className="grid max-w-[70ch] gap-7">
      {topics.map(({ title, text, sources, more }) => (
        <div key={title} className="grid gap-2">
          <h4 className="text-lg font-semibold">{title}</h4>
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
