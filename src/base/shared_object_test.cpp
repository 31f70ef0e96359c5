#include "base/shared_object.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

// libm is on every machine; its cos(0) is 1 exactly.
TEST(SharedObject, FindsFunctionsByName) {
    auto library = SharedObject::open({"libm.so.6"});
    ASSERT_TRUE(library) << library.error().text;
    double (*cosine)(double) = nullptr;
    library->find("cos", cosine);
    ASSERT_NE(cosine, nullptr);
    EXPECT_EQ(cosine(0.0), 1.0);
    EXPECT_FALSE(library->fault()) << library->fault()->text;
}

TEST(SharedObject, OpensTheFirstNameThatThereIs) {
    auto library = SharedObject::open({"librelit-none.so.1", "libm.so.6"});
    ASSERT_TRUE(library) << library.error().text;
    double (*cosine)(double) = nullptr;
    library->find("cos", cosine);
    EXPECT_NE(cosine, nullptr);
}

TEST(SharedObject, MissingLibrariesAreFaults) {
    const auto one = SharedObject::open({"librelit-none.so.1"});
    ASSERT_FALSE(one);
    EXPECT_EQ(one.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(one.error().text, "this machine has no librelit-none.so.1");
    const auto two = SharedObject::open({"librelit-none.so.1", "librelit-none.so"});
    ASSERT_FALSE(two);
    EXPECT_EQ(two.error().text, "this machine has no librelit-none.so.1 or librelit-none.so");
}

TEST(SharedObject, FaultNamesTheFirstMissingSymbolAndItsLibrary) {
    auto library = SharedObject::open({"librelit-none.so.1", "libm.so.6"});
    ASSERT_TRUE(library) << library.error().text;
    double (*function)(double) = nullptr;
    library->find("relit_first", function);
    library->find("relit_second", function);
    EXPECT_EQ(function, nullptr);
    library->find("cos", function);
    EXPECT_NE(function, nullptr);
    ASSERT_TRUE(library->fault());
    EXPECT_EQ(library->fault()->kind, FaultKind::NotSupported);
    EXPECT_EQ(library->fault()->text, "libm.so.6 has no relit_first");
}

} // namespace
} // namespace relit
