// The canvas's link to the DOM: size, pointer, keys, clipboard, and when a frame is due. Draws on change and never when idle.

const SETTLING_FRAMES = 3; // Dear ImGui needs that many to come to rest after an input
const LARGEST_SIDE = 8192;
const LINE_PX = 40;

export class CanvasView {
  #page;
  #canvas;
  #onChange;
  #due = 0;
  #request = 0;
  #last = 0;
  #lost = false;
  #shown = false; // it has a size; asking the layout for it at every wake would cost a reflow
  #pointers = new Set();

  /** null where there is no WebGL 2: the report shows the same. */
  static attach(page, canvas, onChange) {
    if (!page.attach(`#${canvas.id}`)) return null;
    return new CanvasView(page, canvas, onChange);
  }

  constructor(page, canvas, onChange) {
    this.#page = page;
    this.#canvas = canvas;
    this.#onChange = onChange;
    this.#followSize();
    this.#followPointer();
    this.#followKeys();
    this.#followContext();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const setDark = () => {
      page.setDark(dark.matches);
      this.wake();
    };
    dark.addEventListener('change', setDark);
    setDark();
  }

  /** Draws the glyphs ahead of the first frame, which is due at once when a model opens. */
  setTypeface(regular, medium) {
    this.#page.setTypeface(regular, medium);
    this.#page.warmUp(devicePixelRatio);
    this.wake();
  }

  /** Something changed: draw, and a little longer until it has settled. */
  wake(frames = SETTLING_FRAMES) {
    this.#due = Math.max(this.#due, frames);
    if (!this.#request && this.#visible()) this.#request = requestAnimationFrame((now) => this.#frame(now));
  }

  #visible() {
    return !this.#lost && this.#shown && document.visibilityState === 'visible';
  }

  #frame(now) {
    this.#request = 0;
    if (!this.#visible()) return;
    const revision = this.#page.revision();
    const result = this.#page.frame((now - this.#last) / 1000);
    this.#last = now;
    this.#due -= 1;
    this.#canvas.style.cursor = this.#page.cursor();
    if (result.value) navigator.clipboard?.writeText(result.value).catch(() => {});
    const changed = this.#page.revision() !== revision;
    if (changed || result.error) this.#onChange(result.error);
    if (changed) this.#due = SETTLING_FRAMES;
    if (this.#due > 0) this.wake(this.#due);
  }

  #followSize() {
    const apply = (width, height) => {
      const w = Math.min(Math.max(width, 1), LARGEST_SIDE);
      const h = Math.min(Math.max(height, 1), LARGEST_SIDE);
      if (this.#canvas.width !== w) this.#canvas.width = w;
      if (this.#canvas.height !== h) this.#canvas.height = h;
      this.#page.resize(w, h, devicePixelRatio);
      // Setting the size clears the canvas: draw before the browser shows it.
      this.#due = SETTLING_FRAMES;
      if (this.#visible()) {
        cancelAnimationFrame(this.#request);
        this.#frame(performance.now());
      }
    };
    const observer = new ResizeObserver(([entry]) => {
      const exact = entry.devicePixelContentBoxSize?.[0];
      const { width, height } = entry.contentRect;
      this.#shown = width > 0;
      if (!this.#shown) return;
      // The exact size says how edges were rounded. An emulated ratio is not in it: then the ratio decides.
      const rounded = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
      const fits = exact && Math.abs(exact.inlineSize - rounded[0]) <= 2 && Math.abs(exact.blockSize - rounded[1]) <= 2;
      apply(...(fits ? [exact.inlineSize, exact.blockSize] : rounded));
    });
    try {
      observer.observe(this.#canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(this.#canvas);
    }
    // Zoom changes the ratio; a browser without device-pixel-content-box tells only this way.
    const followRatio = () => {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        const box = this.#canvas.getBoundingClientRect();
        if (box.width > 0) apply(Math.round(box.width * devicePixelRatio), Math.round(box.height * devicePixelRatio));
        followRatio();
      }, { once: true });
    };
    followRatio();
  }

  #at(event) {
    const box = this.#canvas.getBoundingClientRect();
    this.#page.pointer((event.clientX - box.left) * (this.#canvas.width / box.width), (event.clientY - box.top) * (this.#canvas.height / box.height));
  }

  #followPointer() {
    const canvas = this.#canvas;
    const buttons = [0, 2, 1]; // DOM order left, middle, right → left, right, middle
    canvas.addEventListener('pointermove', (event) => {
      this.#at(event);
      this.wake();
    });
    canvas.addEventListener('pointerdown', (event) => {
      this.#pointers.add(event.pointerId);
      canvas.setPointerCapture(event.pointerId);
      this.#at(event);
      this.#page.button(buttons[event.button] ?? 0, true);
      this.wake();
    });
    const release = (event) => {
      if (!this.#pointers.delete(event.pointerId)) return;
      this.#at(event);
      this.#page.button(buttons[event.button] ?? 0, false);
      if (event.pointerType === 'touch') this.#page.pointerLeft();
      this.wake();
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('pointerleave', () => {
      if (this.#pointers.size > 0) return;
      this.#page.pointerLeft();
      this.wake();
    });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey) return; // the browser's zoom
      event.preventDefault();
      const unit = [1 / LINE_PX / 2.5, 1, 20][event.deltaMode];
      this.#at(event);
      this.#page.wheel(-event.deltaX * unit, -event.deltaY * unit);
      this.wake();
    }, { passive: false });
  }

  #followKeys() {
    const canvas = this.#canvas;
    const send = (event, down) => {
      const used = this.#page.key(event.code, down, event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
      const typed = down && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.isComposing && this.#page.wantsText();
      if (typed) this.#page.text(event.key);
      if (used || typed) event.preventDefault();
      this.wake();
    };
    canvas.addEventListener('keydown', (event) => send(event, true));
    canvas.addEventListener('keyup', (event) => send(event, false));
    canvas.addEventListener('focus', () => {
      this.#page.focus(true);
      this.wake();
    });
    // Alt-Tab swallows the key's release: losing focus releases all.
    const lose = () => {
      this.#page.focus(false);
      this.wake();
    };
    canvas.addEventListener('blur', lose);
    addEventListener('blur', lose);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.wake();
      else lose();
    });
    document.addEventListener('paste', (event) => {
      if (document.activeElement !== canvas || !this.#page.wantsText()) return;
      event.preventDefault();
      this.#page.text(event.clipboardData.getData('text/plain'));
      this.wake();
    });
  }

  #followContext() {
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#lost = true;
      cancelAnimationFrame(this.#request);
      this.#request = 0;
    });
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#lost = false;
      this.#page.restoreContext();
      this.wake();
    });
  }
}
