// Keys that are commands are not, where the reader types.

/// Returns true if the event goes to something that takes text, or chooses by letters.
export function isTyping(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.matches("input:not([type=range], [type=checkbox], [type=radio]), select, textarea");
}
