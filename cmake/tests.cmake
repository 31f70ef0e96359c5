# Tests, benches, soak and fuzz programs: each exists as soon as it has a source file.
include_guard()

if(RELIT_TESTS OR RELIT_FUZZ)
    enable_testing()
endif()

set(relit_test_definitions
    RELIT_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    RELIT_DOCS="${PROJECT_SOURCE_DIR}/docs"
    RELIT_SOURCE="${PROJECT_SOURCE_DIR}")

# Part of each program itself: a definition in a library would come second to that of src/pass.
set(relit_verifies_passes ${PROJECT_SOURCE_DIR}/tests/support/verifies_passes.cpp)

# relit_bare_program(NAME PACKAGES SOURCES...): a program of sources, before it links anything of ours.
function(relit_bare_program name packages)
    add_executable(${name} ${ARGN})
    if(NOT name MATCHES "_bench$")
        relit_unite(${name})
        target_sources(${name} PRIVATE ${relit_verifies_passes})
    endif()
    target_compile_definitions(${name} PRIVATE ${relit_test_definitions})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE relit_options)
    foreach(package IN LISTS packages)
        target_link_libraries(${name} PRIVATE relit_package_${package})
    endforeach()
    if(name MATCHES "_tests$")
        # A test is compiled more often than it runs. Those of the GS run long, and the product in their program uses inline
        # functions as their objects define them.
        set(level O0)
        if(name MATCHES "_(gs_property|differential)_tests$")
            set(level O1)
        endif()
        target_compile_options(${name} PRIVATE -${level})
        target_compile_definitions(${name} PRIVATE RELIT_PROGRAM="${PROJECT_BINARY_DIR}/relit")
        relit_precompile(${name} tests_${level} ${relit_common_headers} <gtest/gtest.h>)
    else()
        relit_precompile(${name} folders)
        relit_compile_soon(${name})
    endif()
endfunction()

# relit_program(NAME PACKAGES SOURCES...): a program over all folders and tests/support, if it has sources.
function(relit_program name packages)
    if(NOT ARGN)
        return()
    endif()
    relit_bare_program(${name} "${packages}" ${ARGN})
    if(name MATCHES "_bench$")
        target_link_libraries(${name} PRIVATE librelit) # the archive that is installed comes before the libraries of folders
    endif()
    if(TARGET relit_test_support)
        target_link_libraries(${name} PRIVATE relit_test_support)
    endif()
    target_link_libraries(${name} PRIVATE ${relit_libraries})
    if(TARGET relit AND name MATCHES "_tests$")
        add_dependencies(${name} relit)
    endif()
endfunction()

# relit_unit_tests(FOLDER [FOLDERS...]): relit_<FOLDER>_tests, of the tests beside the sources of a folder of src/ and of the folders in it. It
# links these folders and what they use, so that it is built without the rest; more FOLDERS if only the tests use them, and
# relit_test_support if a test includes tests/support.
function(relit_unit_tests folder)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*_test.cpp)
    if(NOT sources)
        return()
    endif()
    set(name relit_${folder}_tests)
    relit_bare_program(${name} "${relit_test_packages}" ${sources})
    set(folders ${folder} ${ARGN})
    relit_libraries_of("${folders}" used)
    target_link_libraries(${name} PRIVATE ${used})
    foreach(source IN LISTS sources)
        file(STRINGS ${source} uses_support REGEX "^#include \"tests/support/" LIMIT_COUNT 1)
        if(uses_support)
            target_link_libraries(${name} PRIVATE relit_test_support)
            break()
        endif()
    endforeach()
    relit_register_tests(${name} 120)
endfunction()

# relit_test_program(NAME PACKAGES TIMEOUT SOURCES...): as relit_program, with its tests registered.
function(relit_test_program name packages timeout)
    relit_program(${name} "${packages}" ${ARGN})
    relit_register_tests(${name} ${timeout})
endfunction()

# What is freed stays with the process: tests that run thousands of programs would spend most of their time on pages that come and
# go. Both thresholds are set, as one alone fixes the other at 128 KiB; no list, which gtest_discover_tests would take apart.
set(relit_keeps_memory ENVIRONMENT_MODIFICATION
    GLIBC_TUNABLES=set:glibc.malloc.trim_threshold=1073741824:glibc.malloc.mmap_threshold=33554432)
# Passes are verified.
set(relit_test_properties ENVIRONMENT RELIT_VERIFY_PASSES=1 ${relit_keeps_memory})

# One ctest test for each test of a program; more arguments, as TEST_FILTER, are those of gtest_discover_tests.
function(relit_register_tests name timeout)
    if(TARGET ${name})
        gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 ${ARGN}
                             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                             PROPERTIES TIMEOUT ${timeout} ${relit_test_properties})
    endif()
