import { Component, type ReactNode } from 'react';
import { forgetMissingCode, MissingCode } from '../../loading/lazy-code.ts';
import { readConnection, subscribeConnection } from '../api/connection.ts';
import { Crash } from './Crash.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
  /** The kind of content inside: a whole page or a part. Defaults to a part. */
  readonly around?: 'page' | 'part';
  /** The frame around the message shown in place of failed content; null if there is no room for a message. */
  readonly frame?: ((crash: ReactNode) => ReactNode) | null;
}

interface State {
  readonly error: unknown;
}

/**
 * Keeps a failure inside from affecting its surroundings, and offers to try again. Code that could not be fetched is
 * requested again once the server is back. Rendering it needs no further code.
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
