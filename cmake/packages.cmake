# Every library we use from outside, by the short name used in the tables. Nothing is looked for until it is needed.
include_guard()

# relit_find(NAME OUT): finds the package NAME and puts what to link with into OUT.
macro(relit_find name out)
    if(NOT DEFINED relit_package_${name})
        cmake_language(CALL relit_find_${name})
        if(NOT TARGET relit_package_${name})
            message(FATAL_ERROR "relit: package ${name} was not found; packages.txt lists what to install")
        endif()
    endif()
    set(${out} relit_package_${name})
endmacro()

# An interface library that stands for a package, so that its parts are named in one place.
macro(relit_package name)
    add_library(relit_package_${name} INTERFACE)
    target_link_libraries(relit_package_${name} INTERFACE ${ARGN})
    set(relit_package_${name} TRUE)
endmacro()

macro(relit_find_fmt)
    find_package(fmt REQUIRED)
    relit_package(fmt fmt::fmt)
endmacro()

macro(relit_find_json)
    find_package(nlohmann_json REQUIRED)
    relit_package(json nlohmann_json::nlohmann_json)
endmacro()

macro(relit_find_cli11)
    find_package(CLI11 REQUIRED)
    relit_package(cli11 CLI11::CLI11)
endmacro()

macro(relit_find_png)
    find_package(PNG REQUIRED)
    relit_package(png PNG::PNG)
endmacro()

macro(relit_find_zlib)
    find_package(ZLIB REQUIRED)
    relit_package(zlib ZLIB::ZLIB)
endmacro()

macro(relit_find_brotli)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlidec)
    relit_package(brotli PkgConfig::BROTLI)
endmacro()

macro(relit_find_archive)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
    relit_package(archive PkgConfig::ARCHIVE)
endmacro()

macro(relit_find_xxhash)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
    relit_package(xxhash PkgConfig::XXHASH)
endmacro()

macro(relit_find_zstd)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
    relit_package(zstd PkgConfig::ZSTD)
endmacro()

macro(relit_find_lz4)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
    relit_package(lz4 PkgConfig::LZ4)
endmacro()

macro(relit_find_nettle)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle)
    relit_package(nettle PkgConfig::NETTLE)
endmacro()

macro(relit_find_lzma)
    find_package(LibLZMA REQUIRED)
    relit_package(lzma LibLZMA::LibLZMA)
endmacro()

# Opens shared objects at run time (src/base/shared_object.hpp).
macro(relit_find_dl)
    relit_package(dl ${CMAKE_DL_LIBS})
endmacro()

# The headers alone: libcurl, libmicrohttpd and libarchive are opened at run time (docs/decisions/0020).
macro(relit_find_archive_headers)
    find_path(RELIT_ARCHIVE_INCLUDE archive.h REQUIRED)
    relit_package(archive_headers)
    target_include_directories(relit_package_archive_headers SYSTEM INTERFACE ${RELIT_ARCHIVE_INCLUDE})
endmacro()

macro(relit_find_curl_headers)
    find_path(RELIT_CURL_INCLUDE curl/curl.h REQUIRED)
    relit_package(curl_headers)
    target_include_directories(relit_package_curl_headers SYSTEM INTERFACE ${RELIT_CURL_INCLUDE})
endmacro()

macro(relit_find_microhttpd_headers)
    find_path(RELIT_MICROHTTPD_INCLUDE microhttpd.h REQUIRED)
    relit_package(microhttpd_headers)
    target_include_directories(relit_package_microhttpd_headers SYSTEM INTERFACE ${RELIT_MICROHTTPD_INCLUDE})
endmacro()

# The headers alone: the Vulkan loader is opened at run time.
macro(relit_find_vulkan_headers)
    find_path(RELIT_VULKAN_INCLUDE vulkan/vulkan.h REQUIRED)
    relit_package(vulkan_headers)
    target_include_directories(relit_package_vulkan_headers SYSTEM INTERFACE ${RELIT_VULKAN_INCLUDE})
endmacro()

macro(relit_find_spirv_headers)
    find_path(RELIT_SPIRV_INCLUDE spirv/unified1/spirv.hpp11 REQUIRED)
    relit_package(spirv_headers)
    target_include_directories(relit_package_spirv_headers SYSTEM INTERFACE ${RELIT_SPIRV_INCLUDE})
endmacro()

macro(relit_find_spirv_tools)
    find_package(Threads REQUIRED)
    find_path(RELIT_SPIRV_TOOLS_INCLUDE spirv-tools/libspirv.hpp REQUIRED)
    find_library(RELIT_SPIRV_TOOLS_OPT SPIRV-Tools-opt REQUIRED)
    find_library(RELIT_SPIRV_TOOLS SPIRV-Tools REQUIRED)
    relit_package(spirv_tools ${RELIT_SPIRV_TOOLS_OPT} ${RELIT_SPIRV_TOOLS} Threads::Threads)
    target_include_directories(relit_package_spirv_tools SYSTEM INTERFACE ${RELIT_SPIRV_TOOLS_INCLUDE})
endmacro()

# glslang's static libraries, in link order; some of them do not exist in newer releases.
macro(relit_find_glslang)
    relit_find(spirv_tools relit_glslang_base)
    find_path(RELIT_GLSLANG_INCLUDE glslang/Public/ShaderLang.h REQUIRED)
    set(relit_glslang_parts)
    foreach(part SPIRV glslang MachineIndependent OSDependent OGLCompiler GenericCodeGen
                 glslang-default-resource-limits)
        find_library(RELIT_GLSLANG_${part} ${part})
        if(RELIT_GLSLANG_${part})
            list(APPEND relit_glslang_parts ${RELIT_GLSLANG_${part}})
        endif()
    endforeach()
    relit_package(glslang ${relit_glslang_parts} ${relit_glslang_base})
    target_include_directories(relit_package_glslang SYSTEM INTERFACE ${RELIT_GLSLANG_INCLUDE})
endmacro()

macro(relit_find_gtest)
    find_package(GTest REQUIRED)
    relit_package(gtest GTest::gtest)
endmacro()

macro(relit_find_gtest_main)
    find_package(GTest REQUIRED)
    relit_package(gtest_main GTest::gtest_main)
endmacro()
