// The options of batch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relit::cli {

/// Variables of the environment with which schedulers tell a process which part of the work is its own; empty where they are not set.
struct ShardEnvironment {
    std::string slurm_task, slurm_job;  // SLURM_ARRAY_TASK_ID, SLURM_ARRAY_JOB_ID
    std::string completion;             // JOB_COMPLETION_INDEX, of Kubernetes
    std::string node_index, node_total; // CI_NODE_INDEX, CI_NODE_TOTAL
};

struct StoreOptions {
    std::vector<std::string> verb_options; // of the verb that units run, as typed
    std::string list;                      // of --files-from; empty: none
    bool by_zero_bytes = false;
    bool retries = false;
    std::uint32_t cpu_seconds = 120;
    std::uint64_t mebibytes = 4096;
    std::uint32_t shard_seconds = 90;
    std::string times_from; // another store; empty: none
    std::string shard;      // of --shard; empty: the environment says it
    ShardEnvironment environment;
    void (*set_verifies_passes)(bool) = nullptr; // for all of the process, as the verb of the units has it
    bool by_slurm = false, is_dry = false;
    std::string memory, time, resources; // as Slurm takes them
    std::string page;                    // of --html; empty: none
    std::uint64_t worst = 50;
};

} // namespace relit::cli
