# What is installed: librelit (every folder but cli and verify) with headers, find_package and pkg-config, for programs that link it; the
# program with its manual page and completions, for people; the docs.
include_guard()
include(CMakePackageConfigHelpers)

set(relit_objects)
foreach(library IN LISTS relit_libraries)
    if(NOT library MATCHES "^relit_(cli|verify)$") # these two link glslang
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
target_link_libraries(librelit PRIVATE fmt::fmt PNG::PNG ZLIB::ZLIB LibLZMA::LibLZMA xxhash zstd nettle brotlidec ${CMAKE_DL_LIBS})

set(relit_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/relit)
install(TARGETS librelit EXPORT relit_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
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

configure_package_config_file(cmake/relit-config.cmake.in ${PROJECT_BINARY_DIR}/relit-config.cmake
                              INSTALL_DESTINATION ${relit_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/relit-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/relit-config.cmake ${PROJECT_BINARY_DIR}/relit-config-version.cmake
        DESTINATION ${relit_package_folder})

# The installed tree can be moved: the prefix is found from where relit.pc lies.
file(RELATIVE_PATH relit_up_from_pc /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/relit.pc.in ${PROJECT_BINARY_DIR}/relit.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/relit.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
