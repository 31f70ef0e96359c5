// The interface of the translated program, the context it depends on, and what it requires or only approximates.
import type { Binding, Part, Translation } from "../model/documents.ts";

export function InterfacePane({ part }: { part: Part }) {
    const code = (part.glsl?.interface ? part.glsl : part.spirv) ?? {};
    return (
        <div class="pane-body scrolls" tabIndex={0} role="region" aria-label="Interface and context">
            <Bindings list={code.interface ?? []} />
            <Context code={code} />
            <Texts title="Features that the host must have" list={code.features ?? []} none="none" />
            <Texts title="Approximate" list={code.approximate ?? []} none="nothing" />
            {code.key && (
                <p class="quiet">
                    Key of the translation: <code>{code.key}</code>
                </p>
            )}
        </div>
    );
}

function placeOf(one: Binding): string {
    if (one.kind === "input" || one.kind === "output" || one.kind === "varying") return `location ${one.location}`;
    return `set ${one.set}, binding ${one.binding}`;
}

function Bindings({ list }: { list: Binding[] }) {
    return (
        <table>
            <caption>Interface</caption>
            <thead>
                <tr>
                    <th scope="col">Kind</th>
                    <th scope="col">Name</th>
                    <th scope="col">Type</th>
                    <th scope="col">Place</th>
                    <th scope="col">Bytes</th>
                </tr>
            </thead>
            <tbody>
                {list.map((one) => (
                    <BindingRows key={`${one.stage} ${one.kind} ${one.name} ${one.location}`} one={one} />
                ))}
            </tbody>
        </table>
    );
}

function BindingRows({ one }: { one: Binding }) {
    return (
        <>
            <tr>
                <td>{one.stage && one.stage !== "both" ? `${one.stage} ${one.kind}` : one.kind}</td>
                <td>
                    <code>{one.name}</code>
                </td>
                <td>
                    <code>{one.type}</code>
                </td>
                <td>{placeOf(one)}</td>
                <td>{one.size || ""}</td>
            </tr>
            {one.members?.map((member) => (
                <tr key={member.offset} class="member">
                    <td />
                    <td>
                        <code>{member.name}</code>
                    </td>
                    <td>{member.count > 1 ? `${member.count} rows` : "row"}</td>
                    <td>
                        byte {member.offset}
                        {member.guest_offset !== member.offset ? `, of the guest ${member.guest_offset}` : ""}
                    </td>
                    <td>{member.count * 16}</td>
                </tr>
            ))}
        </>
    );
}

/// Keys that were assumed carry a reason; all others of the context were given.
function Context({ code }: { code: Translation }) {
    const assumed = new Map((code.assumed ?? []).map((one) => [one.name, one]));
    const keys = [...new Set([...Object.keys(code.context ?? {}), ...assumed.keys()])].sort();
    return (
        <table>
            <caption>Context</caption>
            <thead>
                <tr>
                    <th scope="col">Key</th>
                    <th scope="col">Value</th>
                    <th scope="col">Whence</th>
                </tr>
            </thead>
            <tbody>
                {keys.map((key) => {
                    const one = assumed.get(key);
                    return (
                        <tr key={key}>
                            <td>
                                <code>{key}</code>
                            </td>
                            <td>{String(one?.value ?? code.context?.[key])}</td>
                            <td>{one ? `assumed: ${one.why}` : "given"}</td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

function Texts({ title, list, none }: { title: string; list: string[]; none: string }) {
    return (
        <>
            <h3>{title}</h3>
            {list.length === 0 ? (
                <p class="quiet">{none}</p>
            ) : (
                <ul>
                    {list.map((text) => (
                        <li key={text}>{text}</li>
                    ))}
                </ul>
            )}
        </>
    );
}
