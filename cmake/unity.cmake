# Several sources of a folder compiled as one: headers cost most of the time. docs/decisions/0023 says what follows from it.
include_guard()

# More sources a unit make a cold build little faster, and a build after one change slower.
set(relit_unit_size 8)

# relit_unite(TARGET): compiles its sources in units; sources with flags of their own stay alone.
function(relit_unite target)
    if(RELIT_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${relit_unit_size})
        # A type of a source may use private types of the same source, which need not be the one that the unit begins with.
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endif()
endfunction()

# Sources that stay alone: a program that defines this function itself must not get the rest of a unit with it; the other header
# of SPIR-V's names has the same guard.
set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/src/pass/verifies_passes.cpp
    ${PROJECT_SOURCE_DIR}/tests/properties/lang/glsl_precise.cpp
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
