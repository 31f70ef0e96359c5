# The language, the warnings and the tools, for every target of this project.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# "dev" and "asan" keep assertions. -g1 is enough for a backtrace with lines and costs a
# fifth less to compile than -g: for a debugger that shows variables configure with -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g".
# -O2, as this is the program that ./go installs, but -O1 for folders that run once (relit_compile_soon), and with sanitizers,
# where -O2 takes twice as long to compile.
if(RELIT_SANITIZE)
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
else()
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
endif()
# -O3 translates with some 6 % fewer instructions than -O2. No program replaces functions of ours.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG -fno-semantic-interposition")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()

if(RELIT_SYNTAX_ONLY)
    set(CMAKE_CXX_COMPILE_OBJECT
        "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE>" "${CMAKE_COMMAND} -E touch <OBJECT>")
    # Tests wait for programs that they run.
    foreach(kind LINK_EXECUTABLE CREATE_SHARED_LIBRARY CREATE_SHARED_MODULE ARCHIVE_CREATE)
        set(CMAKE_CXX_${kind} "${CMAKE_COMMAND} -E touch <TARGET>")
    endforeach()
    set(CMAKE_CXX_ARCHIVE_FINISH "")
endif()

find_program(RELIT_CCACHE ccache)
if(RELIT_CCACHE AND NOT RELIT_SYNTAX_ONLY AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${RELIT_CCACHE})
endif()

include(CheckLinkerFlag)
foreach(linker lld gold)
    check_linker_flag(CXX -fuse-ld=${linker} RELIT_HAS_${linker})
    if(RELIT_HAS_${linker})
        add_link_options(-fuse-ld=${linker})
        break()
    endif()
endforeach()

# Floats mean what the IR says they mean: nothing is contracted, nothing is re-associated.
add_compile_options(-ffp-contract=off)
if(RELIT_SANITIZE)
    add_compile_options(-fsanitize=${RELIT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${RELIT_SANITIZE})
    # Debian's glslang has no type information for the check of virtual calls to look at.
    set_source_files_properties(src/verify/glslang.cpp PROPERTIES COMPILE_OPTIONS -fno-sanitize=vptr)
endif()
if(RELIT_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# relit_options: how our own sources are compiled. Never installed.
add_library(relit_options INTERFACE)
target_include_directories(relit_options INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_compile_options(relit_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wimplicit-fallthrough -Wcast-align
    -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wformat=2 -Wunused -Wundef
    -Wno-missing-field-initializers # a struct that leaves a field to its initializer is how we write rows
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
    # From -O2 on g++ 12 reports these in std::string and std::optional where nothing is wrong.
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>"
    $<$<BOOL:${RELIT_WERROR}>:-Werror>)

# The evaluator runs under every rounding direction: nothing is folded or moved as if there were only one.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/ir/evaluate.cpp PROPERTIES
    COMPILE_OPTIONS -frounding-math SKIP_PRECOMPILE_HEADERS ON)
