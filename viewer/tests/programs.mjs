// Programs of every guest that the tests show.
import { fileURLToPath } from "node:url";

export const GUESTS = [
    ["nv2a", "nv2a/lighting.bin"],
    ["rsx.vp", "rsx/containers/rows.vpo"],
    ["rsx.fp", "rsx/containers/tint.fpo"],
    ["maxwell", "maxwell/c_loop.uam.comp.dksh"],
    ["r500.vs", "r500/vs_flow_3.vs.bin"],
    ["r500.fs", "r500/fs_branches_4.fs.bin"],
];

export function data(file) {
    return fileURLToPath(new URL(`../../tests/data/${file}`, import.meta.url));
}
