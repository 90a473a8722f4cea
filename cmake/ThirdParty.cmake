# Libraries compiled from third_party/, the same sources for native and WebAssembly. Nothing is downloaded here.

set(_tp "${WHICHCHIP_THIRD_PARTY}")
foreach(_needed onnx protobuf imgui zlib musl googletest include bin/protoc)
  if(NOT EXISTS "${_tp}/${_needed}")
    message(FATAL_ERROR "third_party/${_needed} is missing: run scripts/setup.sh first")
  endif()
endforeach()

# --- header-only libraries: nlohmann/, CLI/, valijson/, stb/ ---
add_library(whichchip_headers INTERFACE)
target_include_directories(whichchip_headers SYSTEM INTERFACE "${_tp}/include")
# valijson throws instead of calling abort() on a bad schema.
target_compile_definitions(whichchip_headers INTERFACE VALIJSON_USE_EXCEPTIONS=1)

# --- protobuf-lite: upstream's own list of files ---
file(STRINGS "${_tp}/protobuf/cmake/libprotobuf-lite.cmake" _lines REGEX "/src/google/protobuf/.*\\.cc$")
set(_protobuf_sources)
foreach(_line IN LISTS _lines)
  string(STRIP "${_line}" _line)
  string(REPLACE "\${protobuf_SOURCE_DIR}" "${_tp}/protobuf" _line "${_line}")
  list(APPEND _protobuf_sources "${_line}")
endforeach()
add_library(whichchip_protobuf STATIC EXCLUDE_FROM_ALL ${_protobuf_sources})
whichchip_third_party_target(whichchip_protobuf NO_EXCEPTIONS)
target_include_directories(whichchip_protobuf SYSTEM PUBLIC "${_tp}/protobuf/src")
if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
  target_compile_definitions(whichchip_protobuf PRIVATE HAVE_PTHREAD)
  target_link_libraries(whichchip_protobuf PUBLIC Threads::Threads)
endif()

# --- ONNX: operator schemas, shape inference and checker, without upstream's build (it wants Python or downloads) ---
set(_generated "${CMAKE_BINARY_DIR}/generated/onnx_proto")
set(_onnx_generated)
# All .proto files are copied while configuring: one imports the other, and protoc runs in parallel.
foreach(_proto onnx-ml onnx-operators-ml onnx-data)
  configure_file("${_tp}/onnx/onnx/${_proto}.proto" "${_generated}/onnx/${_proto}.proto" COPYONLY)
  add_custom_command(
    OUTPUT "${_generated}/onnx/${_proto}.pb.cc" "${_generated}/onnx/${_proto}.pb.h"
    COMMAND "${_tp}/bin/protoc" -I "${_generated}" "--cpp_out=dllexport_decl=ONNX_API:${_generated}"
            "${_generated}/onnx/${_proto}.proto"
    DEPENDS "${_generated}/onnx/${_proto}.proto" "${_generated}/onnx/onnx-ml.proto"
    VERBATIM)
  list(APPEND _onnx_generated "${_generated}/onnx/${_proto}.pb.cc")
  list(APPEND _onnx_headers "${_generated}/onnx/${_proto}.pb.h")
endforeach()
add_custom_target(whichchip_onnx_headers DEPENDS ${_onnx_headers})
file(GLOB_RECURSE _onnx_sources "${_tp}/onnx/onnx/common/*.cc" "${_tp}/onnx/onnx/defs/*.cc"
     "${_tp}/onnx/onnx/shape_inference/*.cc")
add_library(whichchip_onnx STATIC EXCLUDE_FROM_ALL ${_onnx_generated} ${_onnx_sources} "${_tp}/onnx/onnx/checker.cc")
whichchip_third_party_target(whichchip_onnx)
target_include_directories(whichchip_onnx SYSTEM PUBLIC "${_tp}/onnx" "${_generated}")
target_compile_definitions(whichchip_onnx PUBLIC ONNX_NAMESPACE=onnx ONNX_ML=1 ONNX_USE_LITE_PROTO=1
  __ONNX_NO_DOC_STRINGS __STDC_FORMAT_MACROS ONNX_API=)
