// Buttons that copy a text or save a file from the page.
import { useState } from "preact/hooks";
import type { Artefact } from "../model/artefact.ts";

export function saveFile(name: string, content: BlobPart) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// A page from a file has no clipboard interface in some browsers: a text area that is selected stands in.
function copyByCommand(text: string): boolean {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
}

async function copyText(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyByCommand(text);
    }
}

interface TextButtonsProps {
    text: () => string;
    file: string;
    binary?: Artefact["binary"] | undefined;
}

export function TextButtons({ text, file, binary }: TextButtonsProps) {
    const [said, say] = useState("");
    const copy = async () => {
        say((await copyText(text())) ? "copied" : "the browser refused");
        setTimeout(() => say(""), 2000);
    };
    return (
        <span class="buttons">
            <span role="status" class="quiet">
                {said}
            </span>
            <button type="button" onClick={copy}>
                Copy
            </button>
            <button type="button" onClick={() => saveFile(file, text())}>
                Save
            </button>
            {binary && (
                <button type="button" onClick={() => saveFile(binary.file, binary.bytes())}>
                    {binary.label}
                </button>
            )}
        </span>
    );
}
