package dev.mandate.domain.money;

import dev.mandate.domain.chain.Address;

/** What an amount is of. */
public sealed interface Token {

    /** The chain's own coin; its base unit is the lamport. */
    record Sol() implements Token {
        /** Decimal places between SOL and lamport. */
        public static final int DECIMALS = 9;
    }

    /** A token of the SPL token programs, named by its mint. */
    record Mint(Address address) implements Token {
        public Mint {
            if (address.equals(Address.ZERO)) {
                throw new IllegalArgumentException("the zero address names SOL, not a mint");
            }
        }
    }

    /** The token that {@code mint} names; the zero address (the system program) names SOL. */
    static Token ofMint(Address mint) {
        return mint.equals(Address.ZERO) ? new Sol() : new Mint(mint);
    }

    /** The address that stands for this token on the wire: its mint, or the zero address for SOL. */
    default Address mintAddress() {
        return switch (this) {
            case Sol sol -> Address.ZERO;
            case Mint(Address address) -> address;
        };
    }
}
