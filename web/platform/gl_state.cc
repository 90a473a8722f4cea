// What Dear ImGui's renderer asks WebGL before every frame, in order to restore it afterwards. Each of these questions
// waits for the process that draws, some 2 ms where that has no graphics card, and nobody else draws here: blending is
// as a new context has it, and viewport and scissors are set before anything depends on them.
#include <GLES3/gl3.h>

extern "C" void whichchip_gl_state(GLenum name, GLint* value);

extern "C" void whichchip_gl_state(GLenum name, GLint* value) {
  switch (name) {
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA:
      *value = GL_ONE;
      break;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
      *value = GL_ZERO;
      break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *value = GL_FUNC_ADD;
      break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX:
      for (int i = 0; i < 4; ++i) value[i] = 0;
      break;
    default:
      glGetIntegerv(name, value);
  }
}
