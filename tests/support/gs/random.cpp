#include "tests/support/gs/random.hpp"

#include "isa/shared/random.hpp"
#include "machine/gs/state/layout.hpp"

#include <bit>

namespace relit::test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kOneBits = 0x3f800000; // 1 as a float

class Stream {
public:
    Stream(GsSuite suite, std::uint64_t seed) : suite_(suite), random_(seed * 8 + static_cast<std::uint64_t>(suite)) {}

    std::vector<GsStep> run() {
        if (suite_ == GsSuite::Registers) return any_registers();
        constexpr unsigned kStates = 10;
        for (unsigned i = 0; i < kStates; ++i) {
            set_state();
            if (suite_ == GsSuite::Memory && random_.one_in(2)) transfer();
            const std::uint32_t vertices = 3 + random_.below(7);
            for (std::uint32_t v = 0; v < vertices; ++v) vertex();
        }
        return std::move(steps_);
    }

private:
    template <class W>
    void write(Address address, const W& word) {
        steps_.push_back({static_cast<std::uint8_t>(address), value_of(word)});
    }
    template <class W>
    W any() {
        return word_of<W>(random_.next());
    }
    bool mostly() { return !random_.one_in(6); }
    PixelFormat any_format() { return kLayouts[random_.below(kLayoutCount)].format; }

    void set_state() {
        set_target();
        set_prim();
        if (suite_ == GsSuite::Pixels || random_.one_in(3)) set_pixels();
        set_tests();
        if (suite_ == GsSuite::Textures || suite_ == GsSuite::Memory || random_.one_in(4)) set_texture();
    }

    void set_target() {
        const bool any_kind = suite_ == GsSuite::Pixels || suite_ == GsSuite::Memory;
        const auto format = [&](PixelFormat usual) { return any_kind && random_.one_in(2) ? any_format() : usual; };
        const bool overlaps = suite_ == GsSuite::Memory;
        Frame frame;
        frame.set(Frame::base, overlaps ? random_.below(6) + (random_.one_in(8) ? 508 : 0) : 0);
        frame.set(Frame::width, overlaps ? random_.below(4) : 3U).set(Frame::format, format(PixelFormat::Ct32));
        if (any_kind && random_.one_in(3)) frame.set(Frame::keep, static_cast<std::uint32_t>(random_.next()));
        write(Address::FRAME_1, frame);
        ZBuf zbuf;
        zbuf.set(ZBuf::base, overlaps ? random_.below(8) : 64U);
        constexpr std::array<std::uint32_t, 4> kFormats{0, 1, 2, 10};
        zbuf.set(ZBuf::format, any_kind ? kFormats[random_.below(4)] : 0).set(ZBuf::keep, random_.one_in(4));
        write(Address::ZBUF_1, zbuf);
        set_window();
    }

    void set_window() {
        const bool far = random_.one_in(suite_ == GsSuite::Shapes ? 4 : 12);
        x_ = far ? random_.below(1900) : random_.below(40), y_ = far ? random_.below(1900) : random_.below(30);
        Scissor scissor;
        scissor.set(Scissor::x0, x_).set(Scissor::x1, x_ + 20 + random_.below(80));
        scissor.set(Scissor::y0, y_).set(Scissor::y1, y_ + 10 + random_.below(50));
        write(Address::SCISSOR_1, scissor);
        offset_ = random_.below(1 << 14);
        write(Address::XYOFFSET_1, XyOffset{}.set(XyOffset::x, offset_).set(XyOffset::y, offset_ / 2));
        const bool masks = random_.one_in(10);
        write(Address::SCANMSK, ScanMask{}.set(ScanMask::mask, masks ? random_.below(4) : 0));
    }

    void set_prim() {
        prim_ = any<Prim>();
        prim_.set(Prim::context, 0U).set(Prim::primitive, static_cast<Primitive>(random_.below(7)));
        const bool textured = suite_ == GsSuite::Textures || suite_ == GsSuite::Memory;
        prim_.set(Prim::textured, textured ? mostly() : random_.one_in(4));
        prim_.set(Prim::antialiased, random_.one_in(4));
        write(Address::PRMODECONT, PrModeCont{}.set(PrModeCont::from_prim, true));
        write(Address::PRIM, prim_);
        write(Address::FOGCOL, any<FogCol>());
        write(Address::COLCLAMP, Switch{}.set(Switch::on, mostly()));
    }

