package dev.mandate.domain.money;

import dev.mandate.domain.chain.Address;

/** The token of an amount. */
public sealed interface Token {

    /** The chain's native token; its base unit is the lamport. */
    record Sol() implements Token {
        /** SOL's number of decimals. */
        public static final int DECIMALS = 9;
    }

    /** A token of the SPL token programs, identified by its mint. */
    record Mint(Address address) implements Token {
        public Mint {
            if (address.equals(Address.ZERO)) {
                throw new IllegalArgumentException("the zero address names SOL, not a mint");
            }
        }
    }

    /** Returns the token of {@code mint}; the zero address (the system program) means SOL. */
    static Token ofMint(Address mint) {
        return mint.equals(Address.ZERO) ? new Sol() : new Mint(mint);
    }

    /** Returns the address of this token on the wire: its mint, or the zero address for SOL. */
    default Address mintAddress() {
        return switch (this) {
            case Sol sol -> Address.ZERO;
            case Mint(Address address) -> address;
        };
    }
}
