package dev.mandate.testkit.simulated.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.control.Option;

/** How the token program spells what may be missing: four bytes that say so, and the value's room in any case. */
final class TokenLayout {

    private TokenLayout() {}

    static Option<Address> address(BorshReader in) {
        boolean there = in.u32() == 1;
        Address value = in.address();
        return there ? Option.some(value) : Option.none();
    }

    static void address(Option<Address> value, BorshWriter out) {
        out.u32(value.isDefined() ? 1 : 0);
        out.address(value.getOrElse(Address.ZERO));
    }

    static Option<Long> amount(BorshReader in) {
        boolean there = in.u32() == 1;
        long value = in.u64();
        return there ? Option.some(value) : Option.none();
    }

    static void amount(Option<Long> value, BorshWriter out) {
        out.u32(value.isDefined() ? 1 : 0);
        out.u64(value.getOrElse(0L));
    }
}