    void set_pixels() {
        write(Address::ALPHA_1, any<Alpha>());
        write(Address::DIMX, any<Dimx>());
        write(Address::DTHE, Switch{}.set(Switch::on, random_.one_in(3)));
        write(Address::PABE, Switch{}.set(Switch::on, random_.one_in(3)));
        write(Address::FBA_1, Switch{}.set(Switch::on, random_.one_in(3)));
    }

    void set_tests() {
        Test test = any<Test>();
        const bool all = suite_ == GsSuite::Pixels;
        test.set(Test::alpha_on, random_.one_in(all ? 2 : 5)).set(Test::destination_on, random_.one_in(all ? 4 : 10));
        test.set(Test::depth_test, random_.one_in(10)  ? DepthTest::Never
                                   : random_.one_in(3) ? DepthTest::Always
                                   : random_.one_in(2) ? DepthTest::Greater
                                                       : DepthTest::GreaterEqual);
        write(Address::TEST_1, test);
    }

    void set_texture() {
        Tex0 tex0 = any<Tex0>();
        const bool near = suite_ == GsSuite::Memory;
        tex0.set(Tex0::format, any_format()).set(Tex0::base, near ? random_.below(300) : 2048 + random_.below(64));
        tex0.set(Tex0::width, 1 + random_.below(4)).set(Tex0::clut_base, 4096 + random_.below(8));
        if (mostly()) tex0.set(Tex0::log_width, random_.below(8)).set(Tex0::log_height, random_.below(8));
        Tex1 tex1 = any<Tex1>();
        tex1.set(Tex1::automatic_bases, random_.one_in(6)).set(Tex1::minify, random_.below(6));
        if (mostly()) tex1.set(Tex1::k, (random_.below(96) - 32) & 0xfff);
        write(Address::TEX1_1, tex1);
        write(Address::MIPTBP1_1, any<MipBases>());
        write(Address::MIPTBP2_1, any<MipBases>());
        write(Address::TEXCLUT, any<TexClut>());
        write(Address::TEX0_1, tex0);
        Clamp clamp = any<Clamp>();
        if (mostly()) clamp.set(Clamp::max_u, random_.below(128)).set(Clamp::max_v, random_.below(128));
        write(Address::CLAMP_1, clamp);
        write(Address::TEXA, any<TexA>());
    }

    std::uint32_t any_float() {
        const auto bits = static_cast<std::uint32_t>(random_.next());
        if (random_.one_in(20)) return 0;
        if (!mostly()) return bits;                                  // any exponent
        return (bits & 0x807fffff) | (120 + (bits >> 23 & 7)) << 23; // 2^-7 to 2^0
    }
    std::uint32_t any_q() {
        if (one_q_) return kOneBits;
        const auto near_one = static_cast<std::uint32_t>(random_.next() & 0x7fffff) | (126 + random_.below(3)) << 23;
        return mostly() ? near_one : any_float();
    }

    void vertex() {
        if (random_.one_in(8)) one_q_ = !one_q_;
        Rgbaq rgbaq = any<Rgbaq>();
        if (mostly()) rgbaq.set(Rgbaq::a, random_.below(0x90));
        write(Address::RGBAQ, rgbaq.set(Rgbaq::q, any_q()));
        write(Address::ST, St{}.set(St::s, any_float()).set(St::t, any_float()));
        const std::uint32_t most = mostly() ? 0x800 : 0x4000;
        write(Address::UV, Uv{}.set(Uv::u, random_.below(most)).set(Uv::v, random_.below(most)));
        const bool far = random_.one_in(8);
        const auto coordinate = [&](std::uint32_t from, std::uint32_t range, std::uint32_t offset) {
            if (far) return static_cast<std::uint32_t>(random_.next() & 0xffff);
            const std::uint32_t at = 16 * from + random_.below(16 * range) + offset;
            return (random_.one_in(3) ? at & ~15U : at) & 0xffff;
        };
        const auto z = static_cast<std::uint32_t>(random_.next() >> random_.below(32) >> 32);
        const std::uint32_t x = coordinate(x_, 120, offset_), y = coordinate(y_, 80, offset_ / 2);
        if (random_.one_in(2))
            write(Address::XYZF2, any<Xyzf>().set(Xyzf::x, x).set(Xyzf::y, y).set(Xyzf::z, z & 0xffffff));
        else
            write(Address::XYZ2, Xyz{}.set(Xyz::x, x).set(Xyz::y, y).set(Xyz::z, z));
    }

