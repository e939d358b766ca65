package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;

/** The source and destination accounts of a transfer within a limit. */
public sealed interface SpendRoute {

    /** From the vault itself to the destination itself. */
    record Sol() implements SpendRoute {}

    /**
     * From the vault's token account to the destination's.
     *
     * @param tokenProgram the program that owns the mint
     * @param decimals the mint's; the program compares them
     */
    record Tokens(Address mint, Address tokenProgram, int decimals, Address from, Address to) implements SpendRoute {}
}
