// A million points on the graphics card. Positions go there once; colours are one number a row and a
// table of 256 colours, so that hiding a class or a change of theme moves 1 kB.

const VERTEX = `#version 300 es
in vec3 position;
in float colour;
in float size;
in float mark;
uniform vec4 toX, toY, toZ;
uniform float base, growth, least, pass, opacity;
uniform sampler2D colours;
out vec4 ink;
out float radius;
out float strength;
void main() {
  vec4 p = vec4(position, 1.0);
  float depth = dot(toZ, p);
  gl_Position = vec4(dot(toX, p), dot(toY, p), -0.6 * clamp(depth, -1.5, 1.5), 1.0);
  ink = texelFetch(colours, ivec2(int(colour), 0), 0);
  bool chosen = mark > 0.5;
  // pass 0: nobody is chosen; 1: the others, faint; 2: the chosen ones, on top.
  bool absent = ink.a == 0.0 || isnan(position.x) || isnan(position.y) || isnan(position.z)
      || (pass == 1.0 && chosen) || (pass == 2.0 && !chosen);
  strength = pass == 1.0 ? 0.22 : 1.0;
  ink.a = pass > 0.0 && ink.a > 0.0 ? 1.0 : ink.a * opacity;
  radius = base * (1.0 + growth * size) * (pass == 2.0 ? 1.25 : 1.0) * (1.0 + 0.25 * depth);
  if (pass == 2.0) radius = max(radius, least);
  gl_PointSize = radius * 2.0 + 1.0;
  if (absent) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 ink;
in float radius;
in float strength;
uniform bool solid;
uniform vec3 paper;
out vec4 result;
void main() {
  float r = length(gl_PointCoord - 0.5) * (radius * 2.0 + 1.0);
  float cover = clamp(radius + 0.5 - r, 0.0, 1.0);
  if (cover == 0.0 || (solid && cover < 0.5)) discard;
  float alpha = solid ? 1.0 : ink.a * cover;
  // Faint is near the colour of the paper, not clear: many faint points must not add up to a strong one.
  // On dark paper as little colour would not be seen.
  float seen = strength < 1.0 && dot(paper, vec3(1.0)) < 1.5 ? 2.0 * strength : strength;
  vec3 rgb = mix(paper, ink.rgb, seen);
  result = vec4(rgb * alpha, alpha);
}`;

export class Points {
  /** Throws when the browser has no WebGL 2. */
  constructor(canvas) {
    // What was drawn stays, so that a part of the points can be added to those of the last frame.
    this.gl = canvas.getContext('webgl2', {
      antialias: false,
      premultipliedAlpha: true,
      preserveDrawingBuffer: true,
    });
    if (!this.gl) {
      throw new Error(
        'This browser has no WebGL 2, which draws the points. Allow graphics acceleration in its settings.',
      );
    }
    this.canvas = canvas;
    this.count = 0;
    this.buffers = {};
    this.build();
  }

  build() {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`The points cannot be drawn: ${gl.getProgramInfoLog(program)}`);
    }
    gl.useProgram(program);
    this.uniform = (name) => gl.getUniformLocation(program, name);
    this.attribute = (name) => gl.getAttribLocation(program, name);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    this.vertices = gl.createVertexArray();
    gl.bindVertexArray(this.vertices);
    gl.clearColor(0, 0, 0, 0);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Takes three coordinates a row. */
  positions(values) {
    this.count = values.length / 3;
    this.put('position', values, 3, this.gl.FLOAT);
  }

  /** Takes an entry of the table of colours for each row, and the table: 256 × [r, g, b, a]. */
  colours(codes, table) {
    if (codes) this.put('colour', codes, 1, this.gl.UNSIGNED_BYTE);
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, table);
  }

  /** Takes a size from 0 to 255 for each row. */
  sizes(values) {
    this.put('size', values, 1, this.gl.UNSIGNED_BYTE, true);
  }

  /** Takes 1 for rows that are chosen. */
  marks(values) {
    this.put('mark', values, 1, this.gl.UNSIGNED_BYTE);
  }

  put(name, values, width, type, scaled = false) {
    const gl = this.gl;
    this.buffers[name] ??= gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    const place = this.attribute(name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, width, type, scaled, 0, 0);
  }

  clear() {
    const gl = this.gl;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** Adds some rows to what is drawn; pass is 0, or 1 for those not chosen, or 2 for the chosen. */
  draw(camera, {radius, opacity, growth, least, paper}, pass, from, count) {
    const gl = this.gl;
    const [x, y, z] = camera.rows();
    gl.uniform4fv(this.uniform('toX'), x);
    gl.uniform4fv(this.uniform('toY'), y);
    gl.uniform4fv(this.uniform('toZ'), z);
    gl.uniform1f(this.uniform('base'), radius);
    gl.uniform1f(this.uniform('opacity'), opacity);
    gl.uniform1f(this.uniform('growth'), growth);
    gl.uniform1f(this.uniform('least'), least);
    gl.uniform1i(this.uniform('solid'), camera.solid ? 1 : 0);
    gl.uniform3fv(this.uniform('paper'), paper);
    // What was chosen is never covered by what was not.
    if (camera.solid && pass < 2) gl.enable(gl.DEPTH_TEST);
    else gl.disable(gl.DEPTH_TEST);
    if (camera.solid) gl.disable(gl.BLEND);
    else gl.enable(gl.BLEND);
    gl.uniform1f(this.uniform('pass'), pass);
    gl.drawArrays(gl.POINTS, from, count);
  }

  close() {
    for (const buffer of Object.values(this.buffers)) this.gl.deleteBuffer(buffer);
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** All numbers below n in an order that looks random and is always the same. */
export function shuffled(n) {
  const order = Uint32Array.from({length: n}, (_, i) => i);
  let seed = 12345;
  for (let i = n - 1; i > 0; i -= 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((seed / 4294967296) * (i + 1));
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