    void transfer() {
        BitBltBuf buffers = any<BitBltBuf>();
        buffers.set(BitBltBuf::source, random_.below(256)).set(BitBltBuf::destination, random_.below(256));
        buffers.set(BitBltBuf::source_format, any_format()).set(BitBltBuf::destination_format, any_format());
        write(Address::BITBLTBUF, buffers);
        TrxPos pos = any<TrxPos>();
        pos.set(TrxPos::source_x, random_.below(64)).set(TrxPos::destination_x, random_.below(64));
        pos.set(TrxPos::source_y, random_.below(64)).set(TrxPos::destination_y, random_.below(64));
        write(Address::TRXPOS, pos);
        write(Address::TRXREG, TrxReg{}.set(TrxReg::width, random_.below(64)).set(TrxReg::height, random_.below(40)));
        const auto direction = static_cast<machine::gs::Direction>(random_.below(3));
        write(Address::TRXDIR, TrxDir{}.set(TrxDir::direction, direction));
        if (direction == machine::gs::Direction::HostToLocal)
            for (std::uint32_t i = random_.below(60); i > 0; --i) write(Address::HWREG, any<HwReg>());
        if (direction == machine::gs::Direction::LocalToHost) steps_.push_back({0, random_.below(20), true});
    }

    /// Any values, of sizes that are drawn quickly; half of the writes are vertices.
    std::vector<GsStep> any_registers() {
        constexpr unsigned kWrites = 100;
        const auto all = general_registers();
        for (unsigned i = 0; i < kWrites; ++i) {
            const bool is_vertex = random_.one_in(2);
            const RegisterInfo& info = is_vertex ? *general_register(random_.one_in(2) ? 0x05U : 0x04U)
                                                 : all[random_.below(static_cast<std::uint32_t>(all.size()))];
            const auto address = static_cast<std::uint8_t>(info.address);
            steps_.push_back({address, bounded(static_cast<Address>(address), random_.next())});
        }
        return std::move(steps_);
    }
    static std::uint64_t bounded(Address address, std::uint64_t value) {
        if (address == Address::SCISSOR_1 || address == Address::SCISSOR_2) {
            auto scissor = word_of<Scissor>(value);
            scissor.set(Scissor::x1, (scissor[Scissor::x0] + scissor[Scissor::x1] % 64) & 0x7ff);
            scissor.set(Scissor::y1, (scissor[Scissor::y0] + scissor[Scissor::y1] % 32) & 0x7ff);
            return value_of(scissor);
        }
        if (address != Address::TRXREG) return value;
        auto size = word_of<TrxReg>(value);
        return value_of(
            size.set(TrxReg::width, size[TrxReg::width] % 100).set(TrxReg::height, size[TrxReg::height] % 40));
    }

    GsSuite suite_;
    isa::Random random_;
    std::vector<GsStep> steps_;
    Prim prim_;
    std::uint32_t x_ = 0, y_ = 0, offset_ = 0;
    bool one_q_ = false;
};

} // namespace

std::vector<GsStep> gs_random_steps(GsSuite suite, std::uint64_t seed) { return Stream(suite, seed).run(); }

WorkList gs_random_work(GsSuite suite, std::uint64_t seed) {
    Machine machine;
    WorkList work;
    for (const GsStep& step : gs_random_steps(suite, seed)) {
        if (step.reads_back)
            machine.read_back(static_cast<std::uint32_t>(step.value), work);
        else
            machine.write(step.address, step.value, work);
    }
    return work;
}

std::vector<std::uint8_t> gs_random_memory(std::uint64_t seed) {
    isa::Random random(~seed);
    std::vector<std::uint8_t> bytes(kMemoryBytes);
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        const std::uint64_t word = random.next();
        for (unsigned i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::uint8_t>(word >> 8 * i);
    }
    return bytes;
}

} // namespace relit::test
