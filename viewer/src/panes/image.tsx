// An image of the part, read from the page when it is shown.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { readImage } from "../model/load.ts";

interface DocumentImageProps {
    part: Part;
    name: string | undefined;
    alt: string;
    lazy?: boolean;
}

export function DocumentImage({ part, name, alt, lazy = false }: DocumentImageProps) {
    const place = useRef<HTMLSpanElement>(null);
    const [address, setAddress] = useState<string>();
    const number = name === undefined ? undefined : part.images[name];
    useEffect(() => {
        let isShown = true, made: string | undefined;
        setAddress(undefined);
        const read = async () => {
            const image = number === undefined ? undefined : await readImage(number);
            if (image && isShown) setAddress((made = URL.createObjectURL(image)));
        };
        const watcher = new IntersectionObserver((entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            watcher.disconnect();
            void read();
        });
        if (lazy && place.current) watcher.observe(place.current);
        else void read();
        return () => {
            isShown = false;
            watcher.disconnect();
            if (made) URL.revokeObjectURL(made);
        };
    }, [number, lazy]);
    return <span class="image-box" ref={place}>{address && <img src={address} alt={alt} />}</span>;
}