endfunction()

# What tests, soak and benches share (checkers over SPIRV-Tools and glslang, corpus lookup): tests/support/.
file(GLOB_RECURSE relit_support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
list(FILTER relit_support_sources EXCLUDE REGEX "/support/(bad_driver|failing|kept_libraries|poison)/")
list(REMOVE_ITEM relit_support_sources ${relit_verifies_passes})
if(relit_support_sources AND (RELIT_TESTS OR RELIT_BENCH OR RELIT_FUZZ))
    add_library(relit_test_support STATIC ${relit_support_sources})
    target_include_directories(relit_test_support PUBLIC ${PROJECT_SOURCE_DIR})
    target_compile_definitions(relit_test_support PRIVATE ${relit_test_definitions})
    relit_find(json relit_link_json)
    relit_find(glslang relit_link_glslang)
    relit_find(spirv_tools relit_link_spirv_tools)
    target_link_libraries(relit_test_support PRIVATE relit_options
                          PUBLIC ${relit_libraries} ${relit_link_json} ${relit_link_glslang} ${relit_link_spirv_tools})
    relit_precompile(relit_test_support folders)
    relit_unite(relit_test_support)
    relit_compile_soon(relit_test_support)
    # A unit is linked as a whole. What replaces operator new stays alone, for the programs that count allocations; what
    # fails tests too, because soaks and benches do without GoogleTest.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/allocations.cpp PROPERTIES
                                SKIP_UNITY_BUILD_INCLUSION ON)
    foreach(source IN LISTS relit_support_sources)
        file(STRINGS ${source} uses_gtest REGEX "^#include <gtest/" LIMIT_COUNT 1)
        if(uses_gtest)
            set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endif()
    endforeach()
endif()

