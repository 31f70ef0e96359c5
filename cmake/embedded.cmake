# Files of the source tree as string literals that a folder's sources include.
include_guard()

# relit_embed(FOLDER FILE...): src/FOLDER/FILE becomes <FOLDER>/<name of FILE>.inc, a raw string literal.
function(relit_embed folder)
    relit_target(${folder} target)
    foreach(file IN LISTS ARGN)
        get_filename_component(name ${file} NAME)
        set(source ${PROJECT_SOURCE_DIR}/src/${folder}/${file})
        set(result ${PROJECT_BINARY_DIR}/embedded/${folder}/${name}.inc)
        add_custom_command(
            OUTPUT ${result}
            COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DRESULT=${result} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
            DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
            VERBATIM)
        target_sources(${target} PRIVATE ${result})
    endforeach()
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
