import type { ShownQuestion } from '@yikao/model/contexts/exam/exam.calls.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStoredImage } from '../../../fields/files/use-stored-image.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormulaText } from './FormulaText.tsx';
import styles from './QuestionView.module.css';

interface QuestionViewProps {
  /** A question without its number, such as one that is not saved yet. */
  readonly question: Omit<ShownQuestion, 'questionId'>;
  /** Its number on the paper. */
  readonly no?: number;
  /** Options that are right; shown to the people of the house alone. */
  readonly right?: readonly string[];
  /** Without the places for an answer, as beside an answer that is marked. */
  readonly bare?: boolean;
}

/** A question as a candidate sees it. */
export function QuestionView({ question, no, right = [], bare = false }: QuestionViewProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const { title, images, options, score } = question;
  const type = questionType.items.find(({ code }) => code === question.questionType);
  return (
    <article className={styles.question}>
      <p className={styles.head}>
        <span>{type?.label[language]}</span>
        {score !== '' && <span>{t('marks', { score: Number(score) })}</span>}
      </p>
      <div className={styles.title}>
        {no !== undefined && <span>{no}. </span>}
        {title === '' ? (
          <span className={styles.none}>{t('question.noTitle')}</span>
        ) : (
          <FormulaText text={title} />
        )}
      </div>
      {images.map((path, at) => (
        <Picture key={path} path={path} alt={t('question.picture', { no: at + 1 })} />
      ))}
      {options.length > 0 && (
        <ul className={styles.options}>
          {options.map(({ key, text }) => (
            <li key={key} data-right={right.includes(key)}>
              <span className={styles.letter} data-many={question.questionType === questionType.is.multiple}>
                {key}
              </span>
              <FormulaText text={text} />
            </li>
          ))}
        </ul>
      )}
      {!bare && <Place questionType={question.questionType} right={right} />}
    </article>
  );
}

/** The place where a candidate answers, of the types without options. */
function Place({
  questionType: type,
  right,
}: {
  readonly questionType: number;
  readonly right: readonly string[];
}) {
  const { t } = useTranslation('exam');
  if (type === 3)
    return (
      <ul className={styles.options} data-row>
        {(['T', 'F'] as const).map(key => (
          <li key={key} data-right={right.includes(key)}>
            <span className={styles.letter} aria-hidden>
              {key === 'T' ? '√' : '×'}
            </span>
            {t(`answer.${key}`)}
          </li>
        ))}
      </ul>
    );
  if (type < 4) return null;
  return (
    <div className={styles.place} data-tall={type === 5}>
      {t(type === 4 ? 'question.typeBlank' : type === 5 ? 'question.typeHere' : 'question.uploadHere')}
    </div>
  );
}

/** A picture of a question, enlarged by a click. */
function Picture({ path, alt }: { readonly path: string; readonly alt: string }) {
  const { t } = useTranslation('exam');
  const { url, broken } = useStoredImage(path);
  if (broken) return <p className={styles.none}>{t('question.pictureBroken')}</p>;
  if (!url) return <div className={styles.waiting} />;
  return <Image src={url} alt={alt} className={styles.picture ?? ''} />;
}
