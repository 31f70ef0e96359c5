# What is installed: librelit (every folder but cli and verify) and librelit_verify, which needs glslang, with headers,
# find_package and pkg-config, for programs that link them; the program with its manual page and completions; the docs.
include_guard()
include(CMakePackageConfigHelpers)

set(relit_objects)
set(relit_verify_objects)
foreach(library IN LISTS relit_libraries)
    if(library MATCHES "verify$")
        list(APPEND relit_verify_objects $<TARGET_OBJECTS:${library}>)
    elseif(NOT library STREQUAL "relit_cli")
        list(APPEND relit_objects $<TARGET_OBJECTS:${library}>)
    endif()
endforeach()
if(NOT relit_objects)
    return()
endif()

find_package(fmt REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(LibLZMA REQUIRED)

# The target is `librelit` because the program has the name `relit`; the file is librelit.a, the export relit::relit.
add_library(librelit STATIC ${relit_objects})
add_library(relit::relit ALIAS librelit)
set_target_properties(librelit PROPERTIES OUTPUT_NAME relit EXPORT_NAME relit LINKER_LANGUAGE CXX)
target_compile_features(librelit INTERFACE cxx_std_23)
target_include_directories(librelit INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(librelit PRIVATE fmt::fmt PNG::PNG ZLIB::ZLIB LibLZMA::LibLZMA xxhash zstd lz4 nettle brotlidec ${CMAKE_DL_LIBS})

relit_find(glslang relit_link)
set(relit_glslang_names)
foreach(part SPIRV glslang MachineIndependent OSDependent OGLCompiler GenericCodeGen glslang-default-resource-limits)
    if(RELIT_GLSLANG_${part})
        list(APPEND relit_glslang_names ${part})
    endif()
endforeach()
list(APPEND relit_glslang_names SPIRV-Tools-opt SPIRV-Tools)
add_library(librelit_verify STATIC ${relit_verify_objects})
set_target_properties(librelit_verify PROPERTIES OUTPUT_NAME relit_verify EXPORT_NAME verify LINKER_LANGUAGE CXX
                      ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/installed) # a folder has a library of this name
target_link_libraries(librelit_verify PUBLIC librelit PRIVATE ${relit_glslang_names} pthread)

set(relit_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/relit)
install(TARGETS librelit librelit_verify EXPORT relit_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT relit_targets FILE relit-targets.cmake NAMESPACE relit:: DESTINATION ${relit_package_folder})
install(DIRECTORY include/relit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} OPTIONAL)
if(TARGET relit)
    install(TARGETS relit RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    # Pages that the program prints of itself.
    set(relit_page_files)
    function(relit_install_page page file folder)
        set(file ${PROJECT_BINARY_DIR}/pages/${file})
        add_custom_command(OUTPUT ${file} COMMAND relit docs ${page} -o ${file} DEPENDS relit VERBATIM)
        install(FILES ${file} DESTINATION ${folder})
        set(relit_page_files ${relit_page_files} ${file} PARENT_SCOPE)
    endfunction()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/pages)
    relit_install_page(man relit.1 ${CMAKE_INSTALL_MANDIR}/man1)
    relit_install_page(completion-bash relit ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    relit_install_page(completion-zsh _relit ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    add_custom_target(relit_pages ALL DEPENDS ${relit_page_files})
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES src/report/viewer/licences.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME viewer-licences.txt)

configure_package_config_file(cmake/relit-config.cmake.in ${PROJECT_BINARY_DIR}/relit-config.cmake
                              INSTALL_DESTINATION ${relit_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/relit-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/relit-config.cmake ${PROJECT_BINARY_DIR}/relit-config-version.cmake
        DESTINATION ${relit_package_folder})

# The installed tree can be moved: the prefix is found from where relit.pc lies.
file(RELATIVE_PATH relit_up_from_pc /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
list(TRANSFORM relit_glslang_names PREPEND -l OUTPUT_VARIABLE relit_glslang_flags)
list(JOIN relit_glslang_flags " " relit_glslang_flags)
foreach(pc relit relit-verify)
    configure_file(cmake/${pc}.pc.in ${PROJECT_BINARY_DIR}/${pc}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/relit.pc ${PROJECT_BINARY_DIR}/relit-verify.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
