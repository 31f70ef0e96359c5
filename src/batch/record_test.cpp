// A record gives back what was written, and no damaged one is taken for a whole one.
#include "batch/record.hpp"

#include "batch/test_folder.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <map>

namespace relit::batch {
namespace {

constexpr Hash128 kKey{1, 2};

class Opened {
public:
    explicit Opened(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY)) {}
    ~Opened() { ::close(descriptor_); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    Opened(Opened&&) = delete;
    Opened& operator=(Opened&&) = delete;
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

std::string record_in(const TestFolder& folder) {
    const Opened out(folder.write("out", std::string("text\nwith \0 byte", 16))), none(folder.write("none", "")),
        file(folder.write("file", std::string(100000, 'x')));
    const std::string path = folder.path("record");
    EXPECT_TRUE(write_record(
        path, kKey, 3,
        {{"stdout", out.descriptor()}, {"stderr", none.descriptor()}, {"files/a\nb.png", file.descriptor()}}));
    return path;
}

TEST(BatchRecord, GivesBackWhatWasWritten) {
    const TestFolder folder;
    std::map<std::string, std::string> parts;
    const auto record = read_record(record_in(folder), kKey, [&](const Part& part, std::string_view piece) -> Status {
        parts[part.name] += piece;
        return {};
    });
    ASSERT_TRUE(record) << record.error().text;
    EXPECT_EQ(record->exit, 3);
    EXPECT_EQ(record->key, kKey);
    const std::map<std::string, std::string> expected{{"stdout", std::string("text\nwith \0 byte", 16)},
                                                      {"stderr", ""},
                                                      {"files/a\nb.png", std::string(100000, 'x')}};
    EXPECT_EQ(parts, expected);
}

TEST(BatchRecord, RefusesAnyChangedByte) {
    const TestFolder folder;
    const std::string path = record_in(folder), whole = text_of_file(path);
    for (std::size_t at = 0; at < whole.size(); at += at < 600 ? 1 : 997) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        (void)folder.write("record", damaged);
        EXPECT_FALSE(read_record(path, kKey)) << at;
    }
}

TEST(BatchRecord, RefusesOtherLengthsAndOtherKeys) {
    const TestFolder folder;
    const std::string path = record_in(folder), whole = text_of_file(path);
    for (std::size_t size = 0; size < whole.size(); size += size < 600 ? 1 : 997) {
        (void)folder.write("record", whole.substr(0, size));
        EXPECT_FALSE(read_record(path, kKey)) << size;
    }
    (void)folder.write("record", whole + " ");
    EXPECT_FALSE(read_record(path, kKey));
    (void)folder.write("record", whole);
    EXPECT_TRUE(read_record(path, kKey));
    EXPECT_EQ(read_record(path, {2, 1}).error().text, "it is the result of another key");
    EXPECT_FALSE(read_record(folder.path("no_such"), kKey));
}

} // namespace
} // namespace relit::batch