target_link_libraries(whichchip_onnx PUBLIC whichchip_protobuf)
if(EMSCRIPTEN)
  # Nothing in it asks for a type at run time, and the names of its thousand lambdas would be downloaded.
  target_compile_options(whichchip_onnx PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
add_dependencies(whichchip_onnx whichchip_onnx_headers)

# --- zlib ---
file(GLOB _zlib_sources "${_tp}/zlib/*.c")
list(FILTER _zlib_sources EXCLUDE REGEX "/gz[a-z]+\\.c$") # the file functions: the engine works on memory
add_library(whichchip_zlib STATIC EXCLUDE_FROM_ALL ${_zlib_sources})
whichchip_third_party_target(whichchip_zlib)
target_include_directories(whichchip_zlib SYSTEM PUBLIC "${_tp}/zlib")

# --- exp, log, pow, … of musl, under names of our own so that no compiler folds or replaces them ---
set(_math exp exp_data log log_data log2 log2_data log10 pow pow_data cbrt erf
  __math_divzero __math_invalid __math_oflow __math_uflow __math_xflow)
list(TRANSFORM _math REPLACE "(.+)" "${_tp}/musl/src/math/\\1.c" OUTPUT_VARIABLE _math_sources)
add_library(whichchip_math STATIC EXCLUDE_FROM_ALL ${_math_sources})
whichchip_third_party_target(whichchip_math)
target_include_directories(whichchip_math PRIVATE "${_tp}/musl/src/internal" "${_tp}/musl/arch/generic")
target_compile_definitions(whichchip_math PRIVATE _GNU_SOURCE)
target_compile_options(whichchip_math PRIVATE -fno-builtin -include "${CMAKE_SOURCE_DIR}/cmake/math/whichchip_math_names.h")

# --- Dear ImGui ---
# Without the font inside, a hundredth of the page's weight: the page brings its own. (From 1.92 on a define leaves it out.)
file(READ "${_tp}/imgui/imgui_draw.cpp" _draw)
set(_font "static const char proggy_clean_ttf_compressed_data_base85[11980 + 1] =")
string(FIND "${_draw}" "${_font}" _font_begin)
if(_font_begin EQUAL -1)
  message(FATAL_ERROR "Dear ImGui's own font is not where it was: see cmake/ThirdParty.cmake")
endif()
string(SUBSTRING "${_draw}" 0 ${_font_begin} _before)
string(SUBSTRING "${_draw}" ${_font_begin} -1 _after)
string(FIND "${_after}" "\";\n" _font_end)
math(EXPR _font_end "${_font_end} + 3")
string(SUBSTRING "${_after}" ${_font_end} -1 _after)
file(WRITE "${CMAKE_BINARY_DIR}/generated/imgui_draw.cpp.new"
  "${_before}static const char proggy_clean_ttf_compressed_data_base85[] = \"\";\n${_after}")
file(COPY_FILE "${CMAKE_BINARY_DIR}/generated/imgui_draw.cpp.new" "${CMAKE_BINARY_DIR}/generated/imgui_draw.cpp" ONLY_IF_DIFFERENT)
add_library(whichchip_imgui STATIC EXCLUDE_FROM_ALL "${_tp}/imgui/imgui.cpp" "${CMAKE_BINARY_DIR}/generated/imgui_draw.cpp"
  "${_tp}/imgui/imgui_tables.cpp" "${_tp}/imgui/imgui_widgets.cpp")
whichchip_third_party_target(whichchip_imgui NO_EXCEPTIONS)
target_include_directories(whichchip_imgui SYSTEM PUBLIC "${_tp}/imgui" "${CMAKE_SOURCE_DIR}/cmake/imgui")
target_compile_definitions(whichchip_imgui PUBLIC "IMGUI_USER_CONFIG=\"whichchip_imgui_config.h\"")

# --- GoogleTest and Google Benchmark ---
add_library(whichchip_gtest STATIC EXCLUDE_FROM_ALL "${_tp}/googletest/googletest/src/gtest-all.cc"
  "${_tp}/googletest/googletest/src/gtest_main.cc" "${_tp}/googletest/googlemock/src/gmock-all.cc")
whichchip_third_party_target(whichchip_gtest)
target_include_directories(whichchip_gtest SYSTEM
  PUBLIC "${_tp}/googletest/googletest/include" "${_tp}/googletest/googlemock/include"
  PRIVATE "${_tp}/googletest/googletest" "${_tp}/googletest/googlemock")
if(NOT EMSCRIPTEN)
  target_link_libraries(whichchip_gtest PUBLIC Threads::Threads)

  file(GLOB _benchmark_sources "${_tp}/benchmark/src/*.cc")
  add_library(whichchip_benchmark STATIC EXCLUDE_FROM_ALL ${_benchmark_sources})
  whichchip_third_party_target(whichchip_benchmark)
  target_include_directories(whichchip_benchmark SYSTEM PUBLIC "${_tp}/benchmark/include")
  target_compile_definitions(whichchip_benchmark PUBLIC BENCHMARK_STATIC_DEFINE
    PRIVATE HAVE_STD_REGEX HAVE_STEADY_CLOCK NDEBUG BENCHMARK_VERSION="1.9.1")
  target_link_libraries(whichchip_benchmark PUBLIC Threads::Threads)
endif()
