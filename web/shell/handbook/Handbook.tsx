import { Drawer, Image, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../engine/boundary/BackCloses.tsx';
import { useMenu } from '../../engine/menu/use-menu.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Chapter, Section } from './chapter.ts';
import { chapterOf, chaptersFor } from './chapter.ts';
import { chapters } from './chapters/index.ts';
import styles from './Handbook.module.css';

interface Props {
  /** Address of the page to explain. */
  readonly path: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The handbook next to its page: that page's chapter first, the others on request. */
export default function Handbook({ path, open, onClose }: Props) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { pages } = useMenu();
  const offered = useMemo(() => chaptersFor(chapters, new Set(pages.map(page => page.path))), [pages]);
  const own = chapterOf(offered, path);
  const [chosen, choose] = useState<string>();
  const top = useRef<HTMLDivElement>(null);
  const chapter = offered.find(({ key }) => key === chosen) ?? own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its own chapter
  useEffect(() => choose(undefined), [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter begins at its top
  useEffect(() => top.current?.scrollIntoView({ block: 'start' }), [chapter?.key]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={520}
      title={t('handbook.title')}
      extra={
        <Select
          className={styles.choice ?? ''}
          value={chapter?.key}
          aria-label={t('handbook.chapter')}
          options={offered.map(({ key, title }) => ({ value: key, label: title[language] }))}
          onChange={choose}
        />
      }
    >
      {open && <BackCloses onBack={onClose} />}

      <div ref={top} />
      {chapter && <ChapterText chapter={chapter} />}
    </Drawer>
  );
}

function ChapterText({ chapter }: { readonly chapter: Chapter }) {
  const language = useLanguage();
  return (
    <article className={styles.chapter}>
      <h2>{chapter.title[language]}</h2>
      {chapter.sections.map(section => (
        <SectionText key={section.title.zh} section={section} />
      ))}
    </article>
  );
}

function SectionText({ section: { title, says, steps, picture } }: { readonly section: Section }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  return (
    <section>
      <h3>{title[language]}</h3>
      {says && <p>{says[language]}</p>}
      {steps && (
        <ol>
          {steps.map(step => (
            <li key={step.zh}>{step[language]}</li>
          ))}
        </ol>
      )}
      {picture && (
        <Image
          className={styles.picture ?? ''}
          src={`/handbook/${picture}-${language}.png`}
          alt={t('handbook.picture', { title: title[language] })}
          loading="lazy"
        />
      )}
    </section>
  );
}
