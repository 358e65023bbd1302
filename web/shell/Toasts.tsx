import { Button, message } from 'antd';
import { useEffect } from 'react';
import { setNoticeDrawer } from '../engine/api/notice.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** Renders the toasts of calls and pages. */
export default function Toasts() {
  return (
    <ThemeProvider>
      <Drawer />
    </ThemeProvider>
  );
}

function Drawer() {
  const [toast, holder] = message.useMessage({ maxCount: 3 });
  useEffect(() => {
    // Its text is a toast's key, so that the same one shows once.
    setNoticeDrawer((kind, text, action) => {
      const content = action ? (
        <>
          {text}
          <Button
            type="link"
            size="small"
            onClick={() => {
              toast.destroy(text);
              action.act();
            }}
          >
            {action.label}
          </Button>
        </>
      ) : (
        text
      );
      // A message with an undo button stays long enough to be read.
      const duration = action ? 8 : kind === 'error' ? 5 : 3;
      action?.until?.addEventListener('abort', () => toast.destroy(text));
      toast.open({ type: kind, content, key: text, duration });
    });
  }, [toast]);
  return holder;
}
