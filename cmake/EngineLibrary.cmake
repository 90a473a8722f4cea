# The engine's folders, each one library that sees only its own headers and those of the folders it names in DEPS.

# Left to right: a folder may use only what stands to its left.
set(WHICHCHIP_ENGINE_FOLDERS core model workload hardware estimate analysis report share)

# whichchip_engine_library(<folder> [DEPS <folder>…] [PRIVATE_DEPS <target>…] [SOURCES <generated file>…])
#
# Defines the target whichchip_<folder> from all .cc files below the current directory. Headers are included as
# "<folder>/name.h". The include path is a folder of its own that holds one link, include/<folder>/<folder> →
# engine/<folder>, so a header of a folder that is not among the dependencies is not found by the compiler.
function(whichchip_engine_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS;PRIVATE_DEPS;SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "whichchip_engine_library(${folder}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  list(FIND WHICHCHIP_ENGINE_FOLDERS ${folder} position)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  list(APPEND sources ${arg_SOURCES})
  if(NOT sources)
    # A folder that has headers only is still a library, so that others may name it.
    set(empty "${CMAKE_BINARY_DIR}/generated/empty/${folder}.cc")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "// ${folder} has headers only.\n")
    set(sources "${empty}")
  endif()

  set(include_root "${CMAKE_BINARY_DIR}/include/${folder}")
  file(MAKE_DIRECTORY "${include_root}")
  if(NOT IS_SYMLINK "${include_root}/${folder}")
    file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${include_root}/${folder}" SYMBOLIC)
  endif()

  add_library(whichchip_${folder} STATIC ${sources})
  target_include_directories(whichchip_${folder} PUBLIC "${include_root}")
  if(EMSCRIPTEN AND NOT folder STREQUAL "estimate")
    # The page is downloaded before it runs. Only the estimates, made for every device at every change, stay at -O2.
    target_compile_options(whichchip_${folder} PRIVATE -Oz)
  endif()
  target_link_libraries(whichchip_${folder} PUBLIC whichchip_headers PRIVATE whichchip_own_code ${arg_PRIVATE_DEPS})
  foreach(dependency IN LISTS arg_DEPS)
    list(FIND WHICHCHIP_ENGINE_FOLDERS ${dependency} dependency_position)
    if(dependency_position LESS 0 OR NOT dependency_position LESS position)
      message(FATAL_ERROR "engine/${folder} may not depend on ${dependency}: it does not stand to its left")
    endif()
    target_link_libraries(whichchip_${folder} PUBLIC whichchip_${dependency})
  endforeach()
endfunction()
