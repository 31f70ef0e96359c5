#include "batch/worker.hpp"

#include "base/file.hpp"
#include "batch/crash.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// Returns false when the socket is closed.
bool receive(int socket, std::uint32_t& unit) {
    ssize_t got = 0;
    while ((got = ::recv(socket, &unit, sizeof unit, 0)) < 0 && errno == EINTR) {}
    return got == static_cast<ssize_t>(sizeof unit);
}

void empty_file(int descriptor) {
    (void)!::ftruncate(descriptor, 0);
    (void)::lseek(descriptor, 0, SEEK_SET);
}

/// Descriptors that are closed with it.
class Descriptors {
public:
    Descriptors() = default;
    ~Descriptors() {
        for (const int one : all_) ::close(one);
    }
    Descriptors(const Descriptors&) = delete;
    Descriptors& operator=(const Descriptors&) = delete;
    Descriptors(Descriptors&&) = delete;
    Descriptors& operator=(Descriptors&&) = delete;
    [[nodiscard]] int open(const std::string& path) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file >= 0) all_.push_back(file);
        return file;
    }

private:
    std::vector<int> all_;
};

/// Adds the files that the unit wrote to its folder, by name.
Status add_files(const std::string& folder, std::vector<PartSource>& parts, Descriptors& opened) {
    std::error_code error;
    if (!fs::exists(folder, error)) return {};
    std::vector<std::string> names;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
        if (std::error_code ignored; at->is_regular_file(ignored)) names.push_back(at->path().string());
    if (error) return fail(fmt::format("cannot read the files of a unit: {}", error.message()));
    std::ranges::sort(names);
    for (const std::string& name : names) {
        const int file = opened.open(name);
        if (file < 0) return fail(fmt::format("cannot read a file of a unit: {}", std::strerror(errno)));
        parts.push_back({"files/" + name.substr(folder.size() + 1), file});
    }
    return {};
}

Status store_result(const Store& store, const Unit& unit, int exit, const WorkerFiles& files, const std::string& name,
                    const std::string& folder) {
    Descriptors opened;
    std::vector<PartSource> parts{{"stdout", files.output}, {"stderr", files.messages}};
    if (const Status added = add_files(folder, parts, opened); !added) return added;
    const std::string record = store.running_path(name + ".result");
    Status written = write_record(record, unit.key, exit, parts);
    if (written) written = store.keep(record, unit.key);
    if (!written) (void)::unlink(record.c_str());
    return written;
}

void tell_fault(WorkerReply& reply, WorkerReply::Kind kind, const Fault& fault) {
    reply.kind = kind;
    (void)fault.text.copy(reply.text, sizeof reply.text - 1);
}

WorkerReply run_one(const Store& store, const Unit& unit, const RunUnit& run, const WorkerFiles& files,
                    const std::string& name) {
    const std::string folder = store.running_path(name + ".files");
    WorkerReply reply;
    try {
        empty_file(files.output);
        empty_file(files.messages);
        const auto exit = run(unit, folder);
        (void)std::fflush(nullptr);
        reply.exit = exit ? *exit : 0;
        const Status same = check_inputs(unit);
        if (!same) {
            tell_fault(reply, WorkerReply::Kind::Refused, same.error());
        } else {
            const Status stored =
                exit ? store_result(store, unit, *exit, files, name, folder) : std::unexpected(exit.error());
            if (!stored) tell_fault(reply, WorkerReply::Kind::CannotStore, stored.error());
        }
    } catch (const std::bad_alloc&) {
        reply.kind = WorkerReply::Kind::OutOfMemory;
    }
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return reply;
}

void set_streams(const WorkerFiles& files) {
    (void)std::fflush(nullptr);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)::dup2(nothing, STDIN_FILENO);
    (void)::dup2(files.output, STDOUT_FILENO);
    (void)::dup2(files.messages, STDERR_FILENO);
    if (nothing > STDERR_FILENO) ::close(nothing);
    std::clearerr(stdin);
}

} // namespace

void be_worker(const Store& store, std::span<const Unit> units, const RunUnit& run, const WorkerFiles& files,
               const std::string& name) {
    set_streams(files);
    tell_location_of_crashes();
    for (std::uint32_t number = 0; receive(files.socket, number) && number < units.size();) {
        WorkerReply reply = run_one(store, units[number], run, files, name);
        reply.unit = number;
        if (::send(files.socket, &reply, sizeof reply, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof reply)) break;
    }
    ::_exit(0);
}

} // namespace relit::batch
