// A board for any web page: <script src="https://…/embed.js"></script>, then
// <nimatron-board position="nim: 3 4 5"></nimatron-board>. The site of this script is behind the board. It is a plain
// script: a module of another site needs a permission that many hosts of files do not give.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const HOME = new URL("./", script.src);

  // Attributes that go into the address of the board.
  /** @type {Record<string, string>} */
  const NAMES = { position: "p", lang: "lang", opponent: "opponent", first: "first", misere: "misere" };

  class NimatronBoard extends HTMLElement {
    static observedAttributes = Object.keys(NAMES);

    connectedCallback() {
      this.frame = document.createElement("iframe");
      this.frame.title = "Nimatron";
      this.frame.style.cssText = "display: block; width: 100%; height: 100%; border: 0; border-radius: 18px";
      if (!this.style.display) this.style.display = "block";
      if (!this.style.height) this.style.height = "480px";
      this.replaceChildren(this.frame);
      addEventListener("message", this);
      this.attributeChangedCallback();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
    }

    attributeChangedCallback() {
      if (!this.frame) return;
      const address = new URL(HOME);
      address.searchParams.set("embed", "1");
      for (const [name, key] of Object.entries(NAMES)) {
        const value = this.getAttribute(name);
        if (value !== null) address.searchParams.set(key, value);
      }
      this.frame.src = address.href;
    }

    /** Each change of the match becomes an event `move` of this element. @param {MessageEvent} event */
    handleEvent(event) {
      if (event.source !== this.frame?.contentWindow || event.origin !== HOME.origin || !event.data?.nimatron) return;
      this.dispatchEvent(new CustomEvent("move", { detail: event.data.nimatron, bubbles: true }));
    }
  }

  customElements.define("nimatron-board", NimatronBoard);
}
