// The canvas's link to the DOM: size, pointer, keys, clipboard, and when a frame is due. Draws on change and never when idle.

import { paintText } from './foreign_text.js';

const SETTLING_FRAMES = 3; // Dear ImGui needs that many to come to rest after an input
const LARGEST_SIDE = 8192;
const REHEARSAL_WIDTH = 1280;
const REHEARSAL_HEIGHT = 720;
const UNSEEN = {}; // a picture that nobody is to see
const LINE_PX = 40;
const SLOP_PX = 10; // a finger that moves less is a tap
const LONG_PRESS_MS = 500;
const NOTHING = '\u200b'; // something to delete, without which some keyboards report no deletion

export class CanvasView {
  #page;
  #drawing;
  #canvas;
  #stage;
  #onChange;
  #due = 0;
  #request = 0;
  #last = 0;
  #following = false; // the page follows what was done on the canvas
  #frames = 0; // whose picture has left for the screen
  #size = { width: 1, height: 1, scale: 1 }; // of the next picture
  #underway = null; // the size of the picture that is being drawn, or UNSEEN
  #waiting = false; // a newer one has been laid out meanwhile
  #shown = false; // it has a size; asking the layout for it at every wake would cost a reflow
  #pointers = new Set();
  #touch = null; // {id, x, y, panning, pressed, timer} of the one finger that is down
  #typing = document.getElementById('typing');

  /** `drawing` is from startDrawing(); `onGone()` is called when nothing can be drawn any more. */
  constructor(page, drawing, onChange, onGone) {
    this.#page = page;
    this.#drawing = drawing;
    this.#stage = drawing.canvas.parentElement;
    this.#onChange = onChange;
    drawing.onDrawn = (at) => this.#drawn(at);
    drawing.onLost = (able) => {
      if (able) this.#startAnew();
      else onGone();
    };
    page.attach();
    page.setTextPainter(paintText);
    this.#followSize();
    this.#followKeys();
    this.#followCanvas();
    this.#followAppearance();
  }

