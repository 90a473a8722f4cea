# Language, warnings, sanitizers, and the flags that make every build compute the same bits.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(WHICHCHIP_CCACHE ccache NO_CMAKE_FIND_ROOT_PATH)
if(WHICHCHIP_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER "${WHICHCHIP_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${WHICHCHIP_CCACHE}")
endif()

# The command line and the page must print the same digits: a fused multiply-add where the machine has one would not.
add_compile_options(-ffp-contract=off)

if(EMSCRIPTEN)
  add_compile_options(-fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
endif()

if(WHICHCHIP_SANITIZE)
  add_compile_options(-fsanitize=address -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
endif()
if(WHICHCHIP_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# What is asked of everything that is ours, and not of third-party code.
add_library(whichchip_warnings INTERFACE)
target_compile_options(whichchip_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 reports these for correct uses of std::string, std::variant and std::optional once it inlines.
  target_compile_options(whichchip_warnings INTERFACE
    -Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-free-nonheap-object)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT EMSCRIPTEN)
  # libstdc++ 12's stable_sort uses what it calls deprecated.
  target_compile_options(whichchip_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(EMSCRIPTEN)
  # Counts are int64_t everywhere, sizes of containers 32 bits wide here: every index would need a cast.
  target_compile_options(whichchip_warnings INTERFACE -Wno-shorten-64-to-32)
endif()

# Everything that the product is made of links this.
add_library(whichchip_own_code INTERFACE)
target_link_libraries(whichchip_own_code INTERFACE whichchip_warnings)
if(WHICHCHIP_SANITIZE)
  # AddressSanitizer tells of null and of what lies outside an object, too; their checks are a quarter of the time to compile.
  target_compile_options(whichchip_own_code INTERFACE
    -fsanitize=undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=undefined)
endif()

# A test's own code is compiled for speed of compiling: it is what is under test that is optimised and checked for undefined
# behaviour. AddressSanitizer stays, since containers cross the border.
add_library(whichchip_test_code INTERFACE)
target_link_libraries(whichchip_test_code INTERFACE whichchip_warnings)
# Not in WebAssembly: there the tests would take three times as long as they save.
if(NOT EMSCRIPTEN)
  target_compile_options(whichchip_test_code INTERFACE -O0)
endif()

# Third-party code: no warnings, small, and quick to build. It keeps AddressSanitizer (its containers cross the border)
# but not UndefinedBehaviorSanitizer, whose findings there are not ours to fix. In the page's code, NO_EXCEPTIONS leaves out
# the clean-up of what never throws.
function(whichchip_third_party_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_EXCEPTIONS" "" "")
  target_compile_options(${target} PRIVATE -w -g0)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -Oz)
    if(arg_NO_EXCEPTIONS)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
    endif()
  endif()
endfunction()

# Programs that run under Node: the host's files, a stack deep enough for shape inference, main()'s exit code.
set(WHICHCHIP_NODE_LINK_OPTIONS -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sSTACK_SIZE=2MB -sINITIAL_MEMORY=32MB
  -sALLOW_MEMORY_GROWTH=1 -sENVIRONMENT=node)
