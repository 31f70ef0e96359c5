# Headers of others that nearly every source reads, parsed once. `./go check --all` compiles every source alone with the headers
# that it names itself, so a missing one is seen.
include_guard()

set(relit_common_headers
    <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <cstring> <expected> <fstream> <functional> <map>
    <memory> <optional> <random> <set> <span> <string> <string_view> <unordered_map> <utility> <vector> <fmt/format.h>)

# relit_precompile(TARGET OWNER HEADERS...): the first target of an owner makes the headers, the others share them.
# All targets of one owner must be compiled with the same flags; a source with flags of its own stays out.
function(relit_precompile target owner)
    if(NOT RELIT_PRECOMPILED OR RELIT_SANITIZE)
        return()
    endif()
    get_property(made_by GLOBAL PROPERTY relit_precompiled_${owner})
    if(made_by)
        target_precompile_headers(${target} REUSE_FROM ${made_by})
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
        set_property(GLOBAL PROPERTY relit_precompiled_${owner} ${target})
    endif()
    # Programs share with libraries, so both are compiled alike; ccache looks into the headers only when told.
    target_compile_options(${target} PRIVATE -fPIC $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
