// Files that have not changed are not read again, and those that have are, however alike they look.
#include "batch/file_hashes.hpp"

#include "batch/test_folder.hpp"
#include "batch/unit.hpp"

#include <fcntl.h>
#include <sys/stat.h>

namespace relit::batch {
namespace {

constexpr std::int64_t kLater = 10'000'000'000; // nanoseconds

/// A record, and what a run reads with it `after` its file was made.
struct KeptHashes {
    TestFolder folder;
    std::string file = folder.write("in/a\nb", "first");

    /// Returns how many files were read; the hash must be that of the contents.
    std::uint64_t run(std::int64_t after) const {
        FileHashes hashes(folder.path("hashes"), folder.path("temporary"),
                          *time_of_file_system(folder.path("clock")) + after);
        const auto hash = hashes.of(file);
        EXPECT_TRUE(hash && *hash == *hash_of_contents(file));
        EXPECT_TRUE(hashes.finish());
        EXPECT_FALSE(std::filesystem::exists(folder.path("temporary")));
        return hashes.read_files();
    }
    /// Gives the file other contents of the same size, and its old time of change.
    void change_unseen() const {
        struct stat before{};
        ASSERT_EQ(::stat(file.c_str(), &before), 0);
        (void)folder.write("in/a\nb", "other");
        const timespec times[] = {before.st_atim, before.st_mtim};
        ASSERT_EQ(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
    }
};

TEST(BatchFileHashes, KeepWhatHasNotChanged) {
    const KeptHashes kept;
    EXPECT_EQ(kept.run(kLater), 1U);
    EXPECT_EQ(kept.run(kLater), 0U);
    EXPECT_EQ(kept.run(kLater), 0U); // the record is written anew each time
    (void)kept.folder.write("in/a\nb", "longer than the first");
    EXPECT_EQ(kept.run(kLater), 1U);
}

TEST(BatchFileHashes, SeeChangesThatKeepSizeAndTime) {
    const KeptHashes kept;
    EXPECT_EQ(kept.run(kLater), 1U);
    kept.change_unseen();
    EXPECT_EQ(kept.run(kLater), 1U); // the time of its inode has changed
}

TEST(BatchFileHashes, DoNotTrustFilesThatWereNew) {
    const KeptHashes kept;
    EXPECT_EQ(kept.run(0), 1U);
    EXPECT_EQ(kept.run(0), 1U);
    EXPECT_EQ(kept.run(kLater), 1U);
    EXPECT_EQ(kept.run(0), 0U); // the record stays
}

TEST(BatchFileHashes, AreMadeAnewFromADamagedRecord) {
    const KeptHashes kept;
    (void)kept.run(kLater);
    std::string text = text_of_file(kept.folder.path("hashes"));
    text[text.size() - 12] ^= 1; // of the path
    (void)kept.folder.write("hashes", text);
    EXPECT_EQ(kept.run(kLater), 1U);
    EXPECT_EQ(kept.run(kLater), 0U);
    (void)kept.folder.write("hashes", text_of_file(kept.folder.path("hashes")).substr(0, 60));
    EXPECT_EQ(kept.run(kLater), 1U);
    FileHashes hashes(kept.folder.path("hashes"), kept.folder.path("temporary"), 0);
    EXPECT_FALSE(hashes.of(kept.folder.path("none")));
}

} // namespace
} // namespace relit::batch
