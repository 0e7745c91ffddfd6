/** In the browser: runs a page's compiled cells on Observable's runtime. */
import {Inspector} from "@observablehq/inspector";
import {Runtime} from "@observablehq/runtime";
import {input} from "./input.js";

/** The part of Observable's standard library that the pages may use. */
const builtins = {
  FileAttachment: () => (name) => new Attachment(name),
  Generators: () => ({input}),
};

class Attachment {
  constructor(name) {
    this.name = name;
  }

  async response() {
    const response = await fetch(new URL(this.name, document.baseURI));
    if (!response.ok) throw new Error(`Unable to load file: ${this.name}`);
    return response;
  }

  async json() {
    return (await this.response()).json();
  }

  async text() {
    return (await this.response()).text();
  }

  async arrayBuffer() {
    return (await this.response()).arrayBuffer();
  }
}

/** Declarations stay out of sight unless they fail, as in Quarto. */
class Quiet {
  constructor(place) {
    this.place = place;
  }

  rejected(error, name) {
    new Inspector(this.place).rejected(error, name);
    console.error(error);
  }
}

/** @param {(main: object, show: (id: string, shown: boolean) => object) => void} define */
export function start(define) {
  const main = new Runtime(builtins).module();
  define(main, (id, shown) => {
    const place = document.getElementById(id).appendChild(document.createElement("div"));
    if (!shown) return new Quiet(place);
    const inspector = new Inspector(place);
    const rejected = inspector.rejected.bind(inspector);
    inspector.rejected = (error, name) => {
      rejected(error, name);
      console.error(error);
    };
    return inspector;
  });
}
