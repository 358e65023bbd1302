import { Component, type ReactNode } from 'react';
import { forgetMissingCode, MissingCode } from '../../loading/lazy-code.ts';
import { readConnection, subscribeConnection } from '../api/connection.ts';
import { Crash } from './Crash.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
  /** The kind of content inside: a whole page, or a part of one. A part unless told. */
  readonly around?: 'page' | 'part';
  /** The frame around the words that stand in the place of what failed; null where there is no room for any. */
  readonly frame?: ((crash: ReactNode) => ReactNode) | null;
}

interface State {
  readonly error: unknown;
}

/**
 * Keeps the failure of what is inside from taking down what is around it, and offers to try again. Code that could not
 * be fetched is asked for again by itself once the server is back. Nothing has to be loaded to draw it.
 */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { error: undefined };
  private leave: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown') };
  }

  override componentDidMount() {
    let before = readConnection();
    this.leave = subscribeConnection(() => {
      const now = readConnection();
      if (now === 'fine' && before !== 'fine' && this.state.error instanceof MissingCode) this.retry();
      before = now;
    });
  }

  override componentWillUnmount() {
    this.leave?.();
    if (this.state.error instanceof MissingCode) forgetMissingCode();
  }

  private readonly retry = () => {
    forgetMissingCode();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    const { children, around = 'part', frame } = this.props;
    if (error === undefined) return children;
    if (frame === null) return null;
    const crash = <Crash around={around} missing={error instanceof MissingCode} onRetry={this.retry} />;
    return frame ? frame(crash) : crash;
  }
}
