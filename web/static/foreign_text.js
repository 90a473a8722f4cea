// Text that the page's typeface lacks, for the canvas: the browser shapes it, in its own direction, with the system's typefaces.

// Dear ImGui's size of a face is from its ascent to its descent; these are Roboto's, as shares of that.
const EM = 2048 / 2400;
const BASELINE = 1900 / 2400; // below the top
const LINE = 1.1;
const WIDEST = 20; // longer text is condensed
let context = null;

/** `text` in one line of `size` pixels: {width, height, advance, coverage: Uint8Array of width × height}. */
export function paintText(text, size) {
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const font = `${size * EM}px "Roboto WC", system-ui, sans-serif`;
  context.font = font;
  const advance = Math.min(context.measureText(text).width, WIDEST * size);
  const [width, height] = [Math.ceil(advance) + 2, Math.ceil(size * LINE)];
  context.canvas.width = width;
  context.canvas.height = height;
  context.font = font;
  context.fillStyle = '#fff';
  context.fillText(text, 1, Math.round(size * BASELINE), advance);
  const { data } = context.getImageData(0, 0, width, height);
  const coverage = new Uint8Array(width * height);
  for (let i = 0; i < coverage.length; i += 1) coverage[i] = data[4 * i + 3];
  return { width, height, advance: advance + 1, coverage };
}
