package dev.mandate.testkit.simulated.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.control.Option;

/**
 * A kind of token.
 *
 * @param mintAuthority who may make more; none: nobody
 * @param supply base units there are, unsigned
 * @param decimals decimal places between the token and its base unit
 * @param freezeAuthority who may freeze accounts; none: nobody
 */
public record Mint(
        Option<Address> mintAuthority,
        long supply,
        int decimals,
        boolean initialized,
        Option<Address> freezeAuthority) {

    /** How many bytes one has. */
    public static final int LENGTH = 82;

    /** One of which more can be made. */
    public static Mint of(Address mintAuthority, long supply, int decimals) {
        return new Mint(Option.some(mintAuthority), supply, decimals, true, Option.none());
    }

    /** Reads one, initialized or not; none if the data has another length. */
    public static Option<Mint> parse(Bytes data) {
        if (data.length() != LENGTH) {
            return Option.none();
        }
        BorshReader in = new BorshReader(data);
        return Option.some(
                new Mint(TokenLayout.address(in), in.u64(), in.u8(), in.u8() == 1, TokenLayout.address(in)));
    }

    Mint withSupply(long next) {
        return new Mint(mintAuthority, next, decimals, initialized, freezeAuthority);
    }

    public Bytes serialize() {
        BorshWriter out = new BorshWriter();
        TokenLayout.address(mintAuthority, out);
        out.u64(supply);
        out.u8(decimals);
        out.bool(initialized);
        TokenLayout.address(freezeAuthority, out);
        return out.toBytes();
    }
}
