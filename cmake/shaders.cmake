# Compiles shaders of the source tree to SPIR-V, as arrays that a folder's sources include.
include_guard()

# relit_add_shader(FOLDER NAME): src/FOLDER/shaders/NAME.comp becomes <FOLDER>/NAME_spirv.inc with the array NAME_words.
function(relit_add_shader folder name)
    relit_target(${folder} target)
    find_program(RELIT_GLSLANG glslangValidator REQUIRED)
    set(source ${PROJECT_SOURCE_DIR}/src/${folder}/shaders/${name}.comp)
    set(result ${PROJECT_BINARY_DIR}/shaders/${folder}/${name}_spirv.inc)
    file(GLOB_RECURSE included CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.glsl
         ${PROJECT_SOURCE_DIR}/src/${folder}/*.inc)
    get_filename_component(result_folder ${result} DIRECTORY)
    file(MAKE_DIRECTORY ${result_folder})
    add_custom_command(
        OUTPUT ${result}
        COMMAND ${RELIT_GLSLANG} --quiet -V --target-env vulkan1.1 --vn ${name}_words -o ${result} ${source}
        DEPENDS ${source} ${included}
        VERBATIM)
    target_sources(${target} PRIVATE ${result})
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/shaders)
endfunction()
