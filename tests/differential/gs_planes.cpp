// Planes of texture coordinates against those that a console built.
#include "render/gs/reference/plane.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>

namespace relit::render::gs::reference {
namespace {

using Json = nlohmann::json;
using Bits = std::array<std::uint32_t, 3>;

Bits bits_of(const Json& words) {
    Bits bits{};
    for (std::size_t i = 0; i < 3; ++i)
        bits[i] = static_cast<std::uint32_t>(std::stoul(words[i].get<std::string>(), nullptr, 16));
    return bits;
}

void check(const Json& wanted) {
    SCOPED_TRACE(wanted["name"].get<std::string>());
    std::array<Place, 3> places;
    for (std::size_t i = 0; i < 3; ++i) places[i] = {wanted["x"][i].get<int>(), wanted["y"][i].get<int>()};
    const Walk walk(places);
    EXPECT_EQ(walk.anchor, wanted["anchor"].get<int>());
    const std::array<Bits, 3> stq{bits_of(wanted["s"]), bits_of(wanted["t"]), bits_of(wanted["q"])};
    std::vector<std::uint32_t> all;
    for (const Bits& one : stq) all.insert(all.end(), one.begin(), one.end());
    const Grid grid(all, kPerspectiveBits);
    EXPECT_EQ(grid.exponent(), wanted["exponent"].get<int>());
    for (std::size_t i = 0; i < 3; ++i) {
        SCOPED_TRACE(i);
        const std::array<std::int32_t, 3> counts{grid.count(stq[i][0]), grid.count(stq[i][1]), grid.count(stq[i][2])};
        for (std::size_t v = 0; v < 3; ++v) EXPECT_EQ(counts[v], wanted["vertex_counts"][i][v].get<int>());
        const Plane plane(walk, AreaReciprocal(walk.cross), counts);
        EXPECT_EQ(plane.gradient_x(), wanted["gx"][i].get<std::int64_t>());
        EXPECT_EQ(plane.gradient_y(), wanted["gy"][i].get<std::int64_t>());
        for (const Json& sample : wanted["samples"])
            EXPECT_EQ(plane.at(sample["x"], sample["y"]) >> 12, sample["stq"][i].get<std::int64_t>());
    }
}

TEST(GsConsole, PerspectivePlanesAreThoseOfTheConsole) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    std::ifstream file(std::string(corpus != nullptr ? corpus : "") + "/gs/foreign/perspective-planes.json");
    if (!file) GTEST_SKIP() << "no corpus: gs/foreign/perspective-planes.json";
    const Json all = Json::parse(file);
    ASSERT_EQ(all["triangles"].size(), 9U);
    for (const Json& one : all["triangles"]) check(one);
}

} // namespace
} // namespace relit::render::gs::reference
