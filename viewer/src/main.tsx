// The viewer of `relit report`: reads the documents in the page and shows their parts.
import { render } from "preact";
import { App } from "./app.tsx";
import { readIndex } from "./model/load.ts";
import "./style.css";

render(<App index={readIndex()} />, document.getElementById("app")!);
