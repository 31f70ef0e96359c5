// Shows the reason in place of a pane that cannot show its document; the other panes stay.
import { Component, type ComponentChildren } from "preact";

export class Guard extends Component<{ children?: ComponentChildren }, { fault?: Error }> {
    static override getDerivedStateFromError(fault: Error) {
        return { fault };
    }

    override render() {
        const { fault } = this.state;
        if (!fault) return this.props.children;
        return (
            <p class="error padded" role="alert">
                The document is not as the viewer expects it: {fault.message}
            </p>
        );
    }
}