if(RELIT_TESTS)
    include(GoogleTest)
    relit_find(gtest_main relit_link)
    relit_find(gtest relit_link)
    relit_find(json relit_link)
    relit_find(spirv_tools relit_link)
    relit_find(archive relit_link)
    relit_find(glslang relit_link)
    set(relit_test_packages gtest_main json glslang spirv_tools archive)

    file(GLOB relit_tested_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}/src
         ${PROJECT_SOURCE_DIR}/src/*)
    set(relit_tests_of_translate_use isa/maxwell)
    foreach(folder IN LISTS relit_tested_folders)
        relit_unit_tests(${folder} ${relit_tests_of_${folder}_use})
    endforeach()
    # A program for each of the large areas of tests/properties and tests/conformance, and one for the others.
    file(GLOB_RECURSE relit_property_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/properties/*.cpp
         ${PROJECT_SOURCE_DIR}/tests/conformance/*.cpp)
    foreach(area maxwell rsx gs r500)
        set(relit_area_sources ${relit_property_sources})
        list(FILTER relit_area_sources INCLUDE REGEX "/${area}/[^/]*$")
        list(REMOVE_ITEM relit_property_sources ${relit_area_sources})
        relit_test_program(relit_${area}_property_tests "${relit_test_packages}" 600 ${relit_area_sources})
    endforeach()
    relit_test_program(relit_property_tests "${relit_test_packages}" 600 ${relit_property_sources})
    # A driver for tests of what drivers do to the program.
    add_library(relit_bad_driver MODULE ${PROJECT_SOURCE_DIR}/tests/support/bad_driver/driver.cpp)
    target_link_libraries(relit_bad_driver PRIVATE relit_options)
    target_compile_definitions(relit_property_tests PRIVATE RELIT_BAD_DRIVER="$<TARGET_FILE:relit_bad_driver>")
    add_dependencies(relit_property_tests relit_bad_driver)
    # Preloaded into every process of the tests, also into those of other people's programs.
    if(RELIT_SANITIZE)
        add_library(relit_kept_libraries MODULE ${PROJECT_SOURCE_DIR}/tests/support/kept_libraries/preload.cpp)
        target_compile_options(relit_kept_libraries PRIVATE -fno-sanitize=all)
        target_link_options(relit_kept_libraries PRIVATE -fno-sanitize=all)
    endif()
    # Replaces operator new, which sanitizers and tests/support do too.
    if(NOT RELIT_SANITIZE)
        file(GLOB relit_failures_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/failures/*.cpp)
        relit_bare_program(relit_failures_tests "${relit_test_packages}" ${relit_failures_sources})
        target_link_libraries(relit_failures_tests PRIVATE ${relit_libraries})
        relit_register_tests(relit_failures_tests 120)
    endif()
    file(GLOB_RECURSE relit_differential_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/differential/*.cpp)
    relit_program(relit_differential_tests "${relit_test_packages}" ${relit_differential_sources})
    # Files of programs are one test, and captures of a suite are one: the program and a driver are loaded once.
    set(relit_tests_of_files SameEverywhere Captures/R500DrawCounts.AddUpWhicheverWayTheyAreCounted
        Captures/R500Unbroken.AccusesNothing Scenes/R500Replay.ScenesLookAsTheirReference
        Scenes/R500LesserDevice.ScenesLookAsTheirReferenceOrItIsSaid)
    list(JOIN relit_tests_of_files "*:" relit_names)
    relit_register_tests(relit_differential_tests 600 TEST_FILTER -${relit_names}*)
    foreach(name IN LISTS relit_tests_of_files)
        add_test(NAME ${name} COMMAND relit_differential_tests --gtest_filter=${name}*)
        set_tests_properties(${name} PROPERTIES TIMEOUT 600 ${relit_test_properties} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    endforeach()
    # Every shader of these runs once, so drivers do not optimise it much.
    set_tests_properties(SameEverywhere PROPERTIES ENVIRONMENT "RELIT_VERIFY_PASSES=1;GALLIVM_PERF=nopt")
    if(TARGET relit AND EXISTS ${PROJECT_SOURCE_DIR}/tests/golden_runner.cpp)
        relit_test_program(relit_golden_tests "gtest" 300 ${PROJECT_SOURCE_DIR}/tests/golden_runner.cpp)
        target_compile_definitions(relit_golden_tests PRIVATE RELIT_GOLDEN="${PROJECT_SOURCE_DIR}/tests/golden")
    endif()
endif()

# What is installed can be used: the guide's examples, through CMake and through pkg-config.
if(RELIT_TESTS AND TARGET relit AND NOT RELIT_SANITIZE)
    add_test(NAME install.example COMMAND ${PROJECT_SOURCE_DIR}/scripts/test_install ${PROJECT_BINARY_DIR})
    set_tests_properties(install.example PROPERTIES TIMEOUT 120)
endif()

# The version of the translator in keys of the cache follows its sources.
if(RELIT_TESTS)
    add_test(NAME build.translator_version COMMAND ${PROJECT_SOURCE_DIR}/scripts/test_translator_version
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()

# Checks of the sources find what they are for, on small trees.
if(RELIT_TESTS AND EXISTS /usr/bin/python3)
    foreach(check IN ITEMS retired_words check_sentences check_folders check_references parts mutate_source)
        add_test(NAME checks.${check} COMMAND ${PROJECT_SOURCE_DIR}/scripts/test_${check})
    endforeach()
endif()

# Pages in a browser, where Node, a browser and the packages of the viewer are installed (./go viewer): a share of what
# ./go check --all viewer runs.
find_program(RELIT_NODE node)
find_program(RELIT_CHROMIUM chromium)
if(TARGET relit AND RELIT_NODE AND RELIT_CHROMIUM AND EXISTS ${PROJECT_SOURCE_DIR}/viewer/node_modules)
    file(GLOB relit_page_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/tests/*/*.test.mjs)
    add_test(NAME viewer COMMAND ${RELIT_NODE} --test ${relit_page_tests})
    set_tests_properties(viewer PROPERTIES TIMEOUT 600 ENVIRONMENT "RELIT=$<TARGET_FILE:relit>;CHROMIUM=${RELIT_CHROMIUM}"
                         PROCESSORS 2)
endif()

# Answers and messages of --json fit docs/schemas.
if(RELIT_TESTS AND TARGET relit AND EXISTS /usr/bin/python3)
    add_test(NAME answers.schemas COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tests/answers/check.py $<TARGET_FILE:relit>)
    set_tests_properties(answers.schemas PROPERTIES TIMEOUT 300 ENVIRONMENT RELIT_VERIFY_PASSES=1)
endif()

# The listings of README.md, docs/tour.md, docs/guide and docs/examples are what the program prints.
if(RELIT_TESTS AND TARGET relit AND EXISTS /usr/bin/python3)
    add_test(NAME readme.listings COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tests/readme/check.py $<TARGET_FILE:relit>)
    set_tests_properties(readme.listings PROPERTIES TIMEOUT 300 ENVIRONMENT RELIT_VERIFY_PASSES=1)
endif()

