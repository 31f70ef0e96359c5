pub const VP: [u32; 4] = [
    0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81,
];
