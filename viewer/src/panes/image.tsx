// An image of the part, read from the page when it is shown.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { readImage } from "../model/load.ts";

interface DocumentImageProps {
    part: Part;
    name: string | undefined;
    alt: string;
    lazy?: boolean;
    sized?: (width: number, height: number) => void; // of the image itself, once it is there
}

export function DocumentImage({ part, name, alt, lazy = false, sized }: DocumentImageProps) {
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
    const onLoad = (event: Event) => {
        const image = event.currentTarget as HTMLImageElement;
        sized?.(image.naturalWidth, image.naturalHeight);
    };
    return <span class="image-box" ref={place}>{address && <img src={address} alt={alt} onLoad={onLoad} />}</span>;
}