# The OpenGL driver takes the GLSL of many programs.
if(RELIT_TESTS AND TARGET relit AND EXISTS /usr/bin/python3)
    add_test(NAME gl.compiles COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tests/gl/check.py $<TARGET_FILE:relit>)
    set_tests_properties(gl.compiles PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()

# Preloaded into the program, it makes workers of a batch fail.
if(RELIT_TESTS OR RELIT_BENCH)
    add_library(relit_poison MODULE ${PROJECT_SOURCE_DIR}/tests/support/poison/preload.cpp)
    target_link_libraries(relit_poison PRIVATE relit_options)
endif()

# Batches in which things fail. Sanitizers want to be loaded first.
if(RELIT_TESTS AND TARGET relit AND NOT RELIT_SANITIZE AND EXISTS /usr/bin/python3)
    add_test(NAME batch.failures COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tests/batch/check.py $<TARGET_FILE:relit>
                                         $<TARGET_FILE:relit_poison>)
    set_tests_properties(batch.failures PROPERTIES TIMEOUT 300)
endif()

# A batch on a cluster, where Slurm is installed (the rows `slurm` of packages.txt).
find_program(RELIT_SLURMCTLD slurmctld PATHS /usr/sbin /sbin)
if(RELIT_TESTS AND TARGET relit AND NOT RELIT_SANITIZE AND RELIT_SLURMCTLD AND EXISTS /usr/bin/python3)
    add_test(NAME batch.slurm COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tests/slurm/check.py $<TARGET_FILE:relit>
                                      $<TARGET_FILE:relit_poison>)
    set_tests_properties(batch.slurm PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 PROCESSORS 2)
endif()

if(RELIT_BENCH)
    file(GLOB_RECURSE relit_soak_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/soak/*.cpp)
    if(relit_soak_sources)
        relit_find(json relit_link)
        relit_find(glslang relit_link)
        relit_program(relit_soak "json;glslang" ${relit_soak_sources})
        add_dependencies(relit_soak relit)
        target_compile_definitions(relit_soak PRIVATE RELIT_PROGRAM="$<TARGET_FILE:relit>"
                                   RELIT_FAILING="$<TARGET_FILE:relit_failing>"
                                   RELIT_POISON="$<TARGET_FILE:relit_poison>")
        # Preloaded into the program, it fails its allocations and system calls.
        add_library(relit_failing MODULE ${PROJECT_SOURCE_DIR}/tests/support/failing/preload.cpp)
        target_include_directories(relit_failing PRIVATE ${PROJECT_SOURCE_DIR})
        target_link_libraries(relit_failing PRIVATE relit_options)
        add_dependencies(relit_soak relit_failing)
        add_dependencies(relit_soak relit_poison)
        # A small share of what runs programs of guests on a device. Every shader runs once: see ./go soak.
        if(RELIT_TESTS)
            foreach(name nv2a_agree rsx_vp_agree rsx_fp_agree maxwell_agree r500_captures)
                add_test(NAME soak.${name} COMMAND relit_soak ${name} --seed 0..20)
                set_tests_properties(soak.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT
                                     "MESA_SHADER_CACHE_DISABLE=1;GALLIVM_PERF=nopt" ${relit_keeps_memory})
            endforeach()
            add_test(NAME soak.mutants COMMAND relit_soak mutants --seed 0..5)
            set_tests_properties(soak.mutants PROPERTIES TIMEOUT 300)
            # Sanitizers have an allocator of their own.
            if(NOT RELIT_SANITIZE)
                add_test(NAME soak.failures COMMAND relit_soak failures --seed 0..14)
                set_tests_properties(soak.failures PROPERTIES TIMEOUT 300)
            endif()
            add_test(NAME soak.signals COMMAND relit_soak signals --seed 0..12)
            set_tests_properties(soak.signals PROPERTIES TIMEOUT 300)
        endif()
    endif()
    file(GLOB relit_bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
    find_package(benchmark QUIET)
    if(relit_bench_sources AND benchmark_FOUND)
        relit_find(json relit_link)
        relit_find(glslang relit_link)
        relit_package(benchmark benchmark::benchmark benchmark::benchmark_main)
        relit_program(relit_bench "benchmark;json;glslang" ${relit_bench_sources})
        set_target_properties(relit_bench PROPERTIES EXCLUDE_FROM_ALL ON) # `bench` and `check` build it, `test` need not
    endif()
endif()

# fuzz/NAME.cpp is a libFuzzer target in the fuzz preset; elsewhere it replays its seeds, fuzz/corpus/NAME, as a test.
file(GLOB relit_fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
list(FILTER relit_fuzz_sources EXCLUDE REGEX "/replay_main\\.cpp$")
if(NOT RELIT_FUZZ AND NOT RELIT_TESTS)
    set(relit_fuzz_sources)
endif()
foreach(source IN LISTS relit_fuzz_sources)
    get_filename_component(name ${source} NAME_WE)
    if(RELIT_FUZZ)
        relit_program(fuzz_${name} "" ${source})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    else()
        relit_program(fuzz_${name} "" ${source} ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cpp)
        add_test(NAME fuzz.${name} COMMAND fuzz_${name} ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})
        set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 120 ${relit_keeps_memory})
    endif()
endforeach()
