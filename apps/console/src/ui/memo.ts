import { Component, h, type FunctionComponent, type JSX } from 'preact';

/** A component that renders again only when one of its properties is another value. */
export function memo<Props extends object>(inner: FunctionComponent<Props>): new (props: Props) => Component<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before: Readonly<Props> = this.props;
      return Object.entries(next).some(([name, value]) => Reflect.get(before, name) !== value);
    }
    override render(): JSX.Element {
      return h(inner, this.props);
    }
  };
}
