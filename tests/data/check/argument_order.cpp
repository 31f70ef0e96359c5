// What scripts/argument_order finds, and what it leaves alone. Compiled by nothing else.
namespace std {
template <class T>
class initializer_list {
    const T* begin_;
    unsigned long size_;
};
} // namespace std

namespace relit::ir {
using Id = unsigned;

class Builder {
public:
    Id f32(float);
    Id FAdd(Id, Id);
    Id FAdd(std::initializer_list<Id>);
    Builder& inner();
    Id size() const;
};
} // namespace relit::ir

namespace relit {
using ir::Id;

struct Pair {
    Pair(Id, Id);
};
struct Sum {
    Id a, b;
};
Id build(ir::Builder& ir);
Id plain(const ir::Builder& ir);

class Units {
public:
    Id one() const { return ir_.f32(1); }
    Id size() const { return ir_.size(); }
    Id same() const { return ir_.FAdd(one(), one()); } // found
    Id sizes() const { return ir_.FAdd(size(), size()); }

private:
    ir::Builder& ir_;
};

Id several(ir::Builder& ir, Id a, Id b) {
    const auto number = [&] { return ir.f32(2); };
    const auto known = [&] { return a; };
    Id sum = ir.FAdd(ir.f32(1), ir.f32(2));  // found
    sum = ir.FAdd(ir.FAdd(a, b), number());  // found
    sum = ir.FAdd(build(ir), ir.FAdd(a, b)); // found
    sum = ir.FAdd(a, ir.FAdd(a, b));         // one acts
    sum = ir.FAdd({ir.f32(1), ir.f32(2)});   // braces
    sum = ir.inner().FAdd(a, ir.f32(1));     // the object comes before the arguments
    sum = ir.FAdd(plain(ir), ir.size());     // nothing changes
    sum = ir.FAdd(known(), known());         // nothing changes
    const Pair made(ir.f32(1), ir.f32(2));   // found
    const Sum listed{ir.f32(1), ir.f32(2)};
    return ir.FAdd(sum, listed.a);
}
} // namespace relit
