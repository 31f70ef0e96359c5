# The version of the translator in keys of cached translations: a hash of the sources that a translation depends on, so that
# it changes by itself. Included, it defines relit_add_translator_version(); run as a script, it writes the hash.
if(CMAKE_SCRIPT_MODE_FILE)
    file(STRINGS ${LIST} sources)
    set(hashes)
    foreach(source IN LISTS sources)
        file(SHA256 ${ROOT}/${source} hash)
        string(APPEND hashes "${hash} ${source}\n")
    endforeach()
    string(SHA256 hash "${hashes}")
    string(SUBSTRING ${hash} 0 16 hash)
    file(WRITE ${RESULT} "\"${hash}\"\n")
    return()
endif()
include_guard()

# relit_add_translator_version(FOLDERS...): <translate>/translator_version.inc has the hash of the sources in src/FOLDERS.
function(relit_add_translator_version)
    set(sources)
    foreach(folder IN LISTS ARGN)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp
             ${PROJECT_SOURCE_DIR}/src/${folder}/*.hpp ${PROJECT_SOURCE_DIR}/src/${folder}/*.inc)
        list(APPEND sources ${found})
    endforeach()
    list(FILTER sources EXCLUDE REGEX "_test\\.")
    list(SORT sources)
    set(folder ${PROJECT_BINARY_DIR}/version)
    list(JOIN sources "\n" lines)
    file(CONFIGURE OUTPUT ${folder}/sources.txt CONTENT "${lines}\n" @ONLY)
    list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/)
    set(result ${folder}/translate/translator_version.inc)
    add_custom_command(
        OUTPUT ${result}
        COMMAND ${CMAKE_COMMAND} -DLIST=${folder}/sources.txt -DROOT=${PROJECT_SOURCE_DIR} -DRESULT=${result}
                -P ${PROJECT_SOURCE_DIR}/cmake/translator_version.cmake
        DEPENDS ${sources} ${folder}/sources.txt ${PROJECT_SOURCE_DIR}/cmake/translator_version.cmake
        VERBATIM)
    target_sources(relit_translate PRIVATE ${result})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/translate/version.cpp PROPERTIES
        INCLUDE_DIRECTORIES ${folder} SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
