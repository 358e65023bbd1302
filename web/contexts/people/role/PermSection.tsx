import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { PermNode } from '@yikao/model/contexts/people/people.calls.ts';
import { permType as permTypes } from '@yikao/model/contexts/shared/shared.codes.ts';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './PermDrawer.module.css';
import { leavesOf, shareOf, withNodes } from './perm-choice.ts';

interface Choosing {
  readonly choice: ReadonlySet<number>;
  readonly disabled: boolean;
  readonly onChoose: (choice: Set<number>) => void;
}

interface SectionProps extends Choosing {
  readonly node: PermNode;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A directory with its pages. A top entry without children is a single line. */
export function PermSection({ node, open, onToggle, ...choosing }: SectionProps) {
  const { t } = useTranslation('people');
  if (!node.children.some(({ permType }) => permType !== permTypes.is.button))
    return <PermLine node={node} {...choosing} />;
  const leaves = leavesOf([node]);
  const chosen = leaves.filter(({ permId }) => choosing.choice.has(permId)).length;
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <NodeBox node={node} {...choosing} />
        <span className={styles.count}>
          {chosen} / {leaves.length}
        </span>
        <Button
          type="text"
          size="small"
          aria-expanded={open}
          aria-label={t(open ? 'role.foldOne' : 'role.unfoldOne', { name: node.description })}
          icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          onClick={onToggle}
        />
      </header>
      {open && <PermLines nodes={node.children} {...choosing} />}
    </section>
  );
}

function PermLines({ nodes, ...choosing }: Choosing & { readonly nodes: readonly PermNode[] }) {
  return nodes.map(node =>
    node.children.some(({ permType }) => permType !== permTypes.is.button) ? (
      <div key={node.permId} className={styles.nested}>
        <NodeBox node={node} {...choosing} />
        <PermLines nodes={node.children} {...choosing} />
      </div>
    ) : (
      <PermLine key={node.permId} node={node} {...choosing} />
    ),
  );
}

/** A page and its buttons, on one line if they fit. */
function PermLine({ node, ...choosing }: Choosing & { readonly node: PermNode }) {
  const { t } = useTranslation('people');
  const { choice, disabled, onChoose } = choosing;
  const views = node.children.filter(({ permCode }) => permCode?.endsWith(':list'));
  return (
    <div className={styles.line}>
      <div className={styles.page}>
        <NodeBox node={node} {...choosing} />
      </div>
      <div className={styles.buttons}>
        {node.children.map(button => (
          <NodeBox key={button.permId} node={button} {...choosing} />
        ))}
      </div>
      {node.children.length > 1 && !disabled && (
        <div className={styles.quick}>
          {views.length > 0 && (
            <Button
              type="link"
              size="small"
              aria-label={`${node.description} ${t('role.list')}`}
              onClick={() => onChoose(withNodes(withNodes(choice, [node], false), views, true))}
            >
              {t('role.list')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function NodeBox({ node, choice, disabled, onChoose }: Choosing & { readonly node: PermNode }) {
  const share = shareOf(node, choice);
  return (
    <Checkbox
      checked={share === 'all'}
      indeterminate={share === 'some'}
      disabled={disabled}
      title={node.permCode ?? ''}
      onChange={event => onChoose(withNodes(choice, [node], event.target.checked))}
    >
      {node.description}
    </Checkbox>
  );
}
