# How every part of Yomi is compiled. Included once from the top.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
if(WIN32)
  set(CMAKE_C_EXTENSIONS ON) # without them its C library hides strdup
else()
  set(CMAKE_C_EXTENSIONS OFF)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1") # asserts are for debug builds; see below
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the same objects are the program and the shared library
set(CMAKE_C_VISIBILITY_PRESET hidden)

if(EMSCRIPTEN)
  # All objects are compiled for shared memory; whether a module has threads is decided when it is linked (src/wasm).
  set(CMAKE_C_FLAGS_RELEASE "-O3 -msimd128 -pthread")
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
else()
  find_package(Threads REQUIRED)
  set(threads Threads::Threads m)
endif()

add_library(yomi_flags INTERFACE)
target_compile_definitions(yomi_flags INTERFACE _GNU_SOURCE $<$<CONFIG:Release>:NDEBUG>)
target_compile_options(yomi_flags INTERFACE
  -Wall -Wextra $<$<BOOL:${YOMI_WERROR}>:-Werror> -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith
  -Wundef -Wvla -Wformat=2 -Wno-enum-float-conversion -fno-common -fno-strict-aliasing -ffp-contract=off)
if(WIN32) # its isfinite is a macro with casts
  target_compile_options(yomi_flags INTERFACE -Wno-float-conversion)
endif()
target_include_directories(yomi_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(yomi_flags INTERFACE ${threads})

if(YOMI_SANITIZE)
  target_compile_options(yomi_flags INTERFACE
    -fsanitize=${YOMI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(yomi_flags INTERFACE -fsanitize=${YOMI_SANITIZE})
endif()
if(YOMI_FUZZ)
  target_compile_options(yomi_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(YOMI_COVERAGE)
  target_compile_options(yomi_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(yomi_flags INTERFACE --coverage)
endif()

# yomi_library(NAME SOURCES a.c b.c DEPENDS base search): the static library of one folder.
function(yomi_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(yomi_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(yomi_${name} PUBLIC yomi_flags)
  if(EMSCRIPTEN AND name MATCHES "record|front|tool|module")
    target_compile_options(yomi_${name} PRIVATE -Os) # nothing of it is hot, and all of it goes over the wire
  endif()
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(yomi_${name} PUBLIC yomi_${dependency})
  endforeach()
endfunction()

# yomi_list(FILE INCLUDE TYPE SUFFIX LIST SIGN): a source file with the things that every game has, in the order of
# src/games.list: "extern TYPE NAME_SUFFIX;" for each, and LIST of them with SIGN before each and NULL behind.
function(yomi_list file include type suffix list sign)
  set(externs "")
  set(entries "")
  string(REPLACE "[]" "" plain "${suffix}")
  foreach(game IN LISTS YOMI_GAMES)
    string(APPEND externs "extern ${type} ${game}${suffix};\n")
    string(APPEND entries "${sign}${game}${plain}, ")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${file}
       CONTENT "/* Made from src/games.list. */\n${include}\n\n${externs}\n${list} = {${entries}NULL};\n" @ONLY)
endfunction()

# What a test may take: against hanging, not against slow machines.
set(YOMI_TEST_TIMEOUT 1200)

# yomi_test(NAME SOURCES test_x.c DEPENDS search [LABELS l ...] [SERIAL]): one cmocka program, one CTest entry. SERIAL: it
# keeps a clock or all processors busy, so no other test runs beside it (test.sh runs two at a time). Label `threads`: it also runs under the thread sanitizer.
# POSIX: the test itself needs what Windows has not; it is skipped there (tests/platform has the same for every system).
function(yomi_test name)
  cmake_parse_arguments(ARG "SERIAL;POSIX" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  if(WIN32 AND ARG_POSIX)
    yomi_script_test(${name} COMMAND sh ${PROJECT_SOURCE_DIR}/tests/tools/skip.sh
                     "this test itself uses what only POSIX systems have")
    return()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${CMOCKA_LIBRARY})
  if(WIN32)
    target_include_directories(test_${name} SYSTEM PRIVATE ${YOMI_DEPS}/include)
    target_compile_definitions(test_${name} PRIVATE CMOCKA_STATIC)
  endif()
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(test_${name} PRIVATE yomi_${dependency})
  endforeach()
  add_test(NAME ${name} COMMAND test_${name})
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(threaded test_${name})
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${YOMI_TEST_TIMEOUT} LABELS "${ARG_LABELS}" RUN_SERIAL ${ARG_SERIAL})
endfunction()

# yomi_script_test(NAME COMMAND ... [LABELS l] [SERIAL]): a script with its arguments, one CTest entry. A script that
# cannot do its work here says why and returns 77, which CTest counts as skipped.
function(yomi_script_test name)
  cmake_parse_arguments(ARG "SERIAL" "" "COMMAND;LABELS" ${ARGN})
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${YOMI_TEST_TIMEOUT} LABELS "${ARG_LABELS}" RUN_SERIAL ${ARG_SERIAL}
                       SKIP_RETURN_CODE 77)
endfunction()

# yomi_test_on_paths(NAME COMMAND ...): the same command on every code path of the vector code, as NAME_portable,
# NAME_vector128, NAME_avx2 and NAME_avx512. A path that this processor lacks is skipped, not passed.
function(yomi_test_on_paths name)
  cmake_parse_arguments(ARG "" "" "COMMAND" ${ARGN})
  foreach(path portable vector128 avx2 avx512)
    yomi_script_test(${name}_${path} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/on_cpu.py ${path}
                     ${ARG_COMMAND} LABELS ${path} signatures)
  endforeach()
endfunction()
