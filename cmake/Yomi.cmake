# How every part of Yomi is compiled. Included once from the top.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1") # asserts are for debug builds; see below
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")

find_package(Threads REQUIRED)

add_library(yomi_flags INTERFACE)
target_compile_definitions(yomi_flags INTERFACE _GNU_SOURCE $<$<CONFIG:Release>:NDEBUG>)
target_compile_options(yomi_flags INTERFACE
  -Wall -Wextra -Werror -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith
  -Wundef -Wvla -Wformat=2 -Wno-enum-float-conversion -fno-common -fno-strict-aliasing -ffp-contract=off)
target_include_directories(yomi_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(yomi_flags INTERFACE Threads::Threads m)

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
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(yomi_${name} PUBLIC yomi_${dependency})
  endforeach()
endfunction()

# yomi_test(NAME SOURCES test_x.c DEPENDS search [LABELS l] [TIMEOUT s]): one cmocka program, one CTest entry.
function(yomi_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE cmocka)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(test_${name} PRIVATE yomi_${dependency})
  endforeach()
  add_test(NAME ${name} COMMAND test_${name})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
