import { message } from 'antd';
import { useEffect } from 'react';
import { setNoticeDrawer } from '../engine/api/notice.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** Draws the toasts that calls and pages ask for. */
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
    setNoticeDrawer(
      (kind, text) =>
        void toast.open({ type: kind, content: text, key: text, duration: kind === 'error' ? 5 : 3 }),
    );
  }, [toast]);
  return holder;
}