  // On another canvas, to which everything is given again.
  #startAnew() {
    this.#followCanvas();
    this.#page.forgetPicture();
    this.#underway = null;
    this.wake();
  }

  #followCanvas() {
    this.#canvas = this.#drawing.canvas;
    this.#followPointer();
    this.#followKeysOf(this.#canvas);
    this.#canvas.addEventListener('focus', () => {
      this.#page.focus(true);
      this.wake();
    });
  }

  /** For tests: how many frames were drawn, and whether nothing waits for another. */
  stats() {
    return { frames: this.#frames, still: !this.#underway && (this.#due <= 0 || !this.#visible()) };
  }

  #followAppearance() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
    const apply = () => {
      this.#page.setAppearance(dark.matches, contrast.matches);
      this.wake();
    };
    for (const query of [dark, contrast]) query.addEventListener('change', apply);
    apply();
  }

  /** Draws the glyphs ahead of the first frame, which is due at once when a model opens. */
  setTypeface(regular, medium) {
    this.#page.setTypeface(regular, medium);
    this.#page.warmUp(devicePixelRatio);
    this.wake();
  }

  /** Draws a small model unseen, which takes what comes first for a function out of the first picture that is seen. */
  rehearse(workload) {
    if (this.#shown) return;
    this.#page.resize(REHEARSAL_WIDTH, REHEARSAL_HEIGHT, devicePixelRatio);
    this.#page.rehearse(workload);
    this.#show();
    this.#underway = UNSEEN;
  }

  /** Something changed: draw, and a little longer until it has settled. */
  wake(frames = SETTLING_FRAMES) {
    this.#due = Math.max(this.#due, frames);
    if (!this.#request && this.#visible()) this.#request = requestAnimationFrame((now) => this.#frame(now));
  }

  /** The engine's state changed: its picture is handed over at once, and can be drawn while the page follows. */
  follow() {
    if (this.#following || !this.#visible()) {
      this.wake();
      return;
    }
    this.#due = SETTLING_FRAMES;
    cancelAnimationFrame(this.#request);
    this.#frame(performance.now());
  }

  #visible() {
    return this.#shown && document.visibilityState === 'visible';
  }

  #frame(now) {
    this.#request = 0;
    if (!this.#visible()) return;
    const revision = this.#page.revision();
    const result = this.#page.frame((now - this.#last) / 1000);
    this.#last = now;
    this.#due -= 1;
    this.#canvas.style.cursor = this.#page.cursor();
    this.#followTyping();
    if (result.value) navigator.clipboard?.writeText(result.value).catch(() => {});
    const changed = this.#page.revision() !== revision;
    this.#show();
    if (changed || result.error) {
      this.#following = true;
      this.#onChange(result.error);
      this.#following = false;
    }
    // What comes fast (a word typed within one frame) is taken over several.
    if (changed || this.#page.hasInput()) this.#due = SETTLING_FRAMES;
    if (this.#due > 0) this.wake(this.#due);
  }

  /** Hands the last layout over, unless it stands there already; while another one is being drawn, when that is done. */
  #show() {
    this.#waiting = this.#underway !== null;
    if (this.#waiting) return;
    const picture = this.#page.takePicture();
    if (!picture) {
      this.#frames += 1;
      return;
    }
    this.#underway = this.#size;
    this.#drawing.show(picture);
  }

  // A graphics context that came back tells a picture, too, that nobody has handed over.
  #drawn(at) {
    this.#frames += 1;
    const size = this.#underway;
    this.#underway = null;
    if (size?.width && this.#shown) {
      // As large as its picture: until the next one is there, one of another size is cut off or stands on the ground, but is not stretched.
      this.#canvas.style.width = `${size.width / size.scale}px`;
      this.#canvas.style.height = `${size.height / size.scale}px`;
      this.#canvas.classList.remove('blank');
    }
    this.#canvas.dispatchEvent(new CustomEvent('drawn', { detail: at })); // for tests
    if (this.#waiting) this.#show();
  }

  #followSize() {
    const apply = (width, height, appears = false) => {
      const [w, h] = [width, height].map((side) => Math.min(Math.max(side, 1), LARGEST_SIDE));
      this.#size = { width: w, height: h, scale: devicePixelRatio };
      this.#page.resize(w, h, devicePixelRatio);
      // One that was not there stays out of sight until its first picture.
      this.#due = SETTLING_FRAMES;
      this.#canvas.classList.toggle('blank', appears);
      if (appears && this.#underway) this.#underway = UNSEEN;
      if (appears) {
        this.wake();
      } else if (this.#visible()) {
        cancelAnimationFrame(this.#request);
        this.#frame(performance.now());
      }
    };
    const observer = new ResizeObserver(([entry]) => {
      const exact = entry.devicePixelContentBoxSize?.[0];
      const { width, height } = entry.contentRect;
      const appears = !this.#shown;
      this.#shown = width > 0;
      if (!this.#shown) return;
      // The exact size says how edges were rounded. An emulated ratio is not in it: then the ratio decides.
      const rounded = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
      const fits = exact && Math.abs(exact.inlineSize - rounded[0]) <= 2 && Math.abs(exact.blockSize - rounded[1]) <= 2;
      apply(...(fits ? [exact.inlineSize, exact.blockSize] : rounded), appears);
    });
    try {
      observer.observe(this.#stage, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(this.#stage);
    }
    // Zoom changes the ratio; a browser without device-pixel-content-box tells only this way.
    const followRatio = () => {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        const box = this.#stage.getBoundingClientRect();
        if (box.width > 0) apply(Math.round(box.width * devicePixelRatio), Math.round(box.height * devicePixelRatio));
        followRatio();
      }, { once: true });
    };
    followRatio();
  }

  #place(event) {
    const box = this.#stage.getBoundingClientRect();
    return [(event.clientX - box.left) * this.#size.scale, (event.clientY - box.top) * this.#size.scale];
  }

  #at(event) {
    this.#page.pointer(...this.#place(event));
  }

  #followPointer() {
    const canvas = this.#canvas;
    const buttons = [0, 2, 1]; // DOM order left, middle, right → left, right, middle
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') return this.#touchMove(event);
      this.#at(event);
      this.wake();
    });
    canvas.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch') return this.#touchDown(event);
      this.#pointers.add(event.pointerId);
      canvas.setPointerCapture(event.pointerId);
      this.#at(event);
      this.#page.button(buttons[event.button] ?? 0, true);
      this.wake();
    });
    const release = (event) => {
      if (event.pointerType === 'touch') return this.#touchUp(event);
      if (!this.#pointers.delete(event.pointerId)) return;
      this.#at(event);
      this.#page.button(buttons[event.button] ?? 0, false);
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
      const unit = [1 / LINE_PX / 2.5, 1, 20][event.deltaMode];
      const zooming = event.ctrlKey || event.metaKey;
      if (zooming && !this.#page.isPlot(...this.#place(event))) return; // the browser's zoom
      event.preventDefault();
      this.#at(event);
      if (zooming) this.#page.zoom(-event.deltaY * unit);
      else this.#page.wheel(-event.deltaX * unit, -event.deltaY * unit);
      this.wake();
    }, { passive: false });
  }

  // One finger pans, a tap clicks, a long press tells what a mouse is told by hovering. Two fingers are the browser's own zoom.
  #touchDown(event) {
    if (this.#touch) {
      this.#endTouch();
      return;
    }
    const touch = { id: event.pointerId, x: event.clientX, y: event.clientY, panning: false, pressed: false };
    touch.timer = setTimeout(() => {
      touch.pressed = true;
      this.#at(event);
      this.wake();
    }, LONG_PRESS_MS);
    this.#touch = touch;
  }

  #touchMove(event) {
    const touch = this.#touch;
    if (!touch || touch.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    if (!touch.panning && Math.hypot(dx, dy) < SLOP_PX) return;
    clearTimeout(touch.timer);
    if (!touch.panning) this.#at(event);
    Object.assign(touch, { x: event.clientX, y: event.clientY, panning: true });
    this.#page.wheel(dx / LINE_PX / 2.5, dy / LINE_PX / 2.5);
    this.wake();
  }

  #touchUp(event) {
    const touch = this.#touch;
    if (!touch || touch.id !== event.pointerId) return;
    this.#endTouch();
    if (!touch.panning && !touch.pressed && event.type === 'pointerup') {
      this.#canvas.focus();
      this.#at(event);
      this.#page.button(0, true);
      this.#page.button(0, false);
    }
    // What a long press tells stays until the next touch.
    if (!touch.pressed || touch.panning) this.#page.pointerLeft();
    this.wake();
  }

  #endTouch() {
    clearTimeout(this.#touch?.timer);
    this.#touch = null;
  }

  // Text comes through a field of the DOM, which input methods and on-screen keyboards know how to write into. It has the
  // focus only while a field of the canvas has it.
  #followTyping() {
    const typing = document.activeElement === this.#typing;
    if (this.#page.wantsText()) {
      if (document.activeElement === this.#canvas) this.#typing.focus({ preventScroll: true });
    } else if (typing) {
      this.#canvas.focus({ preventScroll: true });
    }
  }

  #followKeysOf(target) {
    const typing = this.#typing;
    const send = (event, down) => {
      if (event.isComposing || event.keyCode === 229) return; // an input method is at work
      const text = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
      const used = this.#page.key(event.code, down, event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
      // What is written arrives as the field's input.
      if (used && !(text && target === typing)) event.preventDefault();
      this.wake();
    };
    target.addEventListener('keydown', (event) => send(event, true));
    target.addEventListener('keyup', (event) => send(event, false));
    // Between canvas and field the focus is not lost.
    target.addEventListener('blur', ({ relatedTarget }) => {
      if (relatedTarget !== typing && relatedTarget !== this.#canvas) this.#loseFocus();
    });
  }

  // Alt-Tab swallows the key's release: losing focus releases all.
  #loseFocus() {
    this.#page.focus(false);
    this.wake();
  }

  #followKeys() {
    const typing = this.#typing;
    this.#followKeysOf(typing);
    const written = () => {
      const text = typing.value.replaceAll(NOTHING, '');
      if (text) this.#page.text(text);
      typing.value = NOTHING;
      this.wake();
    };
    typing.addEventListener('input', (event) => {
      if (event.isComposing) return;
      // Keyboards without keys send what they delete as an input, too.
      if (event.inputType === 'deleteContentBackward') this.#press('Backspace');
      written();
    });
    typing.addEventListener('compositionend', () => written());
    typing.addEventListener('focus', () => { typing.value = NOTHING; });
    addEventListener('blur', () => this.#loseFocus());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.wake();
      else this.#loseFocus();
    });
    document.addEventListener('paste', (event) => {
      if (![this.#canvas, typing].includes(document.activeElement) || !this.#page.wantsText()) return;
      event.preventDefault();
      this.#page.text(event.clipboardData.getData('text/plain'));
      this.wake();
    });
  }

  #press(code) {
    for (const down of [true, false]) this.#page.key(code, down, false, false, false, false);
  }
}
